/** The top bar's menus and links, what a narrow device sees, and B and S of the chain. */
import type { Locator, Page } from "@playwright/test";
import { connectBroker } from "../../testing/broker.ts";
import { enterReplay, replayIcon } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { gridOf } from "../../testing/grid.ts";
import { logIn, store, stored } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const BROKER = { isBrokerLogin: true, broker: "zerodha", id: "ZQ1234", name: "ravi kumar" };
const DAY_MS = 86_400_000;

const screens = (page: Page): Locator => page.getByRole("navigation", { name: "Screens" });
const items = (page: Page, menu: string): Promise<readonly string[]> =>
  page.getByRole("menu", { name: menu }).getByRole("menuitem").allInnerTexts();
const account = (page: Page): Locator => page.getByRole("button", { name: /^Account: / });

test("logged out there are Pricing and Login, and no more; a narrow device that is held upright is asked to be turned", async ({
  page,
}) => {
  await page.goto("/broker-login");
  await page.getByRole("button", { name: "I understand" }).click();
  await expect(screens(page).getByRole("link")).toHaveText(["Pricing", "Login"]);
  await expect(screens(page).getByRole("button")).toHaveCount(0);
  await expect(account(page)).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Indices" })).toHaveCount(0);
  await screens(page).getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/login$/);

  const words = page.getByText("Please rotate your device");
  for (const [width, height, isAsked] of [
    [600, 900, true],
    [900, 600, false],
    [700, 900, false],
    [699, 700, true],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(words).toBeVisible({ visible: isAsked });
    await expect(page.getByLabel("Email")).toBeVisible({ visible: !isAsked });
  }
});

test("the board has its room from the first figures on, also while the notices are on their way", async ({ page }) => {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/assets\/Notices-/, async (route) => {
    await held;
    await route.continue();
  });
  await logIn(page, NIFTY);
  await page.goto("/option-chain-new");
  const main = page.getByRole("main");
  const box = async () => main.boundingBox();
  await gridOf(page).ready();
  const before = await box();
  expect(before?.height).toBeGreaterThan(500);
  letGo();
  await expect(page.getByRole("region", { name: "Notices" })).toBeAttached();
  expect(await box()).toEqual(before);
});

