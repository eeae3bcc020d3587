/** The option chain as a trader uses it: figures, views, order, and what stays after a reload. */
import type { Page } from "@playwright/test";
import { faults } from "../../testing/axe.ts";
import { openChain, rangeSelect } from "../../testing/chain-page.ts";
import { enterReplay, leaveReplay } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, type Grid, gridOf } from "../../testing/grid.ts";
import { chipSeconds, expirySelect, figureLine, freshness, symbolSelect } from "../../testing/pane.ts";
import { logIn, NIFTY, stored, withoutAccountSettings } from "../../testing/session.ts";

const PATH = "/option-chain-new";

const sideTotals = (page: Page, side: "call" | "put") => page.locator(`[data-side="${side}"]`);

async function chooseRange(page: Page, grid: Grid, range: string, rows?: number): Promise<void> {
  await rangeSelect(page).selectOption(range);
  if (rows === undefined) await expect.poll(() => grid.rows()).toBeGreaterThan(31);
  else await expect.poll(() => grid.rows()).toBe(rows);
}

test("the header's words, figures that tick, ranges, and the money in the middle", async ({ page, complaints }) => {
  await withoutAccountSettings(page);
  await logIn(page, NIFTY);
  const grid = gridOf(page);

  await test.step("symbol and expiry cannot be changed while figures load", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((go) => {
      release = go;
    });
    await page.route("**/api/v1/dbOI/**", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(PATH);
    await expect(symbolSelect(page)).toHaveValue("NIFTY");
    await expect(symbolSelect(page)).toBeDisabled();
    await expect(expirySelect(page)).toBeDisabled();
    release();
    await grid.ready();
    await expect(symbolSelect(page)).toBeEnabled();
    await expect(expirySelect(page)).toBeEnabled();
    await page.unroute("**/api/v1/dbOI/**");
  });

  await test.step("the header says what the chain is, in the words of the specification", async () => {
    for (const label of await expirySelect(page).locator("option").allInnerTexts()) {
      expect(label).toMatch(/^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d\d?( \d{4})?$/);
    }
    const price = "[0-9,]+\\.\\d\\d";
    const change = `[+\u2212]?${price} \\([+\u2212]?\\d+\\.\\d\\d%\\)`;
    await expect(figureLine(page, "Spot")).toHaveText(new RegExp(`^Spot : ${price} ${change}$`));
    await expect(figureLine(page, "Future")).toHaveText(new RegExp(`^Future : ${price} ${change}$`));
    await expect(figureLine(page, "Maxpain")).toHaveText(/^Maxpain : [0-9,]+$/);
    await expect(figureLine(page, "Range PCR")).toHaveText(/^Range PCR : \d+\.\d\d \([+\u2212]?\d+%\)$/);
    await expect(freshness(page)).toContainText("Simulated · 20 Nov 2026");
    await expect(freshness(page)).toContainText(/12:\d\d:\d\d · 1x/);
    // Prices have two decimals everywhere.
    for (const text of (await grid.column("ce:LTP")).texts) expect(text).toMatch(/^[0-9,]+\.\d[05]$|^-$/); // on the tick
  });

  await test.step("figures tick without moving anything", async () => {
    const shape = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("[role=columnheader], [data-figure], [data-side]")].map((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          // A figure is as wide as its digits; what stands beside it must not move for that.
          return [
            Math.round(left),
            Math.round(top),
            element.matches("[data-figure]") ? 0 : Math.round(width),
            Math.round(height),
          ];
        }),
      );
    // The figures of the header follow those of the grid: until they are there, a dash is as wide as a dash.
    for (const label of ["Spot", "Future", "Maxpain", "Range PCR", "ATM straddle"]) {
      await expect(figureLine(page, label)).toHaveText(/\d/);
    }
    for (const side of ["call", "put"] as const) await expect(sideTotals(page, side)).toHaveText(/\d/);
    const before = { shape: await shape(), ltp: (await grid.column("ce:LTP")).texts, seconds: await chipSeconds(page) };
    await expect.poll(async () => (await grid.column("ce:LTP")).texts.join()).not.toBe(before.ltp.join());
    const version = await grid.paintedVersion();
    await expect.poll(() => grid.paintedVersion()).toBeGreaterThan(version + 2);
    expect(await chipSeconds(page)).toBeGreaterThanOrEqual(before.seconds);
    expect(await shape()).toEqual(before.shape);
  });

  await test.step("the sides' totals switch to volume and back, with their change", async () => {
    await expect(sideTotals(page, "call")).toHaveText(/^CALLS Range OI : [\d,]+\.\d\d L \([+\u2212]?\d+%\)$/);
    await sideTotals(page, "call").click();
    await expect(sideTotals(page, "call")).toHaveText(/^CALLS Vol : [\d,]+\.\d\d L( \([+\u2212]?\d+%\))?$/);
    await expect(sideTotals(page, "put")).toContainText("Vol");
    await sideTotals(page, "put").click();
    await expect(sideTotals(page, "put")).toContainText("Range OI");
  });

  await test.step("range: as many strikes each side of ATM, and the words 'Range' before OI and PCR", async () => {
    await chooseRange(page, grid, "5", 11);
    expect(await grid.atmRow()).toBe(5);
    await expect(sideTotals(page, "call")).toContainText("Range OI");
    await expect(figureLine(page, "Range PCR")).toBeVisible();
    const narrow = await sideTotals(page, "call").innerText();
    await chooseRange(page, grid, "15", 31);
    expect(await grid.atmRow()).toBe(15);
    await chooseRange(page, grid, "100");
    await expect(sideTotals(page, "call")).toContainText("Total OI");
    await expect(sideTotals(page, "put")).toContainText("Total OI");
    expect(await sideTotals(page, "call").innerText()).not.toBe(narrow);
    await expect(figureLine(page, "PCR")).toHaveText(/^PCR : \d/);
    await expect(figureLine(page, "Range PCR")).toHaveCount(0);
  });

  await test.step("ATM is inverted, the chain is split there, and each side's three highest are marked", async () => {
    // The market moves between two readings: a look at which it did is taken again.
    await expect(async () => {
      const strikeColumn = await grid.column("strike");
      const { first, boxes } = await grid.boxes("strike");
      const spot = figure(/Spot : ([\d,.]+)/.exec((await figureLine(page, "Spot").textContent()) ?? "")?.[1] ?? "");
      const strikes = strikeColumn.texts.map(figure);
      const inverted = strikes.filter((_, row) => strikeColumn.cells[row]?.rank === 1);
      expect(inverted).toHaveLength(1);
      expect(Math.abs((inverted[0] as number) - spot)).toBeLessThanOrEqual(26);

      // The band of the split stands between the two strikes around the spot, and nowhere else.
      const wide = boxes.flatMap(({ y }, i) => (i > 0 && y - (boxes[i - 1]?.y ?? y) > 30 ? [first + i] : []));
      expect(wide).toHaveLength(1);
      const below = wide[0] as number;
      expect(strikes[below - 1] as number).toBeLessThanOrEqual(spot + 5);
      expect(strikes[below] as number).toBeGreaterThanOrEqual(spot - 5);
    }).toPass({ timeout: 15_000 });

    for (const id of ["ce:OI Lakh", "pe:OI Lakh", "ce:OIChg Lakh", "pe:OIChg Lakh", "ce:Vol Lakh", "pe:Vol Lakh"]) {
      const { cells } = await grid.column(id);
      const marked = cells.filter(({ rank }) => rank > 0).sort((a, b) => a.rank - b.rank);
      expect(
        marked.map(({ rank }) => rank),
        id,
      ).toEqual([1, 2, 3]);
      const third = figure((marked[2] as { text: string }).text);
      const better = cells.filter(({ text }) => figure(text) > third);
      expect(better.length, id).toBeLessThanOrEqual(2);
    }
    await expect
      .poll(async () => {
        const sides = [await grid.column("ce:OI Lakh"), await grid.column("pe:OI Lakh")];
        return Math.max(...sides.flatMap(({ cells }) => cells.map(({ bar }) => bar ?? 0)));
      })
      .toBeCloseTo(1, 5);
  });

  await test.step("range 'Fit': the table is as long as it is high, live, on a past day and in a replay", async () => {
    await rangeSelect(page).selectOption("Fit");
    // Less than a row is left over, nothing is cut off, and ATM stands in the middle.
    const isFull = () =>
      expect(async () => {
        const { y, height } = (await page.locator("[role=grid]").boundingBox()) ?? { y: 0, height: 0 };
        // Of one moment: a row that has gone since would be waited for.
        const { first, boxes } = await grid.boxes("strike");
        const rows = await grid.rows();
        expect([first, boxes.length]).toEqual([0, rows]);
        const last = boxes.at(-1) ?? { y: 0, height: 0 };
        const left = y + height - (last.y + last.height);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThan(25);
        expect(Math.abs((await grid.atmRow()) - rows / 2)).toBeLessThanOrEqual(1);
      }).toPass({ timeout: 15_000 });
    await isFull();
    const rows = await grid.rows();
    await expect(figureLine(page, "Range PCR")).toBeVisible();
    await page.setViewportSize({ width: 1366, height: 1080 });
    await expect.poll(() => grid.rows()).toBeGreaterThan(rows + 10);
    await isFull();
    await page.setViewportSize({ width: 1366, height: 600 });
    await isFull();
    await page.setViewportSize({ width: 1366, height: 900 });
    await expect.poll(() => stored(page, "optionChainView")).toContain('"strikeRange":0');
    await page.reload();
    await grid.ready();
    await expect(rangeSelect(page)).toHaveValue("0");
    await isFull();
    await enterReplay(page);
    await isFull();
    await leaveReplay(page);
    await page.getByRole("radiogroup", { name: "Live or history" }).getByText("History", { exact: true }).click();
    await expect(freshness(page)).toHaveAttribute("data-state", "history", { timeout: 30_000 });
    await isFull();
  });
  expect(complaints).toEqual([]);
});

