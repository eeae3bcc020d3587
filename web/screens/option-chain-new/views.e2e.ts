/** Views of the option chain: their tabs, and every column that one may have. */
import type { Page } from "@playwright/test";
import { openChain, rangeSelect } from "../../testing/chain-page.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure } from "../../testing/grid.ts";
import { NIFTY } from "../../testing/session.ts";

const viewTab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

const COLUMN_SETS = [
  ["Analysis", "OI", "OI Lakh", "OI Lot", "OI Chg", "OIChg Lakh", "OIChg Lot"],
  ["OI Chg%", "Volume", "Vol Lakh", "Vol Lot", "Net Chg", "Net Chg%", "Vol Bar"],
  ["OI Bar", "Vol * Vwap", "Vwap", "LTP", "Prev Close", "Time Value", "Intrinsic"],
  ["H=O=L", "Open", "High", "Low", "Bid Qty", "Bid", "Ask"],
  ["Ask Qty", "IV", "Vega", "Gamma", "Theta", "Delta", "ITM Prob"],
] as const;

test("views: those that everybody has, and one of each column, which the browser keeps", async ({
  page,
  complaints,
}) => {
  const own = Object.fromEntries(
    COLUMN_SETS.map((columns, i) => [
      `mine ${i + 1}`,
      {
        columns,
        strikeRange: 5,
        pcr: true,
        pcrVol: true,
        pcrOIChg: true,
        straddle: true,
        oiBar: "oi lakh",
        volBar: "vol lot",
      },
    ]),
  );
  const grid = await openChain(page, { ...NIFTY, optionChainView: own, optionChainSelectedView: "mine 1" });

  await test.step("four views stand as tabs, and hold their columns and ranges", async () => {
    await expect(page.getByRole("tab")).toHaveText(["chain", "greeks", "bid ask", "OI Graph", ...Object.keys(own)]);
    const views = {
      chain: {
        columns: ["Analysis", "OI Lakh", "OIChg Lakh", "Vol Lakh", "IV", "Net Chg", "LTP"],
        range: "10",
        rows: 21,
        spine: ["strike", "pcr"],
      },
      greeks: { columns: ["Vega", "Gamma", "Theta", "Delta", "LTP"], range: "5", rows: 11, spine: ["strike"] },
      "bid ask": { columns: ["Bid Qty", "Bid", "Ask", "Ask Qty", "LTP"], range: "10", rows: 21, spine: ["strike"] },
    };
    for (const [name, { columns, range, rows, spine }] of Object.entries(views)) {
      await viewTab(page, name).click();
      await expect(viewTab(page, name)).toHaveAttribute("aria-selected", "true");
      const puts = columns.map((key) => `pe:${key}`).reverse();
      await expect.poll(() => grid.columnIds()).toEqual([...columns.map((key) => `ce:${key}`), ...spine, ...puts]);
      await expect(rangeSelect(page)).toHaveValue(range);
      await expect.poll(() => grid.rows()).toBe(rows);
    }
    await page.getByLabel("View", { exact: true }).selectOption("OI Graph");
    await expect(viewTab(page, "OI Graph")).toHaveAttribute("aria-selected", "true");
    await expect(rangeSelect(page)).toHaveValue("100");
  });

  await test.step("a view in the browser's storage shows: every built-in column, seven at a time", async () => {
    const atm: Record<string, string> = {};
    for (const [i, columns] of COLUMN_SETS.entries()) {
      await viewTab(page, `mine ${i + 1}`).click();
      const spine = ["Straddle", "Strike↑", "Pcr", "Pcr Vol", "Pcr OI Chg"];
      await expect
        .poll(async () => (await grid.headers()).map((text) => text.replaceAll(/\s*\n\s*/g, "")))
        .toEqual([...columns, ...spine, ...[...columns].reverse()]);
      await grid.ready();
      Object.assign(atm, await grid.atmTexts(atm["strike"]));
    }
    const value = (id: string): number => figure(atm[id] ?? "");
    for (const side of ["ce", "pe"]) {
      expect(atm[`${side}:Analysis`]).toMatch(/^(Long Build|Short Build|Short Cover|Long Unwind|-)$/);
      expect(value(`${side}:OI`)).toBeGreaterThan(0);
      expect(value(`${side}:OI Lot`) * 65).toBeCloseTo(value(`${side}:OI`), -4);
      expect(value(`${side}:OI Lakh`) * 1e5).toBeCloseTo(value(`${side}:OI`), -4);
      expect(value(`${side}:OIChg Lakh`) * 1e5).toBeCloseTo(value(`${side}:OI Chg`), -4);
      expect(value(`${side}:Vol Lakh`) * 1e5).toBeCloseTo(value(`${side}:Volume`), -5);
      expect(Math.sign(value(`${side}:OI Chg%`))).toBe(
        Math.sign(Math.round(value(`${side}:OI Chg`) / 1e6)) || Math.sign(value(`${side}:OI Chg%`)),
      );
      for (const key of [
        "Vol Lot",
        "OI Bar",
        "Vol Bar",
        "Vol * Vwap",
        "Vwap",
        "LTP",
        "Prev Close",
        "Open",
        "High",
        "Low",
        "Bid Qty",
        "Bid",
        "Ask",
        "Ask Qty",
      ])
        expect(value(`${side}:${key}`), `${side}:${key}`).toBeGreaterThan(0);
      expect(value(`${side}:High`)).toBeGreaterThanOrEqual(value(`${side}:Low`));
      expect(value(`${side}:Ask`)).toBeGreaterThan(value(`${side}:Bid`));
      expect(value(`${side}:Time Value`) + value(`${side}:Intrinsic`)).toBeGreaterThan(0);
      expect(atm[`${side}:H=O=L`]).toMatch(/^(O=H|O=L|-)$/);
      expect(value(`${side}:IV`)).toBeGreaterThan(3);
      expect(value(`${side}:IV`)).toBeLessThan(80);
      expect(value(`${side}:Vega`)).toBeGreaterThan(0);
      expect(value(`${side}:Theta`)).toBeLessThan(0);
      expect(value(`${side}:ITM Prob`)).toBeGreaterThan(20);
      expect(value(`${side}:ITM Prob`)).toBeLessThan(80);
    }
    expect(value("ce:Delta")).toBeGreaterThan(0.2);
    expect(value("pe:Delta")).toBeLessThan(-0.2);
    expect(value("ce:ITM Prob") + value("pe:ITM Prob")).toBeCloseTo(100, -0.7);
  });
  expect(complaints).toEqual([]);
});
