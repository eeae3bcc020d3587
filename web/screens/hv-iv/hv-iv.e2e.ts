/** HV-IV as a trader uses it: the symbol, the window, the lines by day, against the call that they come from. */
import type { Page } from "@playwright/test";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure } from "../../testing/grid.ts";
import { figureLine, symbolSelect } from "../../testing/pane.ts";
import { logIn, NIFTY } from "../../testing/session.ts";

const WINDOWS = ["2", "5", "10", "20", "30", "50", "100", "200", "252"];
const DATE = /^\d\d-(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d\d$/;

type Days = readonly (readonly [number | null, number | null])[];

/** The days of a symbol as the public call gives them, once none is being made. */
async function daysOf(page: Page, symbol: string): Promise<Days> {
  let days: Days = [];
  await expect
    .poll(async () => {
      const { data, pending } = await (await page.request.get("/api/v1/dbtockendictionaries/HVIV")).json();
      days = data[symbol];
      return pending;
    })
    .toBe(0);
  return days;
}

/** Of the last changes, by the textbook. */
function deviation(changes: readonly number[]): number {
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  const squares = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0);
  return Math.sqrt((squares / (changes.length - 1)) * 252);
}

test("HV and IV of the last 252 days, for each window, and a symbol that has none", async ({ page, complaints }) => {
  await test.step("HV and IV of the last 252 days, for each window", async () => {
    await logIn(page, { ...NIFTY, pricing: { forward: true, untraded: false } });
    await page.goto("/hv-iv");
    await expect(page.getByText("IV on the spot: forward mode does not apply to daily figures")).toBeVisible();
    const chart = chartOf(page, "Historical and implied");
    await chart.ready();
    const range = page.getByLabel("HV Day Range", { exact: true });
    await expect(range.locator("option")).toHaveText(WINDOWS);
    await expect(range).toHaveValue("30");

    for (const symbol of ["NIFTY", "RELIANCE"]) {
      await symbolSelect(page).selectOption(symbol);
      const days = await daysOf(page, symbol);
      const changes = days.flatMap(([change]) => (change === null ? [] : [change]));
      for (const window of [30, 2, 100]) {
        await range.selectOption(`${window}`);
        await expect(page.getByRole("button", { name: `HV - ${window}D` })).toBeVisible();
        const hv = deviation(changes.slice(-window));
        // Another window makes another chart, whose figures come a moment later.
        await expect(async () => {
          const text = (await figureLine(page, `HV - ${window}D`).textContent()) ?? "";
          const shown = [(await chart.data()).columns[0]?.at(-1) ?? 0, figure(text.split(" : ")[1] ?? "")];
          for (const value of shown) expect(Math.abs(value - hv)).toBeLessThan(0.00501);
        }).toPass();
      }
      const { x, columns } = await chart.data();
      expect(x).toHaveLength(252);
      const iv = days.slice(-252).map(([, one]) => one);
      expect(columns[1]?.filter((value) => value !== null).length).toBe(iv.filter((value) => value !== null).length);
      expect(columns[1]?.at(-1)).toBeCloseTo(iv.at(-1) ?? Number.NaN, 2);
    }

    const { ticks } = await chart.drawn();
    expect(ticks.length).toBeGreaterThan(2);
    for (const tick of ticks) expect(tick).toMatch(DATE);
    const readings = await chart.cursor((await chart.data()).x[200] ?? 0);
    expect(readings.map(({ label }) => label)).toEqual(["HV - 100D", "IV"]);
  });

  await test.step("a symbol without daily figures says so, and shows none", async () => {
    await symbolSelect(page).selectOption("USDINR");
    await expect(page.getByText("There are no daily figures of this symbol.")).toBeVisible();
    await expect(figureLine(page, "IV")).toHaveText("IV : -");
    await expect(figureLine(page, "IV rank")).toHaveText("IV rank : -");
  });
  expect(complaints).toEqual([]);
});
