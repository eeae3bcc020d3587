/** The OI graph as a trader uses it: strikes, plots, totals, views and windows. */
import type { Page } from "@playwright/test";
import type { ChartElement } from "../../charts/use-chart.ts";
import { faults } from "../../testing/axe.ts";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure } from "../../testing/grid.ts";
import { figureLine, symbolSelect } from "../../testing/pane.ts";
import { logIn, stored } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const OI = "Open Interest ( In Lakhs )";
const CHANGE = "Change In OI ( In Lakhs )";
const TOTAL = "Total OI ( In Lakhs )";
const TOTAL_CHANGE = "Total Change ( In Lakhs )";

interface Drawn {
  readonly x: readonly number[];
  readonly columns: readonly (readonly number[])[];
  readonly marks: readonly number[];
}

/** Everything that is drawn at one instant, by the charts' names: the market moves between two looks. */
const drawn = (page: Page): Promise<Readonly<Record<string, Drawn>>> =>
  page.evaluate(() => {
    const charts: Record<string, Drawn> = {};
    for (const image of document.querySelectorAll("section [role=img]")) {
      const root = image.closest<ChartElement>("div:has(> div > [role=img])");
      const handle = root?.chartHandle;
      const data = handle?.data();
      const [name = ""] = (image.getAttribute("aria-label") ?? "").split(". ");
      if (!handle || !data) continue;
      const columns = data.columns.map((column) => Array.from(column));
      charts[name] = { x: Array.from(data.x), columns, marks: handle.drawn().marks };
    }
    return charts;
  });

const headings = (page: Page) => page.locator("section h2");
const strikeRange = (page: Page) => page.getByLabel("Strikes around ATM");
const timeWindow = (page: Page) => page.getByLabel("Time window");
const totalOi = (page: Page) => page.getByLabel("Total OI", { exact: true });

async function open(page: Page): Promise<void> {
  await logIn(page, NIFTY);
  await page.goto("/oigraph");
  await chartOf(page, OI).ready();
}

const sum = (column: readonly number[] = []): number =>
  column.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0);

/** Minutes of the day of the times in the window's words: 'bars 12:15 · outlines 12:00'. */
async function windowMinutes(page: Page): Promise<readonly number[]> {
  const text = (await page.getByText(/^bars \d\d:\d\d/).textContent()) ?? "";
  return [...text.matchAll(/(\d\d):(\d\d)/g)].map(([, hours, minutes]) => Number(hours) * 60 + Number(minutes));
}

