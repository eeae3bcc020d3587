/** The heat map as a trader uses it: what, in which unit, and the cell under the crosshair by pointer and by keys. */
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { expirySelect, symbolSelect } from "../../testing/pane.ts";
import { logIn } from "../../testing/session.ts";

test("controls, the tooltip of a cell, and the crosshair by keys", async ({ page, complaints }) => {
  await logIn(page, { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } });
  await page.goto("/oi-heatmap");
  const map = chartOf(page, "OI heat map");
  await map.ready();
  await expect(page.getByRole("heading", { level: 1, name: "OI Heat Map" })).toBeVisible();
  await expect(symbolSelect(page)).toHaveValue("NIFTY");
  await expect(expirySelect(page)).toBeEnabled();
  await expect(page.getByText("CALLS", { exact: true })).toBeVisible();
  await expect(page.getByText("PUTS", { exact: true })).toBeVisible();
  const { x } = await map.data();
  expect(x[0]).toBe(9 * 60 + 18);
  expect((await map.drawn()).valueTicks).toHaveLength(21);

  // The newest cell of the calls stands left of the strikes.
  const image = page.getByRole("img", { name: /^OI heat map/ });
  const box = await image.boundingBox();
  if (!box) throw new Error("no map");
  const tip = page.getByText(/ · \d\d:\d\d to \d\d:\d\d$/);
  // What hears the pointer comes after the first figures.
  await expect(async () => {
    await page.mouse.move(box.x + box.width / 2 - 44 - 5, box.y + 59);
    await page.mouse.move(box.x + box.width / 2 - 44 - 5, box.y + 60);
    await expect(tip).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByText("PE OI Change", { exact: true })).toBeVisible();
  await page.mouse.move(box.x + box.width / 2, box.y + 60); // the strikes
  await expect(tip).toBeHidden();

  await image.focus();
  await page.keyboard.press("ArrowLeft");
  const said = map.root.locator("output");
  await expect(said).toContainText(/^[\d,]+ · \d\d:\d\d to \d\d:\d\d, CE OI Change [+\u2212]?[\d,]+/);
  const first = await said.textContent();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await expect(said).not.toHaveText(first ?? "");
  await page.keyboard.press("Escape");
  await expect(tip).toBeHidden();

  await page.getByRole("button", { name: "Lot", exact: true }).click();
  await expect(page.getByText("lots", { exact: true })).toBeVisible();
  await page.getByText("Vol", { exact: true }).click();
  await page.getByLabel("Time frame").selectOption("15 min");
  await expect.poll(async () => (await map.data()).x[0]).toBe(9 * 60 + 30);
  expect(complaints).toEqual([]);
});
