/** The chain without a pointer. */
import { expect, test } from "../../testing/fixtures.ts";
import { gridOf } from "../../testing/grid.ts";
import { logIn } from "../../testing/session.ts";

test("the keyboard moves through the grid and reads its cells out", async ({ page }) => {
  await logIn(page, { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } });
  await page.goto("/option-chain-new");
  const grid = gridOf(page);
  await grid.ready();
  const row = await grid.atmRow();
  const focused = page.locator("[role=gridcell]:focus");
  // What hears the press comes after the first figures.
  await expect(async () => {
    const { x, y, width, height } = await grid.box(row, "ce:LTP");
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(focused).toContainText("LTP", { timeout: 3000 });
  }).toPass();
  await page.keyboard.press("ArrowRight");
  await expect(focused).toContainText((await grid.cell(row, "strike")).text);
  await page.keyboard.press("ArrowDown");
  await expect(focused).toContainText((await grid.cell(row + 1, "strike")).text);
  await page.keyboard.press("Control+End");
  await expect(page.locator("[role=row]:has(:focus)")).toHaveAttribute(
    "aria-rowindex",
    String((await grid.rows()) + 1),
  );
  await page.keyboard.press("Home");
  await expect(focused).toHaveAttribute("aria-colindex", "1");
});
