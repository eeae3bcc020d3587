/** Exposure as a trader uses it: by strike and in all, turned, of all expiries, and where net gamma is 0. */
import type { Page } from "@playwright/test";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figureLine } from "../../testing/pane.ts";
import { logIn } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const gammaOf = (page: Page) => chartOf(page, "Gamma exposure");

test("gamma, delta and vega by strike, the sign rule turned, all expiries", async ({ page, complaints }) => {
  await logIn(page, NIFTY);
  await page.goto("/exposure");
  const gamma = gammaOf(page);
  for (const chart of [gamma, chartOf(page, "Delta exposure"), chartOf(page, "Vega exposure")]) await chart.ready();
  await chartOf(page, "Net gamma over spot").ready();
  await expect(figureLine(page, "Net gamma")).toHaveText(/^Net gamma : [+\u2212][\d,]+\.\d\d Cr per 1 %$/);
  await expect(page.getByText("Assumes dealers are long calls and short puts")).toBeVisible();

  await expect(page.getByText("totals over all strikes")).toBeVisible();
  const curve = chartOf(page, "Net gamma over spot");
  await expect.poll(async () => (await curve.drawn()).tags.join()).toMatch(/(short|long) gamma: hedging/);

  const { x, columns } = await gamma.data();
  expect(x).toHaveLength(27);
  const [calls = [], puts = [], net = []] = columns;
  expect(Math.max(...calls.map(Number))).toBeGreaterThan(0);
  expect(Math.min(...puts.map(Number))).toBeLessThan(0);
  for (const [i, value] of net.entries()) expect(value).toBeCloseTo(Number(calls[i]) + Number(puts[i]), 6);

  await page.getByLabel("Sign", { exact: true }).selectOption("Calls \u2212, puts +");
  await expect(page.getByText("Assumes dealers are short calls and long puts")).toBeVisible();
  await expect.poll(async () => Math.min(...((await gamma.data()).columns[0] ?? []).map(Number))).toBeLessThan(0);

  await page.getByText("All expiries").click();
  const rows = page.getByRole("row");
  await expect(rows.filter({ hasText: /^All/ })).toBeVisible();
  await expect.poll(() => rows.filter({ hasText: / 2\d[+\u2212]/ }).count()).toBeGreaterThan(2);
  expect(complaints).toEqual([]);
});
