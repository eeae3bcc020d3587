/** The way in and out: login, what the browser keeps of it, and every way in which a session ends. */
import type { Page } from "@playwright/test";
import { expect, test } from "../../testing/fixtures.ts";
import { gridOf } from "../../testing/grid.ts";
import { DEMO } from "../../testing/product.ts";
import { logIn, postLogin, store, stored } from "../../testing/session.ts";

const LOGIN_CALL = "**/api/v1/users/login";
const INIT_CALL = "**/api/v1/dbtockendictionaries/init";
/** '{hash}-{OS}-{random id}-{browser}' */
const FINGERPRINT = /^[0-9a-z]+-(Windows|macOS|iOS|iPadOS|Android|Linux|Unknown OS)-[0-9a-z]+-[A-Za-z ]+$/;

const submit = (page: Page) => page.locator("button[type=submit]");
const message = (page: Page) => page.getByRole("alert").locator("[data-style]");

async function fill(page: Page, password: string = DEMO.password): Promise<void> {
  await page.getByLabel("Email").fill(DEMO.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

test("what does not let anybody in is said, and the link that was opened before the login opens after it", async ({
  page,
}) => {
  await page.goto("/strategy-builderv3#s=abc-_123");
  await expect(page).toHaveURL(/\/login$/);
  await test.step("a network error only ends the loading", async () => {
    await page.route(LOGIN_CALL, (route) => route.abort());
    await fill(page);
    const failed = page.waitForEvent("requestfailed");
    await submit(page).click();
    await failed;
    await expect(submit(page)).toHaveText("Login");
    await expect(message(page)).toHaveCount(0);
    await page.unroute(LOGIN_CALL);
  });
  await test.step("a wrong password is refused in error style", async () => {
    await fill(page, "not the password");
    const reply = page.waitForResponse(LOGIN_CALL);
    await submit(page).click();
    const { status, message: words } = await (await reply).json();
    expect(status).toBe("fail");
    await expect(message(page)).toHaveText(words);
    await expect(message(page)).toHaveAttribute("data-style", "error");
    await expect(submit(page)).toHaveText("Login");
    expect(await stored(page, "token")).toBeNull();
  });
  await test.step("a message of the navigation is shown as an error", async () => {
    await page.evaluate(() => history.replaceState({ ...history.state, message: "Come back with a subscription" }, ""));
    await page.reload();
    await expect(message(page)).toHaveText("Come back with a subscription");
    await expect(message(page)).toHaveAttribute("data-style", "error");
  });
  await fill(page);
  await submit(page).click();
  await expect(page).toHaveURL(/\/strategy-builderv3#s=abc-_123$/);
});

test("logging in: 'Login...', 'Login Successful', a reload, the brokers, and what is stored", async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((go) => {
    release = go;
  });
  await page.route(LOGIN_CALL, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login");
  await page.evaluate(() => Reflect.set(globalThis, "isFirstLoad", true));
  await fill(page);
  const call = page.waitForRequest(LOGIN_CALL);
  const init = page.waitForRequest(INIT_CALL);
  await submit(page).click();
  await expect(submit(page)).toHaveText("Login...");
  release();
  await expect(message(page)).toHaveText("Login Successful");
  await expect(message(page)).toHaveAttribute("data-style", "ok");
  await expect(page).toHaveURL(/\/broker-login$/);
  expect(await page.evaluate(() => Reflect.get(globalThis, "isFirstLoad"))).toBeUndefined();

  const body = (await call).postDataJSON();
  expect(Object.keys(body).sort()).toEqual(["email", "fingerprint", "password"]);
  expect(body.fingerprint).toMatch(FINGERPRINT);
  expect((await init).headers()["x-device-fingerprint"]).toBe(body.fingerprint);

  const token = await stored(page, "token");
  expect(token).toBeTruthy();
  expect(await stored(page, "tk")).toBe(token);
  expect(Number(await stored(page, "isLoggedIn"))).toBeGreaterThan(Date.now());
  const user = JSON.parse((await stored(page, "user")) ?? "null");
  expect(user).toMatchObject({ email: DEMO.email, subscribed: true });
  const device = await stored(page, "f");
  expect(body.fingerprint.split("-")[2]).toBe(device);

  const again = page.waitForRequest(INIT_CALL);
  await page.reload();
  expect((await again).headers()["x-device-fingerprint"]).toBe(body.fingerprint);
  expect(await stored(page, "f")).toBe(device);
});

test("/logout ends the session at the server and forgets it here", async ({ page }) => {
  await logIn(page, { isDisclaimer: true, broker: { name: "fyers" }, theme: { dark: false } });
  const call = page.waitForRequest((request) => request.url().endsWith("/api/v1/users/logout"));
  await page.goto("/logout");
  expect((await call).method()).toBe("GET");
  await expect(page).toHaveURL(/\/login$/);
  for (const key of ["token", "isLoggedIn", "isDisclaimer", "broker", "user"])
    expect(await stored(page, key)).toBeNull();
  // The server's own word may be faster than the reply, and leaves nothing.
  expect(["no", null]).toContain(await stored(page, "tk"));
  expect(await stored(page, "theme")).toContain("false");
  expect((await page.request.get("/api/v1/users/isPremium")).status()).toBe(401);
});

test("a session ends by its time, by the account menu, and by a 401 on a data load", async ({ page }) => {
  await logIn(page, { isLoggedIn: Date.now() - 1000 });
  await page.goto("/option-chain-new");
  await expect(page).toHaveURL(/\/login$/);
  await store(page, { isLoggedIn: Date.now() + 60_000 });
  await page.goto("/option-chain-new");
  await expect(page).toHaveURL(/\/option-chain-new$/);

  await page.getByRole("button", { name: /^Account/ }).click();
  await expect(page.getByText(DEMO.email)).toBeVisible();
  await page.getByText("Logout").click();
  await expect(page).toHaveURL(/\/login$/);

  await logIn(page);
  await page.route(INIT_CALL, (route) => route.fulfill({ status: 401, json: { status: "fail", message: "Log in" } }));
  await page.goto("/option-chain-new");
  await expect(page).toHaveURL(/\/login$/);
  expect(await stored(page, "token")).toBeNull();
});

test("a login elsewhere ends this session at once, and says so", async ({ page, elsewhere }) => {
  await logIn(page);
  await page.goto("/option-chain-new");
  await gridOf(page).ready();
  const other = await (await elsewhere()).newPage();
  await postLogin(other);
  await expect(page).toHaveURL(/\/login$/);
  await expect(message(page)).toHaveText("Logged in from another device. Login again to continue");
  await expect(message(page)).toHaveAttribute("data-style", "error");
  expect((await page.request.get("/api/v1/users/isPremium")).status()).toBe(401);
  expect((await other.request.get("/api/v1/users/isPremium")).status()).toBe(200);
});
