/** The advance/decline board as a trader uses it; its counts against a plain script over the day's JSON. */
import type { Page } from "@playwright/test";
import { SECTOR_LISTS } from "#contract/domain/reference/sectors.ts";
import { chartOf } from "../../testing/chart.ts";
import { dragHead, enterReplay, leaveReplay } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, gridOf } from "../../testing/grid.ts";
import { futuresRoomOf, plainFutures, plainMoves } from "../../testing/plain-futures.ts";
import { SIMULATED_STOCKS } from "../../testing/product.ts";
import { logIn, stored } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const OPEN = 9 * 60 + 15;
const BANKS = "FINANCIAL SERVICES";

async function open(page: Page): Promise<void> {
  await logIn(page, NIFTY);
  await page.goto("/advance-decline");
  await expect.poll(() => gridOf(page, "IT").rows(), { timeout: 30_000 }).toBeGreaterThan(0);
}

test("boxes and their order, the heat map, breadth, and a replay against a plain script", async ({
  page,
  complaints,
}) => {
  await open(page);

  await test.step("controls and boxes, verbatim; sorting by all and by one; what is kept", async () => {
    const windows = ["Current", ...[5, 10, 15, 30, 60].map((minutes) => `Last ${minutes} minutes`)];
    await expect(page.getByLabel("Window").locator("option")).toHaveText(windows);
    const sort = page.getByLabel("Sort", { exact: true });
    await expect(sort.locator("option")).toHaveText(["Sort Price", "Sort OI", "Sort Volume"]);
    await expect(page.locator("[data-figure=Moves]")).toHaveText(/^A: \d+ \| D: \d+ \| U: \d+$/);
    // On a laptop the header is one line.
    expect((await page.locator("[data-pane] > header").boundingBox())?.height).toBeLessThan(50);
    // Five columns, from the left, each from the top.
    const boxes = await page.locator("[data-grid]").evaluateAll((all) =>
      all.map((box) => ({
        name: box.getAttribute("data-grid") ?? "",
        left: Math.round(box.getBoundingClientRect().left),
      })),
    );
    const columns = [...new Set(boxes.map(({ left }) => left))].map((left) =>
      boxes.filter((box) => box.left === left).map(({ name }) => name),
    );
    expect(columns).toEqual([
      ["BANK", "AUTO", "PHARMA", "REALTY"],
      ["INFRASTRUCTURE", "PSU BANK", "METAL"],
      ["FINANCIAL SERVICES", "ENERGY", "FMCG"],
      ["PRIVATE BANK", "CONSUMPTION"],
      ["COMMODITIES", "MEDIA", "IT"],
    ]);
    const heads = async (label: string) =>
      (await gridOf(page, label).headers()).map((text) => text.replace(/[↑↓]/, "").trim());
    expect(await heads("IT")).toEqual(["NAME", "price%", "oi%", "vol%"]);
    await page.getByLabel("Analysis").check();
    await expect.poll(() => heads("IT")).toEqual(["NAME", "price%", "oi%", "vol%", "An"]);
    await page.getByLabel("Analysis").uncheck();
    await expect.poll(() => heads("IT")).toEqual(["NAME", "price%", "oi%", "vol%"]);

    const head = (box: string, name: string) =>
      page.getByRole("grid", { name: box, exact: true }).getByRole("columnheader", { name });
    await head("IT", "NAME").getByRole("button").click();
    await expect(head("IT", "NAME")).toHaveAttribute("aria-sort", "ascending");
    await expect.poll(async () => (await gridOf(page, "IT").column("name")).texts).toEqual(["INFY", "TCS"]);
    await head("IT", "NAME").getByRole("button").click();
    await expect.poll(async () => (await gridOf(page, "IT").column("name")).texts).toEqual(["TCS", "INFY"]);
    await expect(head(BANKS, "price%")).toHaveAttribute("aria-sort", "descending");
    await sort.selectOption("Sort Volume");
    for (const box of ["IT", BANKS]) await expect(head(box, "vol%")).toHaveAttribute("aria-sort", "descending");
    await page.reload();
    await expect(sort).toHaveValue("volume");
    expect(await stored(page, "advancedeclinesort")).toBe('"volume"');
  });

  await test.step("in a replay counts, figures and highlights are those of a plain script over the day's JSON", async () => {
    await page.getByLabel("Sort", { exact: true }).selectOption("Sort Price");
    await enterReplay(page);
    const futures = await plainFutures(page, await futuresRoomOf(page));
    const isStock = (name: string): boolean => SIMULATED_STOCKS.includes(name);
    const at = 11 * 60;
    await dragHead(page, at);
    for (const minutes of [0, 30]) {
      await page.getByLabel("Window").selectOption(`${minutes}`);
      const moves = plainMoves(futures, at - OPEN, minutes);
      const count = (list: typeof moves, sign: number): number =>
        list.filter(({ price }) => Math.sign(price) === sign).length;
      const stocks = moves.filter(({ name }) => isStock(name));
      const words = `A: ${count(stocks, 1)} | D: ${count(stocks, -1)} | U: ${count(stocks, 0)}`;
      await expect(page.locator("[data-figure=Moves]")).toHaveText(words);
      const members: readonly string[] = SECTOR_LISTS[BANKS];
      const banks = moves.filter(({ name }) => members.includes(name)).sort((a, b) => b.price - a.price);
      await expect(page.locator(`[data-counts="${BANKS}"]`)).toHaveText(`${count(banks, 1)}${count(banks, -1)}`);
      const grid = gridOf(page, BANKS);
      await expect.poll(async () => (await grid.column("name")).texts).toEqual(banks.map(({ name }) => name));
      const shown = (await grid.column("price")).texts.map(figure);
      for (const [i, { price }] of banks.entries())
        expect(Math.abs((shown[i] ?? Number.NaN) - price)).toBeLessThan(0.0051);
      // Above the average traded price or not: said of the whole day only.
      const quiet = (await grid.column("name")).cells.filter(({ ink }) => ink === "ink-3").map(({ text }) => text);
      const under = banks.filter(({ name }) => {
        const future = futures.find((one) => one.name === name);
        return !((future?.ltp[at - OPEN] ?? 0) > (future?.vwap[at - OPEN] ?? 0));
      });
      expect(quiet).toEqual(minutes === 0 ? under.map(({ name }) => name) : []);
    }
    await leaveReplay(page);
    await page.getByLabel("Window").selectOption("0");
  });

  await test.step("heat map: a tile for each stock, a click turns the letter; breadth through the day", async () => {
    await page.getByText("Heat map", { exact: true }).click();
    const tiles = page.locator("[data-heat-map] button");
    await expect(tiles).toHaveCount(SIMULATED_STOCKS.length);
    const tile = page.locator('[data-heat-map] button[title^="TCS "]');
    await expect(tile).toHaveAttribute("title", /^TCS [+−]?\d+\.\d\d%$/);
    await tile.click();
    await expect(tile).toHaveAttribute("data-chosen", "true");

    await page.getByText("Breadth", { exact: true }).click();
    const chart = chartOf(page, "Breadth through");
    await chart.ready();
    const words = (await page.locator("[data-figure=Moves]").innerText()).match(/\d+/g)?.map(Number) ?? [];
    expect(words.reduce((sum, one) => sum + one, 0)).toBe(SIMULATED_STOCKS.length);
    const { columns } = await chart.data();
    const [net = [], advances = [], declines = []] = columns;
    expect(net[60]).toBe((advances[60] ?? Number.NaN) - (declines[60] ?? Number.NaN));
  });
  expect(complaints).toEqual([]);
});
