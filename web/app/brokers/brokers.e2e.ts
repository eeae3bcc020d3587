/** The pages about brokers: the disclaimer, the grid, and each way to a connection and out of it, in practice. */
import type { Page } from "@playwright/test";
import { faultsInBothThemes } from "../../testing/axe.ts";
import { connectBroker } from "../../testing/broker.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { logIn, postLogin, store, stored } from "../../testing/session.ts";

const READ = { isDisclaimer: true };

const tiles = (page: Page) => page.locator("[data-broker]");
const tile = (page: Page, id: string) => page.locator(`[data-broker=${id}]`);
/** Everything that this browser keeps. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));

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

test("eleven tiles lead to pages of their own, to logins, or to the brokers' sign-up; accessible, dark and light", async ({
  page,
  complaints,
}) => {
  await logIn(page, READ);
  await page.goto("/broker-login");
  await expect(tiles(page)).toHaveCount(11);
  await expect(page.getByText("Practice", { exact: true })).toHaveCount(11);
  expect(await faultsInBothThemes(page)).toEqual([]);
  for (const id of ["shoonya", "upstox", "iifl", "jainam", "zerodha", "flattrade"])
    await expect(tile(page, id)).toHaveAttribute("href", `/broker-login/${id}`);
  for (const id of ["aliceblue", "angelone"]) await expect(tile(page, id)).toHaveAttribute("href", `/broker/${id}`);
  const { origin } = new URL(page.url());
  const back = encodeURIComponent(`${origin}/api/v1/broker/fyers`);
  await expect(tile(page, "fyers")).toHaveAttribute("href", new RegExp(`^${origin}/practice/fyers/.*${back}`));
  await page.getByText("Open An Account", { exact: true }).click();
  for (const link of await tiles(page).all()) {
    await expect(link).toHaveAttribute("href", /^https:\/\//);
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  }
  await page.getByText("Login", { exact: true }).click();
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
  expect(await faultsInBothThemes(page)).toEqual([]);
  const login = page.getByRole("link", { name: "Login with Angel One" });
  await expect(login).toHaveAttribute("href", `${origin}/practice/angelone/publisher-login?api_key=practice`);
  await login.click();
  await expect(page.getByRole("heading", { name: "Practice login in place of Angel One" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("Zerodha: keys, the practice login page, and back; nothing of the keys stays in the browser", async ({ page }) => {
  await logIn(page, READ);
  await page.goto("/broker-login/zerodha");
  await expect(page).toHaveTitle("Login with Zerodha - Strikeboard");
  await page.getByLabel("APP KEY").fill("canary-app");
  await page.getByLabel("APP KEY").press("Enter");
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeDisabled();
  await expect(page.getByLabel("SECRET KEY")).toHaveAttribute("type", "password");
  await page.getByLabel("SECRET KEY").fill("canary-secret");
  await page.getByLabel("SECRET KEY").press("Enter");
  await expect(page).toHaveURL(/\/practice\/zerodha\/connect\/login\?v=3&api_key=canary-app$/);
  expect(await kept(page)).not.toContain("canary");
  const connecting = page.waitForRequest((request) => request.url().endsWith("/api/v1/broker/zerodha"));
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  expect((await connecting).postDataJSON()).toEqual({ authToken: expect.stringMatching(/^[\w-]{32}$/) });
  await expect(page).toHaveURL(/\/broker-(dashboard|login)$/);
  const broker = JSON.parse((await stored(page, "broker")) ?? "null");
  expect(broker).toMatchObject({
    isBrokerLogin: true,
    broker: "zerodha",
    isPractice: true,
    trial: expect.any(Boolean),
  });
  expect(broker.exp).toBeGreaterThan(Date.now());
  expect(await kept(page)).not.toContain("canary");

  await page.goto("/broker-login");
  await expect(tile(page, "zerodha")).toContainText("Connected");
  const connection = page.getByLabel("Connection to Zerodha");
  await expect(connection).toContainText(/Session ends\w{3} \d+ \w+ 06:00 IST.*None has to be registered/);
  await page.route("**/api/v1/users/broker", async (route) => {
    const { data, ...rest } = await (await route.fetch()).json();
    const addressRefusal = { at: Date.now(), message: "IP 198.51.100.1 is not registered" };
    const real = { ...data, isPractice: false, addressRefusal };
    await route.fulfill({ json: { ...rest, data: real, addresses: ["203.0.113.7"] } });
  });
  await page.reload();
  await expect(connection).toContainText(
    /Address of orders203\.0\.113\.7Register with Zerodha.*Last refused for it.* IST: IP 198\.51\.100\.1 is not registered/,
  );
  await page.unroute("**/api/v1/users/broker");
  await page.getByRole("button", { name: "Logout Zerodha" }).click();
  await expect.poll(() => stored(page, "broker")).toBeNull();
  await expect(page.getByRole("button", { name: "Logout Zerodha" })).toHaveCount(0);
});