test("menus open by mouse and keys, and give the focus back; in a narrow window nothing of the bar stands over something else", async ({
  page,
  complaints,
}) => {
  const wide = page.viewportSize()!;
  await logIn(page, NIFTY);
  for (const [path, width, height] of [
    ["/workspace", 800, 600], // where a phone has bars of its own, and this is none
    ["/maxpain", 640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect(account(page)).toBeVisible();
    const left = await page.getByRole("radiogroup", { name: "Live or history" }).boundingBox();
    const menus = await screens(page).boundingBox();
    expect((menus?.x ?? 0) + (menus?.width ?? 0)).toBeLessThanOrEqual(left?.x ?? 0);
  }
  await page.setViewportSize({ width: 960, height: 700 });
  const cut = page.getByRole("list", { name: "Indices" }).evaluate((list) => {
    const { left, bottom } = list.getBoundingClientRect();
    const boxes = [...list.children].map((index) => index.getBoundingClientRect());
    return boxes.filter((box) => box.top < bottom && box.left < left - 1).length;
  });
  expect(await cut).toBe(0);

  await screens(page).getByRole("button", { name: "Workspace" }).click();
  await expect(page.getByRole("menu", { name: "Workspace" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.setViewportSize(wide);
  const options = screens(page).getByRole("button", { name: "Options" });
  await options.focus();
  await page.keyboard.press("ArrowDown");
  expect((await items(page, "Options")).slice(0, 3)).toEqual([
    "Option Chain",
    "Option Chain (new)",
    "OI/Premium Graph",
  ]);
  await expect(page.getByRole("menuitem", { name: "Option Chain", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "OI/Premium Graph" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(options).toBeFocused();
  await options.click();
  await page.getByRole("menuitem", { name: "OI/Premium Graph" }).click();
  await expect(page).toHaveURL(/\/oigraph$/);

  await page.getByRole("button", { name: "Channels" }).click();
  expect(await items(page, "Channels")).toEqual(["Channel", "Group"]);
  for (const name of ["Channel", "Group"]) {
    const link = page.getByRole("menuitem", { name });
    await expect(link).toHaveAttribute("href", /^https:\/\//);
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Report a bug" }).click();
  await expect(page).toHaveURL(/\/report$/);
  expect(complaints).toEqual([]);
});

test("the account menu follows the broker", async ({ page }) => {
  await logIn(page, { broker: BROKER });
  await page.goto("/alert-settings");
  await expect(account(page).getByRole("img", { name: "Zerodha logo" })).toBeVisible();
  await account(page).click();
  expect(await items(page, "Account")).toEqual(["Account Details", "Dashboard", "Broker Logout", "Logout"]);
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/v1/users/broker-logout"));
  await page.getByRole("menuitem", { name: "Broker Logout" }).click();
  expect((await asked).method()).toBe("GET");
  await expect.poll(() => stored(page, "broker")).toBeNull();
  await expect(account(page)).toHaveText("DT");
  await account(page).click();
  expect(await items(page, "Account")).toEqual(["Account Details", "Broker Login", "Logout"]);
  await page.getByRole("menuitem", { name: "Broker Login" }).click();
  await expect(page).toHaveURL(/\/broker-login$/);
});

test("logging out on the dashboard forgets the broker, and leads to the login", async ({ page }) => {
  await logIn(page);
  await store(page, { broker: await connectBroker(page) });
  await page.goto("/broker-dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Broker Dashboard");
  await account(page).click();
  await page.getByRole("menuitem", { name: "Logout", exact: true }).click();
  await expect(page.getByRole("form", { name: "Login" })).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === "/login");
  expect(await stored(page, "broker")).toBeNull();
});

test("a page without a session leaves alerts and stops to those that have one", async ({ page }) => {
  await page.goto("/pricing", { waitUntil: "networkidle" });
  await expect(page.locator("[data-toasts]")).toBeAttached();
  expect(await page.evaluate(() => navigator.locks.query())).toEqual({ held: [], pending: [] });
});

test("the account icon warns of the subscription's end", async ({ page }) => {
  // The account is looked at again after a while: here what is stored counts.
  await page.route("**/api/v1/users/account", (route) => route.abort());
  const { data } = await logIn(page);
  await store(page, { user: { ...data.user, validity: new Date(Date.now() + 1.5 * DAY_MS).toISOString() } });
  await page.goto("/alert-settings");
  await expect(account(page)).toHaveAccessibleName(/2 days of subscription left$/);
  await expect(account(page).locator("span")).toHaveAttribute("data-warning", "orange");
});

const trade = (page: Page): Locator => page.locator("[data-grid] button[data-tone]:visible");

async function openChain(page: Page, storage: Readonly<Record<string, unknown>> = NIFTY): Promise<void> {
  await logIn(page, storage);
  await page.goto("/option-chain-new");
  await gridOf(page).ready();
}

async function point(page: Page, column: string): Promise<void> {
  const grid = gridOf(page);
  const { x, y, width, height } = await grid.box(await grid.atmRow(), column);
  await page.mouse.move(x + width / 2, y + height / 2 - 1);
  await page.mouse.move(x + width / 2, y + height / 2);
}

test("B and S stand on the row that is pointed at, and lead to the brokers: not in a replay, nor on BSE without a broker that trades there", async ({
  page,
  complaints,
}) => {
  const expectTrade = (): Promise<void> =>
    expect(async () => {
      await point(page, "ce:LTP");
      await expect(trade(page)).toHaveText(["B", "S", "B", "S"], { timeout: 500 });
    }).toPass();
  await openChain(page);
  await expectTrade();
  await enterReplay(page);
  await point(page, "ce:LTP");
  await expect(trade(page)).toHaveCount(0);
  await replayIcon(page).click();
  await expectTrade();
  await trade(page).nth(2).click();
  await expect(page).toHaveURL(/\/broker-login$/);

  await page.getByRole("button", { name: "I understand" }).click();
  await page.goBack();
  await gridOf(page).ready();
  const grid = gridOf(page);
  await expect(page.locator("[aria-keyshortcuts='B S']")).toBeVisible();
  await expect(async () => {
    const { x, y, width, height } = await grid.box(await grid.atmRow(), "pe:IV");
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.keyboard.press("s");
    await expect(page).toHaveURL(/\/broker-login$/);
  }).toPass();

  await openChain(page, { exchange: { exchange: "BSE" } });
  await point(page, "ce:LTP");
  await expect(trade(page)).toHaveCount(0);
  await store(page, { broker: BROKER });
  await page.goto("/option-chain-new");
  await gridOf(page).ready();
  await expectTrade();
  expect(complaints).toEqual([]);
});