test("what is turned around or priced on the forward stays so; the keyboard; the OI graph", async ({ page }) => {
  const grid = await openChain(page);
  const strikes = async () => (await grid.column("strike")).texts.map(figure);
  const header = page.getByRole("columnheader", { name: "Strike" });
  const pricing = (name: RegExp) => page.getByRole("button", { name });

  await test.step("the order of strikes turns around", async () => {
    const ascending = await strikes();
    expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
    await expect(header).toHaveText("Strike↑");
    await header.getByRole("button").click();
    await expect(header).toHaveText("Strike↓");
    await expect.poll(async () => (await strikes())[0]).toBeGreaterThan(ascending[10] as number);
    expect(await stored(page, "strikeInverse")).toBe('{"currentInverse":true}');
  });

  await test.step("forward mode: one IV a strike, named in the bar and over the column", async () => {
    /** By strike, whether call and put show the same IV, of those that have both. */
    const agree = async (): Promise<boolean[]> => {
      const [calls, puts] = [await grid.column("ce:IV"), await grid.column("pe:IV")];
      const both = calls.texts.flatMap((call, i) =>
        call === "-" || puts.texts[i] === "-" ? [] : [call === puts.texts[i]],
      );
      return both.length > 5 ? both : [];
    };
    await expect(pricing(/^Priced on: Spot$/)).toBeVisible();
    expect(await agree()).toContain(false);
    await pricing(/^Priced on/).click();
    await page.getByRole("menuitem", { name: /^Forward mode/ }).click();
    await expect(pricing(/^Forward mode: (Future|Parity forward) [\d,]+\.\d\d$/)).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "IV F" })).toHaveCount(2);
    await expect.poll(async () => new Set(await agree())).toEqual(new Set([true]));
  });

  await test.step("bars turn around", async () => {
    const pixel = async (): Promise<string> => {
      const { x, y, width, height } = await grid.box(await grid.atmRow(), "ce:OI Lakh");
      return (await page.screenshot({ clip: { x, y, width, height } })).toString("base64");
    };
    const before = await pixel();
    await page.getByLabel("Invert graph").check();
    expect(await stored(page, "invertgraph")).toBe('{"changeDisplay":true}');
    await expect.poll(pixel).not.toBe(before);
  });

  await test.step("all of this stays", async () => {
    await page.reload();
    await expect(header).toHaveText("Strike↓");
    await grid.ready();
    const after = await strikes();
    expect(after).toEqual([...after].sort((a, b) => b - a));
    await expect(pricing(/^Forward mode: /)).toBeVisible();
    await expect(page.getByLabel("Invert graph")).toBeChecked();
  });

  await test.step("the keyboard moves through the grid and reads its cells out", async () => {
    const row = await grid.atmRow();
    const focused = page.locator("[role=gridcell]:focus");
    // What hears the press comes after the first figures.
    await expect(async () => {
      const { x, y, width, height } = await grid.box(row, "ce:LTP");
      await page.mouse.click(x + width / 2, y + height / 2);
      await expect(focused).toContainText("LTP", { timeout: 3000 });
    }).toPass();
    await page.keyboard.press("ArrowRight");
    await expect(focused).toContainText((await grid.cell(row, "strike")).text);
    await page.keyboard.press("ArrowDown");
    await expect(focused).toContainText((await grid.cell(row + 1, "strike")).text);
    await page.keyboard.press("Control+End");
    await expect(page.locator("[role=row]:has(:focus)")).toHaveAttribute(
      "aria-rowindex",
      String((await grid.rows()) + 1),
    );
    await page.keyboard.press("Home");
    await expect(focused).toHaveAttribute("aria-colindex", "1");
  });

  await test.step("OI Graph: the legend in the header's place, bars, and its own headers", async () => {
    await page.getByRole("tab", { name: "OI Graph", exact: true }).click();
    await expect(page.getByRole("list", { name: "Legend" }).getByRole("listitem")).toHaveText([
      "Previous OI",
      "Current OI",
      "High OI",
      "Low OI",
    ]);
    for (const label of ["Maxpain", "PCR", "Range PCR"]) await expect(figureLine(page, label)).toHaveCount(0);
    await expect(page.getByRole("columnheader", { name: "OI-Lakh(Chg %)" })).toHaveCount(2);
    const toggle = page.getByLabel("Change Bar Display");
    await expect(toggle).toBeChecked(); // as in the view before
    await toggle.uncheck();
    expect(await stored(page, "invertgraph")).toBe('{"changeDisplay":false}');
    for (const side of ["ce", "pe"]) {
      const { cells } = await grid.column(`${side}:bars`);
      const bars = cells.map(({ text }) => text);
      expect(bars.length).toBeGreaterThan(31);
      const { texts } = await grid.column(`${side}:oi`);
      expect(texts.filter((text) => /^[\d,]+\.\d\d( \([+\u2212]?\d+%\))?$/.test(text)).length).toBeGreaterThan(30);
    }
    expect(await faults(page)).toEqual([]);
  });
});

