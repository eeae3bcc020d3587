/** The operator's page: what a running server says of itself, to administrators. */
import type { Locator, Page } from "@playwright/test";
import { faultsInBothThemes } from "../../testing/axe.ts";
import { expect, test } from "../../testing/fixtures.ts";
import type { Product } from "../../testing/product.ts";
import { logIn } from "../../testing/session.ts";

/** The administrator whose password the first start prints. */
function adminOf(product: Product): { email: string; password: string } {
  const [, email = "", password = ""] = /Admin login: (\S+), password (\S+)/.exec(product.log()) ?? [];
  return { email, password };
}

const figure = (page: Page, name: string): Locator =>
  page.locator("dl > div", { has: page.getByText(name, { exact: true }) }).locator("dd");

const numberOf = async (page: Page, name: string): Promise<number> =>
  Number((await figure(page, name).innerText()).replaceAll(",", ""));

test("an administrator sees feed, clients and archive, and sees them move", async ({ page, product, complaints }) => {
  await logIn(page, {}, adminOf(product));
  await page.goto("/status");
  await expect(page).toHaveTitle("Status - Strikeboard");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /^database ok/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^feed ok/ })).toBeVisible();
  expect(await numberOf(page, "Rooms")).toBeGreaterThan(10);
  expect(await numberOf(page, "Instruments")).toBeGreaterThan(1000);
  const time = figure(page, "Exchange time");
  await expect(time).toHaveText(/^2026-11-20 12:\d\d:\d\d$/);
  const before = await time.innerText();
  await expect(time).not.toHaveText(before);
  await expect(figure(page, "CPU, of one core")).toHaveText(/\d %$/);
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(complaints).toEqual([]);

  await test.step("a server that stops answering is said to", async () => {
    await page.route("**/operator/status", (route) => route.abort());
    await expect(page.getByText("Not answering", { exact: true })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText("The server does not answer");
    await page.unroute("**/operator/status");
    await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  });
});

test("nobody else does", async ({ page }) => {
  await page.goto("/status");
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page);
  await page.goto("/status");
  await expect(page.getByText("You don't have permission to view this page")).toBeVisible();
});
