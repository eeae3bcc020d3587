/** The analyzer as a trader uses it: limits, Analyze, sorting, filters, a candidate's payoff, the optimizer, another moment. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { faults } from "../../testing/axe.ts";
import { chartOf } from "../../testing/chart.ts";
import { enterReplay, head } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, gridOf } from "../../testing/grid.ts";
import { logIn } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const BEGIN = /^Press Analyze/;
const grid = (page: Page) => page.getByRole("grid", { name: "Candidates" });
const table = (page: Page) => gridOf(page, "Candidates");
/** The row that the keyboard is in. */
const row = (page: Page) => grid(page).locator("[role=rowgroup] > [role=row]:not([hidden])");
const detail = (page: Page) => page.getByRole("region", { name: "Candidate" });
const standing = (page: Page) => page.getByText(/^[\d,]+ of [\d,]+ candidates$/);
const analyze = (page: Page) => page.getByRole("button", { name: "Analyze" }).click();
const header = (page: Page, name: string) => grid(page).getByRole("columnheader", { name });

async function open(page: Page): Promise<void> {
  await logIn(page, NIFTY);
  await page.goto("/strategy-analyzer");
  await expect(page.getByText(BEGIN)).toBeVisible();
}

/** Figures of a column, in the order of the rows. */
async function figures(page: Page, column: string): Promise<readonly number[]> {
  const { texts } = await table(page).column(column);
  return texts.map((text) => figure(text.replace(/1 : |†/g, "")));
}

/** The rows are there, and stay where they are: the board has its height. */
async function ready(page: Page): Promise<void> {
  await table(page).ready();
  await expect.poll(async () => (await table(page).visibleRows()).last).toBeGreaterThan(4);
}

async function pressIn(page: Page, place: number, column: string, x: number): Promise<void> {
  const box = await table(page).box(place, column);
  await page.mouse.click(box.x + x, box.y + box.height / 2);
}
/** What has no figure comes last. */
const isDescending = (values: readonly number[]): boolean =>
  values.every((value, i) => Number.isNaN(value) || value <= (values[i - 1] ?? value));

