/** The route map: what each kind of visitor may open, and where he is taken instead. */
import type { Page } from "@playwright/test";
import { expect, test } from "../../testing/fixtures.ts";
import { gridOf } from "../../testing/grid.ts";
import { SAMPLE_USERS } from "../../testing/sample-users.ts";
import { logIn, store, stored } from "../../testing/session.ts";

test.use({ hasSampleUsers: true });

const INIT_CALL = "**/api/v1/dbtockendictionaries/init";
const BROKER = { isBrokerLogin: true, broker: "fyers", id: "FX1", name: "ravi" };
/** It has been read. */
const isDisclaimer = true;

/** A login that came back with nothing begins again. */
const CALLBACK = ["/api/v1/broker/fyers", "/broker-login/fyers"] as const;

/** Within the page, as its links and the browser's address bar lead. */
async function expectPlaces(page: Page, places: readonly (readonly [from: string, to: string])[]): Promise<void> {
  for (const [from, to] of places) {
    await page.goto(from);
    await expect(page).toHaveURL((url) => url.pathname === to);
    await expect(page.getByRole("heading").first()).toBeAttached();
    expect(new URL(page.url()).pathname).toBe(to);
  }
}

const kept = (paths: readonly string[]) => paths.map((path) => [path, path] as const);
const led = (paths: readonly string[], to: string) => paths.map((path) => [path, to] as const);

test("a logged-out visitor has the public pages, and /login for every other", async ({ page, complaints }) => {
  await store(page, { isDisclaimer });
  await expectPlaces(page, [
    ...kept([
      "/pricing",
      "/pricing/x",
      "/login",
      "/register",
      "/register/abc",
      "/broker-login",
      "/broker-login/shoonya",
    ]),
    ...kept(["/broker/angelone", "/broker", "/api/v1/users/resetPassword/t", "/api/v1/users/resetPassword/t/x"]),
    ...kept(["/api/v1/broker/fyers/x"]),
    CALLBACK,
    ...led(["/", "/option-chain", "/workspace", "/account", "/report", "/logout", "/no/such"], "/login"),
    ...led(["/restricted-to-admin"], "/login"),
  ]);
  expect(complaints).toEqual([]);
});

test("a subscriber has those and his own; what is none leads to /broker-login", async ({ page, complaints }) => {
  await logIn(page, { isDisclaimer }, SAMPLE_USERS.live);
  await expectPlaces(page, [
    ...kept(["/pricing", "/broker-login", "/broker-login/shoonya", "/broker/angelone", "/account", "/report"]),
    ...kept([
      "/alert-settings",
      "/restricted-to-admin",
      "/help/formulas",
      "/option-chain-new",
      "/oigraph",
      "/maxpain",
      "/workspace",
    ]),
    ...kept(["/api/v1/users/resetPassword/t"]),
    CALLBACK,
    ...led(["/", "/login", "/register/abc", "/no/such", "/pricing/x", "/broker-dashboard"], "/broker-login"),
    // What screens are copied from is no part of the product.
    ...led(["/skeleton"], "/broker-login"),
  ]);
  expect(complaints).toEqual([]);
});

test("without a subscription a few pages are left; every other leads to /pricing", async ({ page, complaints }) => {
  await logIn(page, { isDisclaimer }, SAMPLE_USERS.unsubscribed);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await expectPlaces(page, [
    ...kept(["/pricing", "/account", "/report", "/broker-login", "/broker-login/shoonya"]),
    CALLBACK,
    ...led(["/login"], "/broker-login"),
    ...led(["/", "/option-chain", "/option-chain-new", "/workspace", "/portfolio", "/alert-settings"], "/pricing"),
    ...led(["/register/abc", "/help/formulas"], "/pricing"),
    ...led(["/broker/angelone", "/api/v1/users/resetPassword/t", "/restricted-to-admin"], "/pricing"),
  ]);
  expect(asked.filter((url) => /dbtocken|dbOI|\/live\//.test(url))).toEqual([]);
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/login$/);
  expect(complaints).toEqual([]);
});

test("nor does it open what is an administrator's", async ({ page }) => {
  await logIn(page, { isDisclaimer }, SAMPLE_USERS.unsubscribed);
  await page.goto("/status");
  await expect(page).toHaveURL(/\/pricing$/);
});

for (const [name, broker, first] of [
  ["without a broker", null, "/broker-login"],
  ["with a broker", BROKER, "/pricing"],
] as const)
  test(`the end of the subscription leads to ${first} ${name}, once; from then on to /pricing`, async ({ page }) => {
    await logIn(page, { isDisclaimer, ...(broker && { broker }) }, SAMPLE_USERS.live);
    await page.route(INIT_CALL, (route) =>
      route.fulfill({ status: 402, json: { status: "fail", message: "Subscribe" } }),
    );
    await page.goto("/maxpain");
    await expect(page).toHaveURL((url) => url.pathname === first);
    expect(JSON.parse((await stored(page, "user")) ?? "null").subscribed).toBe(false);
    await page.goto("/option-chain-new");
    await expect(page).toHaveURL(/\/pricing$/);
    // The server knows of a subscription: the page says so, and leads to the board.
    await page.unroute(INIT_CALL);
    await page.getByRole("button", { name: "Open the board" }).click();
    await expect(page).toHaveURL(/\/option-chain-new$/);
    await gridOf(page).ready();
  });

test("every page has its title", async ({ page }) => {
  await page.goto("/register");
  await expect(page).toHaveTitle("Register - Strikeboard");
  await page.goto("/api/v1/users/resetPassword/t");
  await expect(page).toHaveTitle("Reset Password - Strikeboard");
  await logIn(page, { isDisclaimer }, SAMPLE_USERS.live);
  for (const [path, title] of [
    ["/option-chain-new", "Option Chain - Strikeboard"],
    ["/maxpain", "Maxpain - Strikeboard"],
    ["/workspace", "Workspace - Strikeboard"],
    ["/pricing", "Choose Your Plan - Strikeboard"],
    ["/account", "Account Details - Strikeboard"],
    ["/no/such/page", "Broker Login - Strikeboard"],
    ["/broker/fyers", "Strikeboard with Fyers - Strikeboard"],
    ["/broker/nope", "Broker Login - Strikeboard"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
});