test("Shoonya: capitals, a digest instead of the password, and what a refusal says", async ({ page }) => {
  await logIn(page, READ);
  await page.goto("/broker-login/shoonya");
  await page.getByLabel("USER ID").pressSequentially("ab1");
  await expect(page.getByLabel("USER ID")).toHaveValue("AB1");
  await page.getByLabel("PASSWORD", { exact: true }).fill("a password");
  await page.getByLabel("2FA - OTP/TOTP").fill("12");
  const posted = page.waitForRequest((request) => request.url().endsWith("/api/v1/broker/shoonya"));
  await page.getByRole("button", { name: "Login", exact: true }).click();
  expect((await posted).postDataJSON().authToken).toEqual(["AB1", "12", expect.stringMatching(/^[0-9a-f]{64}$/)]);
  await expect(page.getByRole("heading", { name: "Login failed with Shoonya" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText("Invalid OTP: it has six digits");
  await expect(page.getByText("Please login again")).toBeVisible();
  await page.getByRole("button", { name: "Ok" }).click();
  await expect(page).toHaveURL(/\/broker-login\/shoonya$/);
  await expect(page.getByLabel("USER ID")).toHaveValue("");
});

test("Upstox: the redirect URL is copied, and the dialog is asked for as Upstox wants it", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(page, READ);
  await page.goto("/broker-login/upstox");
  await expect(page.getByText("How to get API Key and API Secret")).toBeVisible();
  await expect(page.getByRole("link", { name: "Video" })).toHaveAttribute("href", /^https:/);
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Click to Copy Redirect URL" }).click();
  await expect(page.getByRole("button", { name: "Redirect URL Copied" })).toBeVisible();
  const url = `${new URL(page.url()).origin}/api/v1/broker/upstox`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await page.getByLabel("API KEY").fill("k1");
  await page.getByLabel("API SECRET").fill("s1");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL(/\/practice\/upstox\//);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    response_type: "code",
    client_id: "k1",
    redirect_uri: url,
    state: "OD",
  });
  await page.getByRole("button", { name: "Do not log in" }).click();
  await expect(page).toHaveURL(/\/broker-login\/upstox$/);
});

test("a session that is begun at a provider replaces the one that was; what the server does not know is forgotten", async ({
  page,
}) => {
  await logIn(page, READ);
  await store(page, { broker: await connectBroker(page) });
  await page.goto("/broker-login");
  await expect(page.getByRole("button", { name: "Logout Jainam" })).toBeVisible();
  // Until the server has said what it offers, a tile leads to a page that says how its broker is logged in to.
  await expect(tile(page, "dhan")).toContainText("Practice");
  await tile(page, "dhan").click();
  await page.waitForURL(/\/practice\/dhan\//);
  expect(await stored(page, "broker")).toBeNull();

  await logIn(page, { ...READ, broker: { isBrokerLogin: true, broker: "fyers", id: "FX1", name: "ravi" } });
  await page.goto("/broker-login");
  await expect.poll(() => stored(page, "broker")).toBeNull();
});

test("an address that names no broker says so", async ({ page }) => {
  for (const path of ["/broker-login/nobody", "/broker/nobody", "/api/v1/broker/nobody"]) {
    await page.goto(path);
    await expect(page.getByText("There is no broker 'nobody'.")).toBeVisible();
  }
});

test("what a broker sends along leaves the address, and without an attempt of this browser is refused", async ({
  page,
}) => {
  const sent: string[] = [];
  await logIn(page, READ);
  page.on("request", (request) => sent.push(request.url()));
  await page.goto("/api/v1/broker/fyers?auth_code=secret-of-fyers&state=OD");
  await expect(page.getByRole("heading", { name: "Login failed with Fyers" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("was not begun in this browser");
  await expect(page).toHaveURL((url) => url.pathname === "/api/v1/broker/fyers" && url.search === "");
  expect(sent.filter((url) => url.includes("secret-of-fyers"))).toHaveLength(1);
});

test("a broker whose word logs its user in: the login is kept, and the page is loaded anew", async ({ page }) => {
  await page.goto("/healthz");
  const { token, data } = await postLogin(page);
  const reply = {
    status: "ok",
    id: "AB1",
    name: "RAVI",
    exp: Date.now() + 3.6e6,
    trial: true,
    isLFB: true,
    a: "extra",
  };
  await page.route("**/api/v1/broker/shoonya", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ json: { ...reply, token, user: data.user } })
      : route.continue(),
  );
  await page.route("**/api/v1/broker/shoonya/get_*", (route) => route.abort());
  let loads = 0;
  page.on("load", () => loads++);
  await page.goto("/broker-login/shoonya");
  await page.evaluate(() => localStorage.setItem("isDisclaimer", "true"));
  await page.getByLabel("USER ID").fill("AB1");
  await page.getByLabel("PASSWORD", { exact: true }).fill("a password");
  await page.getByLabel("2FA - OTP/TOTP").fill("123456");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect.poll(() => loads).toBe(2);
  await expect(page).toHaveURL(/\/broker-dashboard$/);
  expect(JSON.parse((await stored(page, "user")) ?? "null")).toMatchObject({ email: data.user.email });
  expect(JSON.parse((await stored(page, "broker")) ?? "null")).toMatchObject({ name: "ravi", trial: true, a: "extra" });
});