test("the table in windows of all widths, and of a currency", async ({ page }) => {
  const narrow = { two: { columns: ["OI Lakh", "LTP"], strikeRange: 100 } };
  await page.setViewportSize({ width: 861, height: 700 });
  const grid = await openChain(page, { ...NIFTY, optionChainView: narrow, optionChainSelectedView: "two" });

  await test.step("the table opens near ATM: seven strikes above it, three in a narrow window", async () => {
    const above = async () => (await grid.atmRow()) - (await grid.visibleRows()).first;
    await expect.poll(above).toBe(7);
    await page.setViewportSize({ width: 860, height: 700 });
    await page.reload();
    await grid.ready();
    await expect.poll(above).toBe(3);
  });

  await test.step("names of build-ups are short up to a window 1120 px wide", async () => {
    await page.getByRole("tab", { name: "chain", exact: true }).click();
    await expect.poll(() => grid.columnIds()).toContain("ce:Analysis");
    await page.setViewportSize({ width: 1121, height: 768 });
    const names = async () => [...new Set((await grid.column("ce:Analysis")).texts)].sort();
    for (const name of await names()) expect(name).toMatch(/^(Long Build|Short Build|Short Cover|Long Unwind|-)$/);
    await page.setViewportSize({ width: 1120, height: 768 });
    await expect.poll(async () => (await names()).every((name) => /^(LB|SB|SC|LU|-)$/.test(name))).toBe(true);
  });

  await test.step("the whole chain fits 1366 pixels; where it does not fit, strikes stand in the middle", async () => {
    await page.setViewportSize({ width: 1366 - 16, height: 768 }); // beside a scroll bar of the widest kind
    const edge = async () => {
      const { x, width } = await grid.box(0, "pe:Analysis");
      return x + width;
    };
    await expect.poll(edge).toBeLessThanOrEqual(1366 - 16);
    await page.setViewportSize({ width: 900, height: 700 });
    const middle = async () => {
      const { x, width } = await grid.box(0, "strike");
      return Math.abs(x + width / 2 - 450);
    };
    await expect.poll(middle).toBeLessThan(80); // of strike and PCR together
    // What does not fit is scrolled to, and its header comes along.
    await page.mouse.move(450, 400);
    for (const [wheel, id] of [
      [-2000, "ce:Analysis"],
      [4000, "pe:Analysis"],
    ] as const) {
      await expect(async () => {
        await page.mouse.wheel(wheel, 0); // one that came before the table was laid out scrolls nothing
        const { x, width } = await grid.box(0, id);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(900);
        const headers = page.getByRole("columnheader", { name: "Analysis" });
        const header = await (id.startsWith("ce") ? headers.first() : headers.last()).boundingBox();
        expect(Math.abs((header?.x ?? Number.NaN) - x)).toBeLessThan(2);
      }).toPass();
    }
  });

  await test.step("USDINR: four decimals, and no spot", async () => {
    await symbolSelect(page).selectOption("USDINR");
    await expect(symbolSelect(page)).toBeEnabled();
    // The nearest expiry ends at half past twelve today.
    await expirySelect(page).selectOption({ index: 1 });
    await expect.poll(async () => (await grid.column("ce:LTP")).texts.join()).toMatch(/\d\.\d{4}/);
    await grid.ready();
    await expect(figureLine(page, "Spot")).toHaveCount(0);
    await expect(figureLine(page, "Future")).toHaveText(
      /^Future : \d\d\.\d{4} [+\u2212]?\d+\.\d{4} \([+\u2212]?\d+\.\d\d%\)$/,
    );
    for (const text of (await grid.column("ce:LTP")).texts) expect(text).toMatch(/^\d+\.\d\d(00|25|50|75)$|^-$/);
    expect(figure((await grid.cell(await grid.atmRow(), "ce:IV")).text)).toBeGreaterThan(0.3);
  });
});
