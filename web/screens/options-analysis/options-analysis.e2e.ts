/** Options Analysis as a trader uses it: both views, whose contracts, in which order, and what is kept. */
import type { Page } from "@playwright/test";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, type Grid, gridOf } from "../../testing/grid.ts";
import { expirySelect, symbolSelect } from "../../testing/pane.ts";
import { logIn, stored } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const choice = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const words = async (grid: Grid) => (await grid.headers()).map((text) => text.replace(/[↑↓]/, "").trim());

async function open(page: Page, storage: Readonly<Record<string, unknown>> = {}): Promise<Grid> {
  await logIn(page, { ...NIFTY, ...storage });
  await page.goto("/options-analysis");
  const grid = gridOf(page);
  await grid.ready();
  return grid;
}

test("view 2: titles, controls and mirrored columns, verbatim; the latest row is in view", async ({
  page,
  complaints,
}) => {
  const grid = await open(page);
  await expect(page.getByRole("heading", { level: 1, name: "Options Analysis" })).toBeVisible();
  await expect(symbolSelect(page)).toHaveValue("NIFTY");
  await expect(expirySelect(page)).toBeEnabled();
  await expect(choice(page, "Time frame").locator("option")).toHaveText([
    "3 min",
    "6 min",
    "15 min",
    "30 min",
    "60 min",
  ]);
  const side = ["Analysis", "Vol-Lakh", "VolChg-Lakh", "OI-Lakh", "OI Chg", "Ltp", "Price Chg"];
  expect(await words(grid)).toEqual([...side, "Time", ...side.toReversed()]);

  // Both begin at spot rounded to the step, each is chosen for itself.
  const strike = Number(await choice(page, "CE").inputValue());
  expect(strike % 50).toBe(0);
  await expect(choice(page, "PE")).toHaveValue(String(strike));
  await choice(page, "PE").selectOption(String(strike + 100));
  const name = (one: number) => one.toLocaleString("en-IN");
  await expect(page.getByText(`${name(strike)} - Calls`)).toBeVisible();
  await expect(page.getByText(`${name(strike + 100)} - Puts`)).toBeVisible();

  const last = (await grid.rows()) - 1;
  await expect.poll(async () => (await grid.visibleRows()).last).toBe(last);
  const times = (await grid.column("time")).texts;
  expect(times[0]).toBe("09:18");
  await page.getByRole("button", { name: /^Time/ }).click();
  await expect.poll(async () => (await grid.column("time")).texts.at(-1)).toBe("09:18");
  await expect.poll(async () => (await grid.visibleRows()).first).toBe(0);
  await choice(page, "Time frame").selectOption("15 min");
  await expect.poll(async () => (await grid.column("time")).texts.at(-1)).toBe("09:30");

  await page.reload();
  await grid.ready();
  await expect(choice(page, "Time frame")).toHaveValue("15");
  expect((await grid.column("time")).texts.at(-1)).toBe("09:30");
  expect(await stored(page, "timeInvert")).toBe("true");
  expect(complaints).toEqual([]);
});

test("view 1: one contract in blocks with running sums; a press on the price shows the LTP", async ({ page }) => {
  const grid = await open(page, { analysis: { view: 1, block: 5, ltp: false, frame: 3 } });
  await expect(choice(page, "Type").locator("option")).toHaveText(["CE", "PE"]);
  await expect(choice(page, "Block").locator("option")).toHaveText(["15 min", "60 min"]);
  await expect(choice(page, "Block")).toHaveValue("5");
  expect((await words(grid)).slice(0, 5)).toEqual(["Time", "Price Chng", "OI Chng", "Vol Chng", "Analysis"]);

  // The sums of a block are those of its rows: here of its first five.
  const [oi, code, longs] = await Promise.all(["oi", "analysis", "sum-LB"].map((id) => grid.column(id)));
  const built = oi!.texts.slice(0, 5).map((text, i) => (code!.texts[i] === "Long Build" ? figure(text) : 0));
  expect(figure(longs!.texts[4] ?? "") * 1e5).toBeCloseTo(
    built.reduce((sum, one) => sum + one, 0),
    -3,
  );
  for (const text of code!.texts) expect(text).toMatch(/^(Long Build|Short Build|Short Cover|Long Unwind|No change)$/);

  await page.getByRole("button", { name: /Price Chng/ }).click();
  await expect.poll(async () => (await words(grid))[1]).toBe("LTP");
  await choice(page, "Type").selectOption("PE");
  await expect(page.getByText(/ - Puts$/)).toBeVisible();
  await choice(page, "Block").selectOption("60 min");
  await page.reload();
  await grid.ready();
  await expect(choice(page, "Block")).toHaveValue("20");
  expect((await words(grid))[1]).toBe("LTP");

  // Labels are short in a window of 1000 px.
  await page.setViewportSize({ width: 1001, height: 700 });
  await expect.poll(async () => (await grid.column("analysis")).texts.join()).toMatch(/Build|Cover|Unwind/);
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect.poll(async () => (await grid.column("analysis")).texts.join()).toMatch(/^(LB|SB|SC|LU|No change|,)+$/);
});
