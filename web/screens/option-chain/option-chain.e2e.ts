/** The mode-based chain as a trader uses it: modes, headers that turn figures over, switches and what is kept of them. */
import type { Page } from "@playwright/test";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, gridOf } from "../../testing/grid.ts";
import { figureLine } from "../../testing/pane.ts";
import { logIn, stored } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const header = (page: Page, name: string) =>
  page.getByRole("columnheader", { name, exact: true }).first().getByRole("button");

test("modes and figures: the button names where it leads, headers turn their column over", async ({
  page,
  complaints,
}) => {
  await logIn(page, NIFTY);
  await page.goto("/option-chain");
  const grid = gridOf(page);
  await grid.ready();
  await expect(page.getByRole("heading", { name: "Option Chain" })).toBeVisible();
  const spine = (sides: readonly string[]) => [
    ...sides.map((key) => `ce:${key}`),
    "strike",
    ...[...sides].reverse().map((key) => `pe:${key}`),
  ];
  const shows = (...sides: string[]) => expect.poll(() => grid.columnIds()).toEqual(spine(sides));
  await shows("OI Lakh", "OIChg Lot", "Vol Lakh", "IV", "Net Chg", "LTP");
  const strike = figure((await grid.cell(await grid.atmRow(), "strike")).text);
  expect(strike).toBeGreaterThan(10_000);
  expect((await grid.atmRow()) - (await grid.visibleRows()).first).toBe(7);
  await expect(figureLine(page, "PCR")).toHaveText(/^PCR : \d/);

  // Lots: OI-Lakh and Vol-Lakh go off with them, and come back only by their headers.
  await button(page, "Lot-X").click();
  await shows("OI Lakh", "OI Chg", "Vol Lakh", "IV", "Net Chg", "LTP");
  let units = Number.NaN;
  await expect(async () => {
    units = figure((await grid.atmTexts())["ce:OI Chg"] ?? "");
    expect(units).not.toBeNaN();
  }).toPass();
  await button(page, "Lot").click();
  await shows("OI Lot", "OIChg Lot", "Vol Lot", "IV", "Net Chg", "LTP");
  await expect(async () => {
    const lots = figure((await grid.atmTexts())["ce:OIChg Lot"] ?? "");
    expect(Math.abs(lots * 65 - units)).toBeLessThan(Math.abs(units) * 0.2 + 65);
  }).toPass();
  for (const name of ["OI", "OI Chg", "Volume", "Net Chg", "LTP"]) await header(page, name).click();
  await shows("OI Lakh", "OI Chg%", "Vol Lakh", "IV", "Net Chg%", "Time Value");
  for (const name of ["OI-Lakh", "OI Chg %", "Vol-Lakh", "Net Chg %", "Extrinsic"])
    await expect(header(page, name)).toBeVisible();

  // The basis is asked once.
  await button(page, "Analysis").click();
  const modal = page.getByRole("dialog", { name: "Calculate Analysis based on" });
  await modal.getByText("Previous Close").click();
  await modal.getByRole("button", { name: "Ok" }).click();
  await shows("Analysis", "OI Lakh", "OI Chg%", "Vol Lakh", "IV", "Net Chg%", "Time Value");
  await button(page, "Analysis-X").click();
  await button(page, "Analysis").click();
  await expect(modal).toHaveCount(0);
  // It can be changed without the question.
  const basis = page.getByLabel("Calculate Analysis based on");
  await expect(basis).toHaveValue("previousClose");
  await basis.selectOption("Open Price");
  expect(JSON.parse((await stored(page, "optionChainTweeks")) ?? "")).toMatchObject({
    previousClose: false,
    openToday: true,
  });
  await basis.selectOption("Previous Close");
  expect(JSON.parse((await stored(page, "optionChainTweeks")) ?? "")).toMatchObject({
    previousClose: true,
    openToday: false,
    buildUp: true,
    buildUpModal: true,
    lotToogle: true,
    OI: true,
  });
  await page.reload();
  await grid.ready();
  await shows("Analysis", "OI Lakh", "OI Chg%", "Vol Lakh", "IV", "Net Chg%", "Time Value");

  await button(page, "Shading-X").click();
  await expect(button(page, "Shading")).toBeVisible();
  await expect(page.locator('[data-side="call"]')).toHaveText(/^CALLS Total OI : [\d,.]+ L \([+\u2212]?\d+%\)$/);
  await page.locator('[data-side="call"]').click();
  await expect(page.locator('[data-side="put"]')).toHaveText(/^Total Vol : [\d,.]+ L PUTS$/);

  await button(page, "Greeks").click();
  await shows("Vega", "Gamma", "Theta", "Delta", "ITM Prob", "LTP");
  await button(page, "OI Graph").click();
  await expect
    .poll(() => grid.columnIds())
    .toEqual(["ce:bars", "ce:oi-change", "ce:oi", "strike", "pe:oi", "pe:oi-change", "pe:bars"]);
  await expect(page.getByRole("list", { name: "Legend" }).getByRole("listitem")).toHaveCount(4);
  await page.getByLabel("Change Bar Display").check();
  await button(page, "OI Graph").click();
  await shows("Vega", "Gamma", "Theta", "Delta", "ITM Prob", "LTP");
  await button(page, "Option Chain").click();
  await expect(button(page, "Greeks")).toBeVisible();
  expect(complaints).toEqual([]);
});
