/** The pages about brokers: the disclaimer, the grid, and what each tile leads to. */
import type { Page } from "@playwright/test";
import { faults } from "../testing/axe.ts";
import { expect, test } from "../testing/fixtures.ts";
import { logIn, stored } from "../testing/session.ts";

const BROKER = { isBrokerLogin: true, broker: "fyers", id: "FX04417", name: "ravi kumar" };
const READ = { isDisclaimer: true };

const tiles = (page: Page) => page.locator("[data-broker]");
const tile = (page: Page, id: string) => page.locator(`[data-broker=${id}]`);

test("the disclaimer stands over the page until it is acknowledged", async ({ page }) => {
  await page.goto("/broker-login");
  const dialog = page.getByRole("dialog", { name: "Disclaimer" });
  await expect(dialog.getByRole("listitem")).toHaveText([
    /analytics and visualisation platform/,
    /no investment advice, trading signals or performance guarantees/,
    /not a registered investment advisor or research analyst with the securities regulator/,
    /only for trades the user starts; the user executes trades independently/,
  ]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "I understand" }).click();
  await expect(dialog).toBeHidden();
  expect(await stored(page, "isDisclaimer")).toBe("true");
  await page.reload();
  await expect(tiles(page)).toHaveCount(11);
  await expect(dialog).toBeHidden();
});

test("eleven tiles lead to pages of their own, or to the brokers' sign-up", async ({ page, complaints }) => {
  await logIn(page, READ);
  await page.goto("/broker-login");
  await expect(tiles(page)).toHaveCount(11);
  await expect(tile(page, "shoonya")).toHaveAttribute("href", "/broker-login/shoonya");
  await expect(tile(page, "aliceblue")).toHaveAttribute("href", "/broker/aliceblue");
  await page.getByText("Open An Account", { exact: true }).click();
  for (const link of await tiles(page).all()) {
    await expect(link).toHaveAttribute("href", /^https:\/\//);
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  }
  await page.getByText("Login", { exact: true }).click();
  await tile(page, "shoonya").click();
  await expect(page).toHaveURL(/\/broker-login\/shoonya$/);
  await expect(page).toHaveTitle("Login with Shoonya - Strikeboard");
  await expect(page.getByText(/cannot be connected yet/)).toBeVisible();
  await page.getByRole("button", { name: "All brokers" }).click();
  await tile(page, "angelone").click();
  await expect(page).toHaveURL(/\/broker\/angelone$/);
  await expect(page.getByRole("img", { name: "Angel One logo" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: /./ })).toHaveText([
    "Execute Big orders on a single click. We split big orders based on Quantity Freeze for you",
    "Live data plan with 2 seconds Real-Time updates",
    "Historical data is available for NIFTY and BANKNIFTY Options",
    /./,
    "Light and dark themes",
  ]);
  await page.getByRole("link", { name: "Login with Angel One" }).click();
  await expect(page.getByRole("heading", { name: "Login with Angel One" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a connected broker is named, logged out, or replaced", async ({ page }) => {
  await logIn(page, { ...READ, broker: BROKER });
  await page.goto("/broker-login");
  await expect(tile(page, "fyers")).toContainText("Connected");
  await page.getByRole("button", { name: "Logout Fyers" }).click();
  await expect.poll(() => stored(page, "broker")).toBeNull();
  await expect(page.getByRole("button", { name: "Logout Fyers" })).toHaveCount(0);

  await logIn(page, { ...READ, broker: BROKER });
  await page.goto("/broker-login");
  await tile(page, "dhan").click();
  expect(await stored(page, "broker")).toBeNull();
});

test("an address that names no broker says so", async ({ page }) => {
  for (const path of ["/broker-login/nobody", "/broker/nobody"]) {
    await page.goto(path);
    await expect(page.getByText("There is no broker 'nobody'.")).toBeVisible();
  }
});

test("are accessible, dark and light", async ({ page }) => {
  await logIn(page, READ);
  for (const path of ["/broker-login", "/broker-login/upstox", "/broker/aliceblue"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const theme of ["Light", "Dark"]) {
      expect(await faults(page), path).toEqual([]);
      await page.getByRole("button", { name: theme, exact: true }).click();
    }
  }
});

test("what a broker sends along leaves the address, and is not used", async ({ page, complaints }) => {
  const sent: string[] = [];
  await page.goto("/healthz");
  page.on("request", (request) => sent.push(request.url()));
  await page.goto("/api/v1/broker/fyers?auth_code=secret-of-fyers&state=OD");
  await expect(page.getByRole("heading", { name: "Back from Fyers" })).toBeVisible();
  await expect(page.getByText("cannot be connected yet")).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === "/api/v1/broker/fyers" && url.search === "");
  expect(sent.filter((url) => url.includes("secret-of-fyers"))).toHaveLength(1);
  await page.getByRole("button", { name: "All brokers" }).click();
  await expect(page).toHaveURL(/\/broker-login$/);
  expect(complaints).toEqual([]);
});