test("strikes, totals, views, windows and other markets", async ({ page, complaints }) => {
  await open(page);

  await test.step("controls, axis titles and figures, verbatim; ATM marked", async () => {
    await expect(strikeRange(page).locator("option")).toHaveText(["7 strikes", "14 strikes", "21 strikes"]);
    await expect(page.getByRole("radio", { name: "OI" })).toBeChecked();
    await expect(page.getByLabel("Switch Color")).not.toBeChecked();
    await expect(totalOi(page)).not.toBeChecked();
    await expect(page.getByRole("button", { name: "View - 2" })).toBeVisible();
    await expect(headings(page)).toHaveText([OI, CHANGE]);
    await expect(figureLine(page, "Maxpain")).toHaveText(/^Maxpain : \d\d,\d{3}$/);
    const pcr = figureLine(page, "PCR");
    await expect(pcr).toHaveText(/^PCR : \d+\.\d\d \(([+\u2212]\d+|0)%\)$/);
    const isUp = ((await pcr.textContent()) ?? "").includes("+");
    const colour = await pcr.locator("[class*=change]").evaluate((element) => getComputedStyle(element).color);
    expect(colour).toBe(isUp ? "rgb(69, 196, 146)" : "rgb(255, 125, 133)"); // up and down of the dark theme

    // One look: charts and spot of the same instant, but for the snapshot on its way.
    await expect(async () => {
      const charts = await drawn(page);
      const spot = figure(((await figureLine(page, "Spot").textContent()) ?? "").split(" : ")[1]?.split(" ")[0] ?? "");
      const { x = [], marks = [] } = charts[OI] ?? {};
      const nearest = x.reduce((best, strike) => (Math.abs(strike - spot) < Math.abs(best - spot) ? strike : best), 0);
      expect(marks).toEqual([nearest]);
      expect(charts[CHANGE]?.marks).toEqual(marks);
    }).toPass();
  });

  await test.step("strikes and colours are kept", async () => {
    for (const [value, bars] of [
      ["7", 15],
      ["21", 43],
      ["14", 29],
    ] as const) {
      await strikeRange(page).selectOption(value);
      await expect.poll(async () => (await drawn(page))[OI]?.x.length).toBe(bars);
      const { x = [], marks = [] } = (await drawn(page))[OI] ?? {};
      expect(x.indexOf(marks[0] ?? 0)).toBe(Number(value));
    }
    // Painted pixels of the two fills of the dark theme: what was one side's is the other's.
    const painted = (): Promise<readonly [number, number]> =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>("section canvas");
        const { data } = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        let calls = 0;
        let puts = 0;
        for (let i = 0; i < data.length; i += 4) {
          if (data[i] === 0xcb && data[i + 1] === 0x97 && data[i + 2] === 0x3f) calls++;
          if (data[i] === 0x9b && data[i + 1] === 0x84 && data[i + 2] === 0xe0) puts++;
        }
        return [calls, puts] as const;
      });
    const legend = page.getByRole("button", { name: "Calls" }).locator("rect");
    const fill = () => legend.evaluate((rect) => getComputedStyle(rect).fill);
    await expect.poll(async () => Math.min(...(await painted()))).toBeGreaterThan(100);
    const [calls, puts] = await painted();
    const own = await fill();
    await page.getByLabel("Switch Color").check();
    await expect
      .poll(async () => {
        const [swappedCalls, swappedPuts] = await painted();
        return Math.max(Math.abs(swappedCalls / puts - 1), Math.abs(swappedPuts / calls - 1));
      })
      .toBeLessThan(0.1);
    expect(await fill()).not.toBe(own);
    expect(await stored(page, "oigraphstr")).toBe("14");
    expect(await stored(page, "colorinvert")).toBe("true");
    await page.reload();
    await expect.poll(async () => (await drawn(page))[OI]?.x.length, { timeout: 30_000 }).toBe(29);
    await expect(page.getByLabel("Switch Color")).toBeChecked();
    await page.getByLabel("Switch Color").uncheck();
    await expect.poll(fill).toBe(own);
  });

  await test.step("the total pair is the sum of its range; ticking resets the range", async () => {
    await totalOi(page).check();
    const range = page.getByLabel("Total OI range");
    await expect(range.locator("option")).toHaveText(["All", "7", "14", "21"]);
    await expect(range).toHaveValue("100");
    await chartOf(page, TOTAL).ready();
    const all = (await drawn(page))[TOTAL]?.columns[0]?.[0] ?? 0;
    await range.selectOption("14");
    expect(await stored(page, "oigraphtotalstr")).toBe("14");
    await expect(async () => {
      const charts = await drawn(page);
      for (const [strikes, total] of [
        [charts[OI], charts[TOTAL]],
        [charts[CHANGE], charts[TOTAL_CHANGE]],
      ]) {
        expect(total?.columns).toHaveLength(2);
        expect(total?.columns[0]?.[0]).toBeCloseTo(sum(strikes?.columns[0]), 6);
        expect(total?.columns[1]?.[0]).toBeCloseTo(sum(strikes?.columns[1]), 6);
      }
      expect(charts[TOTAL]?.columns[0]?.[0]).toBeLessThan(all);
    }).toPass();
    await totalOi(page).uncheck();
    await expect(range).toBeHidden();
    expect(Object.keys(await drawn(page))).toEqual([OI, CHANGE]);
    await totalOi(page).check();
    await expect(range).toHaveValue("100");
    expect(await stored(page, "oigraphtotalstr")).toBe("100");
    await totalOi(page).uncheck();
  });

  await test.step("view 2 over a window; premium has view 1 only", async () => {
    await expect(timeWindow(page)).toBeHidden();
    await page.getByRole("button", { name: "View - 2" }).click();
    await expect(page.getByRole("button", { name: "View - 1" })).toBeVisible();
    await expect(headings(page)).toHaveText([OI]);
    await expect(timeWindow(page).locator("option")).toHaveText([
      "Current (live)",
      ...[3, 5, 6, 10, 15, 30, 60, 120].map((minutes) => `Last ${minutes} minutes`),
      "Custom",
    ]);
    await expect(page.getByText(/^bars \d\d:\d\d · outlines previous close$/)).toBeVisible();
    for (const minutes of [3, 120]) {
      await timeWindow(page).selectOption(`${minutes}`);
      await expect
        .poll(async () => {
          const [to = 0, from = 0] = await windowMinutes(page);
          return to - from;
        })
        .toBe(minutes);
    }
    const { columns = [] } = (await drawn(page))[OI] ?? {};
    expect(columns).toHaveLength(4);
    expect(columns[2]).not.toEqual(columns[0]);
    const [reading] = await chartOf(page, OI).cursor((await drawn(page))[OI]?.marks[0] ?? 0);
    expect(reading?.label).toBe("Calls");
    await expect(page.getByText("ATM", { exact: true })).toBeVisible();

    await page.getByRole("radio", { name: "Premium" }).check({ force: true });
    await expect(headings(page)).toHaveText(["Premium", "Change in Premium"]);
    await expect(page.getByRole("button", { name: /^View - / })).toBeHidden();
    await expect(totalOi(page)).toBeHidden();
    await expect(timeWindow(page)).toBeHidden();
    await chartOf(page, "Change in Premium").ready();
    await page.getByRole("radio", { name: "OI" }).check({ force: true });
    await expect(page.getByRole("button", { name: "View - 2" })).toBeVisible();
    await expect(headings(page)).toHaveText([OI, CHANGE]);
  });

  await test.step("a custom window spans the day so far, follows the clock at its end, and stands where it is put", async () => {
    await page.getByRole("button", { name: "View - 2" }).click();
    await timeWindow(page).selectOption("custom");
    const from = page.getByLabel("From time");
    const to = page.getByLabel("To time");
    await expect(from).toHaveAttribute("min", "555");
    await expect(from).toHaveValue("555");
    const last = Number(await to.getAttribute("max"));
    expect(last).toBeGreaterThanOrEqual(735);
    expect(Number(await to.inputValue())).toBeGreaterThanOrEqual(last);
    await expect.poll(async () => (await windowMinutes(page))[1]).toBe(555);
    await totalOi(page).check();
    await chartOf(page, TOTAL).ready();
    expect(await faults(page)).toEqual([]);
    await totalOi(page).uncheck();

    await from.fill("630");
    await expect.poll(async () => (await windowMinutes(page))[1]).toBe(630);
    await to.fill("690");
    await expect.poll(() => windowMinutes(page)).toEqual([690, 630]);
    await expect(page.getByText("All figures at 11:30")).toBeVisible();
    const still = (await drawn(page))[OI]?.columns;
    const bars = (await drawn(page))[OI]?.columns.slice(0, 2);
    expect(bars).not.toEqual((await drawn(page))[OI]?.columns.slice(2));
    await from.focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => windowMinutes(page)).toEqual([690, 629]);
    expect((await drawn(page))[OI]?.columns.slice(0, 2)).toEqual(still?.slice(0, 2));
    await to.focus();
    await page.keyboard.press("End");
    await expect.poll(async () => ((await windowMinutes(page))[0] ?? 0) >= last).toBe(true);
    await expect(page.getByText("All figures at 11:30")).toBeHidden();
  });

  await test.step("a currency has four decimals and quarters; an index of BSE works as one of NSE", async () => {
    await page.getByRole("radio", { name: "Premium" }).check({ force: true });
    const premium = chartOf(page, "Premium");
    await symbolSelect(page).selectOption("USDINR");
    await expect(symbolSelect(page)).toBeEnabled();
    await premium.ready();
    await expect.poll(async () => (await premium.drawn()).ticks.at(0)).toMatch(/^\d+\.(00|25|50|75)$/);
    const readings = await premium.cursor((await premium.data()).x[0] ?? 0);
    expect(readings.map(({ text }) => text).join()).toMatch(/\d+\.\d{4}/);
    await expect(figureLine(page, "Future")).toHaveText(/^Future : \d+\.\d{4}/);

    await page.getByText("BSE", { exact: true }).click();
    await expect(symbolSelect(page)).toHaveValue("SENSEX");
    await expect.poll(async () => (await drawn(page))["Premium"]?.marks[0] ?? 0).toBeGreaterThan(10_000);
    expect((await drawn(page))["Premium"]?.x).toHaveLength(29);
  });
  expect(complaints).toEqual([]);
});
