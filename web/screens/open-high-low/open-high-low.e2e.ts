/** Open = High / Open = Low as a trader uses it: filters, both modes, hits and their order. */
import type { Page } from "@playwright/test";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, type Grid, gridOf } from "../../testing/grid.ts";
import { expirySelect, symbolSelect } from "../../testing/pane.ts";
import { logIn } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const choice = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function open(page: Page): Promise<Grid> {
  await logIn(page, NIFTY);
  await page.goto("/open-high-low");
  const grid = gridOf(page);
  await expect.poll(() => grid.rows(), { timeout: 30_000 }).toBeGreaterThan(0);
  return grid;
}

test("title, filters and columns, verbatim; both modes, what is broken, and sorting by it", async ({
  page,
  complaints,
}) => {
  const grid = await open(page);
  await expect(page.getByRole("heading", { level: 1, name: "Open=Hign/Open=Low" })).toBeVisible();
  await expect(symbolSelect(page)).toHaveValue("NIFTY");
  await expect(expirySelect(page)).toBeEnabled();
  const filter = page.getByLabel("Open >");
  await expect(filter).toHaveValue("1");
  await expect(filter).toHaveAttribute("min", "0");
  await expect(choice(page, "Timeframe:").locator("option")).toHaveText(["1", "2", "3", "5", "10", "15", "30", "60"]);
  await expect(choice(page, "Timeframe:")).toHaveValue("1");
  await expect(choice(page, "Range:").locator("option")).toHaveText(["All", "5", "6", "7", "8", "9", "10"]);
  await expect(choice(page, "Range:")).toHaveValue("11");
  await expect(choice(page, "Open=High")).toBeChecked();
  const words = async () => (await grid.headers()).map((text) => text.replace(/[↑↓]/, "").trim());
  const side = (main: string, points: string) => [
    "Open",
    main,
    "New High",
    "New Low",
    points,
    "Hit Time",
    "Progress Bar",
    "LTP",
  ];
  const high = side("High", "O=H");
  expect(await words()).toEqual([...high, "Strike", ...high.toReversed()]);

  // Every side that qualifies: its open is its high; broken, or with its distance.
  await choice(page, "Timeframe:").selectOption("5");
  const check = async (main: string, word: string) => {
    const ids = ["open", "main", "new-high", "new-low", "points", "hit", "progress", "ltp"];
    await expect.poll(async () => (await words())[1]).toBe(main);
    await expect.poll(() => grid.rows()).toBeGreaterThan(0);
    const columns = await Promise.all(ids.map((id) => grid.column(`ce:${id}`)));
    const rows = Math.min(...columns.map(({ texts }) => texts.length));
    for (let row = 0; row < rows; row++) {
      const [first, extreme, , , points, hit, progress] = columns.map(({ texts }) => texts[row] ?? "");
      if (first === "-") continue;
      expect(extreme).toBe(first);
      if (hit === "-")
        expect([figure(points ?? ""), progress]).toEqual([expect.any(Number), expect.stringMatching(/^\d+%$/)]);
      else expect([hit, points, progress]).toEqual([expect.stringMatching(/^\d\d:\d\d$/), "-", word]);
    }
  };
  await check("High", "H Break");
  expect(await grid.atmRow()).toBeGreaterThanOrEqual(0);
  await expect(page.getByText(/^of \d+ traded$/)).toHaveCount(2);
  await page.getByText("Open=Low", { exact: true }).click();
  const low = side("Low", "O=L");
  await expect.poll(words).toEqual([...low, "Strike", ...low.toReversed()]);
  await check("Low", "L Break");

  // Sorted by the time of the hit, the latest first; what was not hit stands last.
  await page.getByRole("columnheader").nth(5).getByRole("button").click();
  const minutes = async () =>
    (await grid.column("ce:hit")).texts.map((text) => (/^\d\d:/.test(text) ? Number(text.replace(":", "")) : -1));
  await expect.poll(async () => (await minutes()).join()).toBe((await minutes()).toSorted((a, b) => b - a).join());

  // Nothing is above a filter that is too high: the strike at the money alone.
  await filter.fill("99999");
  await expect.poll(() => grid.rows()).toBe(1);
  await filter.fill("-1");
  await expect(filter).toHaveAttribute("aria-invalid", "true");
  expect(await grid.rows()).toBe(1);
  expect(complaints).toEqual([]);
});