test("limits, sorting, filters, candidates by pointer, the optimizer, and another moment", async ({
  page,
  complaints,
}) => {
  await open(page);

  await test.step("limits, Analyze, the list of strategies, sorting", async () => {
    await expect(page.getByLabel("Strategy", { exact: true }).locator("option")).toHaveCount(15);
    const [lower, upper] = [page.getByLabel("Lower Limit"), page.getByLabel("Upper Limit")];
    await expect(lower).toHaveAttribute("step", /^\d+$/);
    const step = Number(await lower.getAttribute("step"));
    expect(Number(await upper.inputValue()) - Number(await lower.inputValue())).toBe(2 * step);
    await analyze(page);
    await expect(standing(page)).toHaveText("287 of 287 candidates");
    await expect(page.getByText(/^prices of \d\d:\d\d/)).toBeVisible();
    await expect(header(page, "PoP")).toHaveAttribute("aria-sort", "descending");
    await ready(page);
    expect(isDescending(await figures(page, "pop"))).toBe(true);
    await expect(header(page, "PoP")).toHaveAttribute("title", /^Probability of profit/);

    // The upper limit follows the lower one, and both stay within ten steps.
    const highest = Number(await upper.inputValue()) + 20 * step;
    await lower.fill(String(highest));
    await lower.press("Enter");
    await expect(upper).toHaveValue(await lower.inputValue());
    expect(Number(await lower.inputValue())).toBeLessThan(highest);
    await upper.fill("1");
    await upper.press("Enter");
    await expect(lower).toHaveValue(await upper.inputValue());

    await header(page, "RR").getByRole("button").click();
    await expect(header(page, "RR")).toHaveAttribute("aria-sort", "descending");
    // Those of a profit at an underlying worth nothing come last, in an order of their own.
    const isRanked = async (): Promise<boolean> => {
      const { texts } = await table(page).column("reward");
      const first = texts.findIndex((text) => text.endsWith("†"));
      const [near, remote] = [texts.slice(0, first), texts.slice(first)].map((some) =>
        some.map((text) => figure(text.replace(/1 : |†/g, ""))),
      ) as [number[], number[]];
      return first > 0 && texts.slice(first).every((text) => text.endsWith("†")) && [near, remote].every(isDescending);
    };
    await expect.poll(isRanked).toBe(true);
    await page.getByLabel("Strategy", { exact: true }).selectOption("Long Straddle");
    await header(page, "PoP").getByRole("button").click();
    await expect(standing(page)).toHaveText("7 of 7 candidates");
    await expect.poll(async () => (await table(page).cell(0, "name")).text).toBe("Long Straddle");
    expect(await table(page).cell(0, "maxProfit")).toMatchObject({ text: "Unlimited", ink: "up" });
    expect(await table(page).cell(0, "maxLoss")).toMatchObject({
      text: expect.stringMatching(/^−[\d,]+$/),
      ink: "down",
    });
    expect((await table(page).cell(0, "reward")).text).toBe("-");
    await page.getByRole("button", { name: "+ Filter" }).click();
    await page.getByRole("menuitem", { name: "PoP at least" }).click();
    await page.getByRole("spinbutton", { name: "PoP at least" }).fill("100");
    await expect(page.getByText("No candidate passes the filters.")).toBeVisible();
  });

  await test.step("filters as chips, kept", async () => {
    await page.getByLabel("Strategy", { exact: true }).selectOption("All");
    await page.getByRole("spinbutton", { name: "PoP at least" }).fill("60");
    await expect.poll(async () => (await figures(page, "pop")).every((pop) => pop >= 60)).toBe(true);
    await expect(standing(page)).not.toHaveText("287 of 287 candidates");
    await page.reload();
    await expect(page.getByRole("spinbutton", { name: "PoP at least" })).toHaveValue("60");
    await page.getByRole("button", { name: "No filter: PoP at least" }).click();
    await analyze(page);
    await ready(page);
  });

  await test.step("by pointer: a press looks at a candidate, its box checks it, and Escape leaves it; a new sort takes it along", async () => {
    await pressIn(page, 3, "name", 18);
    await expect(page.getByRole("button", { name: "Payoff Diagram (1)" })).toBeEnabled();
    const checked = async () => (await table(page).column("name")).cells.map((cell) => cell.checked).indexOf(true);
    await expect.poll(checked).toBe(3);
    await expect(detail(page)).toHaveCount(0);

    await pressIn(page, 5, "legs", 40);
    await expect(detail(page).getByText(/^row 6, /)).toBeVisible();
    const { text: legs } = await table(page).cell(5, "legs");
    expect(legs).toMatch(/^[BS] (2 x )?[\d,]+ (CE|PE)( {3}[BS] |$)/);
    await header(page, "Max Loss").getByRole("button").click();
    await expect(header(page, "Max Loss")).toHaveAttribute("aria-sort", "descending");
    const chosen = async () => {
      const { cells, texts } = await table(page).column("legs");
      return texts[cells.findIndex(({ surface }) => surface === "accent-soft")];
    };
    await expect(detail(page).getByText(/^row (?!6,)\d+, /)).toBeVisible();
    await expect.poll(chosen).toBe(legs);
    await row(page).getByRole("checkbox").focus();
    await page.keyboard.press("Escape");
    await expect(detail(page)).toHaveCount(0);

    await pressIn(page, 2, "name", 18);
    await pressIn(page, 2, "name", 18);
    await expect(page.getByRole("button", { name: "Payoff Diagram (1)" })).toBeVisible();
  });

  await test.step("the tip of a cell says what its dagger means; all rows are in the file", async () => {
    await header(page, "PoP").getByRole("button").click();
    await expect(header(page, "PoP")).toHaveAttribute("aria-sort", "descending");
    await page.getByLabel("Strategy", { exact: true }).selectOption("Put Ratio BackSpread");
    await expect.poll(async () => (await table(page).cell(0, "name")).text).toBe("Put Ratio BackSpread");
    await expect.poll(async () => (await table(page).column("reward")).texts.some((text) => /†/.test(text))).toBe(true);
    const { x, y, width } = await table(page).box(0, "reward");
    await page.mouse.move(x + width / 2, y + 10);
    const tip = grid(page).locator("div[title]:has([role=rowgroup])");
    await expect(tip).toHaveAttribute("title", /^Its most profit would need an underlying worth nothing/);
    await page.mouse.move(x - 40, y + 10);
    await expect(tip).toHaveAttribute("title", "");

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const lines = readFileSync(await (await download).path(), "utf8").split("\r\n");
    expect(lines[7]).toBe('Strategy,Strikes,Max Profit,Max Loss,RR,PoP,"BreakEven, lower","BreakEven, upper"');
    expect(lines[8]).toMatch(/^Put Ratio BackSpread,B 2 x \d+ PE; S \d+ PE,/);
    expect(lines.slice(8).filter((line) => line !== "")).toHaveLength(await table(page).rows());
  });

  await test.step("the optimizer ranks by P&L at a target against the largest loss", async () => {
    await page.getByLabel("Strategy", { exact: true }).selectOption("All");
    await page.getByRole("button", { name: "Optimizer" }).click();
    await analyze(page);
    await ready(page);
    const upper = Number(await page.getByLabel("Upper Limit").inputValue());
    await page.getByLabel("Target").fill(String(upper + 100));
    await page.getByLabel("Days left").fill("0");
    await expect(header(page, "Per Risk")).toHaveAttribute("aria-sort", "descending");
    // Up there spreads that are bought for a rise win most for what they risk.
    await expect
      .poll(async () => (await table(page).cell(0, "name")).text)
      .toMatch(/Bull|Butterfly|Condor|Backspread/i);
    await expect.poll(async () => isDescending(await figures(page, "perRisk"))).toBe(true);
    expect((await figures(page, "atTarget")).every((value) => value > 0)).toBe(true);
  });

  await test.step("another symbol has no candidates until it is analyzed; those of an afternoon are unknown in its morning", async () => {
    await page.getByRole("button", { name: "Optimizer" }).click();
    await expect(standing(page)).toBeVisible();
    await page.getByLabel("Symbol").selectOption("BANKNIFTY");
    await expect(page.getByText(BEGIN)).toBeVisible();
    await analyze(page);
    await ready(page);
    await enterReplay(page);
    await head(page).press("Home");
    await expect(grid(page)).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});

test("by keyboard: a candidate is looked at, checked, and stands in the list of the checked ones", async ({ page }) => {
  await open(page);
  await analyze(page);
  await ready(page);
  const box = row(page).getByRole("checkbox");
  await expect(row(page)).toHaveAttribute("aria-selected", "false");
  await box.focus();
  await page.keyboard.press("ArrowDown");
  await expect(detail(page).getByText(/^row 1, 1 lot of \d+$/)).toBeVisible();
  await expect(row(page)).toHaveAttribute("aria-selected", "true");
  expect((await table(page).cell(0, "pop")).surface).toBe("accent-soft");
  await chartOf(page, "Payoff over the spot").ready();
  await expect(detail(page).locator("dl > div", { hasText: "Max Loss" }).locator("dd")).toHaveText(
    /^(−[\d,]+|Unlimited)\s*$/,
  );
  const { text: kind } = await table(page).cell(0, "name");
  await expect(box).toHaveAccessibleName(new RegExp(`^${kind},\\d+(CE|PE)`));
  await expect(box).not.toBeChecked();
  await page.keyboard.press("Space");
  await expect(box).toBeChecked();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Control+End");
  await expect(detail(page).getByText(/^row 287, /)).toBeVisible();
  await expect(row(page)).toHaveAttribute("aria-rowindex", "288");
  await page.keyboard.press("Space");
  await page.getByLabel("Strategy", { exact: true }).selectOption("Checked Strategies");
  await expect(standing(page)).toHaveText("2 of 287 candidates");
  const legs = await detail(page).getByRole("list", { name: "Legs" }).getByRole("listitem").count();
  await detail(page).getByRole("button", { name: "Open in builder" }).click();
  await expect(page.getByRole("region", { name: "Legs" }).getByRole("row")).toHaveCount(legs + 1);
});
