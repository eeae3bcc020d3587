/** From the analyzer's checked candidates to their payoffs: what is handed over, looked at, saved, and forgotten. */
import type { Page } from "@playwright/test";
import { faults } from "../../testing/axe.ts";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { gridOf } from "../../testing/grid.ts";
import { logIn, NIFTY, stored } from "../../testing/session.ts";

const list = (page: Page) => page.getByRole("region", { name: "Strategies" });
const legs = (page: Page) => page.getByRole("region", { name: "Legs" }).getByRole("row");
const figures = (page: Page) => page.getByRole("region", { name: "Figures" });

/** On the analyzer two candidates are checked, of two and of four legs. */
async function handOver(page: Page): Promise<void> {
  const diagram = page.getByRole("button", { name: /^Payoff Diagram/ });
  await expect(diagram).toBeDisabled();
  await page.getByRole("button", { name: "Analyze" }).click();
  const table = gridOf(page, "Candidates");
  await table.ready();
  // The board has its height, and rows stay where they are.
  await expect.poll(async () => (await table.visibleRows()).last).toBeGreaterThan(4);
  for (const kind of ["Short Straddle", "Iron Condor"]) {
    await page.getByLabel("Strategy", { exact: true }).selectOption(kind);
    await expect.poll(async () => (await table.cell(0, "name")).text).toBe(kind);
    const { x, y } = await table.box(0, "name");
    await page.mouse.click(x + 18, y + 12);
  }
  await expect(diagram).toHaveText("Payoff Diagram (2)");
  await diagram.click();
  await expect(page).toHaveURL(/\/strategy-analyzer-builder$/);
}

test("two candidates are handed over: looked at, saved, of their symbol alone, and forgotten when they are left", async ({
  page,
  complaints,
}) => {
  const handedOver = async () => [await stored(page, "strategies"), await stored(page, "strategiesExtra")];
  await logIn(page, NIFTY);
  await page.goto("/strategy-analyzer");
  await handOver(page);
  const [first, second] = [list(page).getByRole("row").nth(1), list(page).getByRole("row").nth(2)];

  await test.step("each with its payoff and figures, saved as the older builder saves", async () => {
    const straddle = list(page).getByRole("row", { name: /Short Straddle/ });
    const condor = list(page).getByRole("row", { name: /Iron Condor/ });
    await expect(list(page).getByRole("row")).toHaveCount(3);
    await expect(first.getByRole("button")).toHaveAttribute("aria-pressed", "true");
    await condor.click();
    await expect(legs(page)).toHaveCount(5);
    await straddle.click();
    await expect(legs(page)).toHaveCount(3);
    await chartOf(page, "Payoff over the spot").ready();
    for (const label of ["Totol P&L", "Max Profit", "Max Loss", "Break Even", "RR", "Net Credit", "Estimated Margin"])
      await expect(figures(page).getByText(label, { exact: true })).toBeVisible();
    await figures(page).getByRole("button", { name: "Greeks" }).click();
    const capital = figures(page).locator("dl > div", { hasText: "Capital" });
    await expect(capital.locator("dd")).toHaveText(/^---\s*$/);
    await expect(figures(page).getByText("PoP", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Days to Expire", { exact: true })).toBeVisible();
    expect(await faults(page)).toEqual([]);

    const extra = JSON.parse((await stored(page, "strategiesExtra")) ?? "{}");
    expect(Object.keys(extra).sort()).toEqual([
      "expiry",
      "m",
      "prevSpot",
      "remainingDays",
      "remainingTime",
      "socketname",
      "spot",
      "strikes",
      "tokenDictionary",
    ]);
    const [straddleSent] = JSON.parse((await stored(page, "strategies")) ?? "[]").filter(({ name }: { name: string }) =>
      name.startsWith("Short Straddle,"),
    );
    expect(straddleSent).toMatchObject({ maxLoss: "Unlimited", RR: "-", strategy: [{ type: "CE" }, { type: "PE" }] });
    const { strike, securityId } = straddleSent.strategy[0];
    expect(extra.m[`${strike}CE`]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(extra.tokenDictionary[securityId]).toMatchObject({ strike, type: "CE" });

    await page.getByRole("button", { name: "Save Strategy" }).click();
    const panel = page.getByRole("region", { name: "Save Strategy" });
    await panel.getByLabel("Strategy Name").fill("Found");
    await panel.getByRole("button", { name: "Save Locally" }).click();
    await expect(panel.getByRole("status")).toHaveText("Strategy saved successfully");
    expect(await stored(page, "savedstrategies")).toContain("Found - NIFTY-");
  });

  await test.step("another symbol does not show them; back at theirs, and after a reload, they are there", async () => {
    await page.getByLabel("Symbol").selectOption("BANKNIFTY");
    await expect(page.getByText(/^These strategies are of NIFTY-/)).toBeVisible();
    await page.getByLabel("Symbol").selectOption("NIFTY");
    await expect(legs(page).nth(1)).toBeVisible();

    await page.reload();
    await expect(list(page).getByRole("row")).toHaveCount(3);
    await second.click();
    await expect(second.getByRole("button")).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("a typed address leaves the screen, too, and forgets them", async () => {
    await page.goto("/strategy-analyzer");
    expect(await handedOver()).toEqual([null, null]);
  });

  await test.step("so does the way back", async () => {
    await handOver(page);
    await page.getByRole("button", { name: "← Analyzer" }).click();
    await expect(page).toHaveURL(/\/strategy-analyzer$/);
    await expect.poll(handedOver).toEqual([null, null]);
    await page.goBack();
    await expect(page.getByText(/^No strategy was handed over/)).toBeVisible();
  });
  expect(complaints).toEqual([]);
});
