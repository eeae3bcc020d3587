/** The analyzer as a trader uses it: limits, Analyze, sorting, filters, a candidate's payoff, the optimizer, another moment. */
import type { Page } from "@playwright/test";
import { faults } from "../../testing/axe.ts";
import { chartOf } from "../../testing/chart.ts";
import { enterReplay, head } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { logIn } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const BEGIN = /^Press Analyze/;
const grid = (page: Page) => page.getByRole("grid", { name: "Candidates" });
/** Those that are made, without the heading. */
const rows = (page: Page) => grid(page).locator("tbody tr[aria-rowindex]");
const standing = (page: Page) => page.getByText(/^[\d,]+ of [\d,]+ candidates$/);
const analyze = (page: Page) => page.getByRole("button", { name: "Analyze" }).click();
const header = (page: Page, name: string) => grid(page).getByRole("columnheader", { name });

async function open(page: Page): Promise<void> {
  await logIn(page, NIFTY);
  await page.goto("/strategy-analyzer");
  await expect(page.getByText(BEGIN)).toBeVisible();
}

/** Figures of a column, in the order of the rows. */
async function figures(page: Page, column: number): Promise<readonly number[]> {
  const texts = await rows(page).locator(`td:nth-child(${column})`).allTextContents();
  return texts.map((text) => Number(text.replace(/1 : |[,+%†\s]/g, "").replace("−", "-")));
}
const isDescending = (values: readonly number[]): boolean =>
  values.every((value, i) => value <= (values[i - 1] ?? value));

test("limits, Analyze, the list of strategies, sorting", async ({ page, complaints }) => {
  await open(page);
  await expect(page.getByLabel("Strategy", { exact: true }).locator("option")).toHaveCount(15);
  const [lower, upper] = [page.getByLabel("Lower Limit"), page.getByLabel("Upper Limit")];
  await expect(lower).toHaveAttribute("step", /^\d+$/);
  const step = Number(await lower.getAttribute("step"));
  expect(Number(await upper.inputValue()) - Number(await lower.inputValue())).toBe(2 * step);
  await analyze(page);
  await expect(standing(page)).toHaveText("287 of 287 candidates");
  await expect(page.getByText(/^prices of \d\d:\d\d/)).toBeVisible();
  await expect(header(page, "PoP")).toHaveAttribute("aria-sort", "descending");
  expect(isDescending(await figures(page, 6))).toBe(true);

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
  await expect.poll(async () => isDescending(await figures(page, 5))).toBe(true);
  expect((await figures(page, 5)).every((ratio) => ratio > 0)).toBe(true);
  await page.getByLabel("Strategy", { exact: true }).selectOption("Long Straddle");
  await header(page, "PoP").getByRole("button").click();
  await expect(standing(page)).toHaveText("7 of 7 candidates");
  await expect(rows(page).first()).toContainText("Unlimited");
  await expect(rows(page).first().locator("td").nth(4)).toHaveText("-");
  expect(complaints).toEqual([]);
});

test("by keyboard: a candidate is looked at, checked, and stands in the list of the checked ones", async ({ page }) => {
  await open(page);
  await analyze(page);
  await grid(page).focus();
  await page.keyboard.press("ArrowDown");
  const detail = page.getByRole("region", { name: "Candidate" });
  await expect(detail.getByText(/^row 1, 1 lot of \d+$/)).toBeVisible();
  await chartOf(page, "Payoff over the spot").ready();
  await expect(detail.locator("dl > div", { hasText: "Max Loss" }).locator("dd")).toHaveText(
    /^(−[\d,]+|Unlimited)\s*$/,
  );
  await page.keyboard.press("Space");
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("End");
  await expect(detail.getByText("row 287, ")).toBeVisible();
  await expect(rows(page).last()).toHaveAttribute("aria-rowindex", "288");
  await page.keyboard.press("Space");
  await page.getByLabel("Strategy", { exact: true }).selectOption("Checked Strategies");
  await expect(standing(page)).toHaveText("2 of 287 candidates");
  const legs = await detail.getByRole("list", { name: "Legs" }).getByRole("listitem").count();
  await detail.getByRole("button", { name: "Open in builder" }).click();
  await expect(page.getByRole("region", { name: "Legs" }).getByRole("row")).toHaveCount(legs + 1);
});

test("filters as chips, kept; the optimizer ranks by P&L at a target against the largest loss", async ({ page }) => {
  await open(page);
  await analyze(page);
  await page.getByRole("button", { name: "+ Filter" }).click();
  await page.getByRole("menuitem", { name: "PoP at least" }).click();
  await page.getByRole("spinbutton", { name: "PoP at least" }).fill("60");
  await expect.poll(async () => (await figures(page, 6)).every((pop) => pop >= 60)).toBe(true);
  await expect(standing(page)).not.toHaveText("287 of 287 candidates");
  await page.reload();
  await expect(page.getByRole("spinbutton", { name: "PoP at least" })).toHaveValue("60");
  await page.getByRole("button", { name: "No filter: PoP at least" }).click();

  await page.getByRole("button", { name: "Optimizer" }).click();
  await analyze(page);
  const upper = Number(await page.getByLabel("Upper Limit").inputValue());
  await page.getByLabel("Target").fill(String(upper + 100));
  await page.getByLabel("Days left").fill("0");
  await expect(header(page, "Per Risk")).toHaveAttribute("aria-sort", "descending");
  // Up there spreads that are bought for a rise win most for what they risk.
  await expect(rows(page).first()).toContainText(/Bull|Butterfly|Condor|Backspread/i);
  await expect.poll(async () => isDescending(await figures(page, 4))).toBe(true);
  expect((await figures(page, 3)).every((value) => value > 0)).toBe(true);
});

test("another symbol has no candidates until it is analyzed; those of an afternoon are unknown in its morning", async ({
  page,
}) => {
  await open(page);
  await analyze(page);
  await expect(standing(page)).toBeVisible();
  await page.getByLabel("Symbol").selectOption("BANKNIFTY");
  await expect(page.getByText(BEGIN)).toBeVisible();
  await analyze(page);
  await expect(rows(page).first()).toBeVisible();
  await enterReplay(page);
  await head(page).press("Home");
  await expect(grid(page)).toHaveCount(0);
});
