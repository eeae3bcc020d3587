/** A strategy as a link: copied, and opened by another page. */
import { readStrategyLink, strategyLinkOf } from "../../kit/strategy/link/strategy-link.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { legs, openBuilder, sellStraddle } from "../../testing/strategies/builder-page.ts";

test("a link: the legs, their prices and the what-if open on a fresh page; what it cannot have is named", async ({
  page,
  context,
}) => {
  await openBuilder(page);
  await sellStraddle(page);
  const entry = legs(page)
    .nth(1)
    .getByRole("spinbutton", { name: /^Entry price/ });
  await entry.fill("123.45");
  await page.getByRole("button", { name: "What-if" }).click();
  await page.getByRole("region", { name: "What-if" }).getByLabel("Spot", { exact: true }).fill("24000");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link)).toMatchObject({ pathname: "/strategy-builderv3", search: "" });

  page.on("dialog", (dialog) => void dialog.accept()); // the legs on the page are not saved
  await page.goto("/healthz");
  await page.goto(link);
  await expect(legs(page)).toHaveCount(3);
  await expect(entry).toHaveValue("123.45");
  await expect(page).toHaveURL("/strategy-builderv3"); // the way back to the page opens it no second time
  await page.getByRole("button", { name: "What-if" }).click();
  await expect(page.getByText("What-if · 1 changed")).toBeVisible();

  // Over legs that are not saved it asks before.
  const reopen = () =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, new URL(link).hash);
  const question = page.getByRole("dialog", { name: "Open a link to a strategy" });
  await entry.fill("130.55");
  await reopen();
  await question.getByRole("button", { name: "Keep my legs" }).click();
  await expect(page).toHaveURL("/strategy-builderv3");
  await expect(entry).toHaveValue("130.55");
  await reopen();
  await question.getByRole("button", { name: "Open the link" }).click();
  await expect(entry).toHaveValue("123.45");
  // Put away they are no less lost.
  await entry.fill("130.55");
  await page.getByLabel("Symbol").selectOption("BANKNIFTY");
  const bringBack = page.getByRole("button", { name: "Bring back" });
  await expect(bringBack).toBeVisible();
  await reopen();
  await question.getByRole("button", { name: "Keep my legs" }).click();
  await bringBack.click();
  await expect(entry).toHaveValue("130.55");

  const read = await readStrategyLink(new URL(link).hash);
  const [first, second] = read?.legs ?? [];
  if (!read || !first || !second) throw new Error("the copied link cannot be read");
  const unlisted = await strategyLinkOf({ ...read, legs: [first, { ...second, strike: 1 }] });
  await page.goto("/healthz");
  await page.goto(`/strategy-builderv3${unlisted}`);
  await expect(page.getByText(/^Without a price here, left out: NIFTY \w+ \d+ 1 PE$/)).toBeVisible({ timeout: 30_000 });
  await expect(legs(page)).toHaveCount(2);
});
