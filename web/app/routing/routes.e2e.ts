/** The route map: what each kind of visitor may open, and where he is taken instead. */
import type { Page } from "@playwright/test";
import { expect, test } from "../../testing/fixtures.ts";
import { gridOf } from "../../testing/grid.ts";
import { SAMPLE_USERS } from "../../testing/sample-users.ts";
import { logIn, store, stored } from "../../testing/session.ts";

const INIT_CALL = "**/api/v1/dbtockendictionaries/init";
const BROKER = { isBrokerLogin: true, broker: "fyers", id: "FX1", name: "ravi" };
/** It has been read. */
const isDisclaimer = true;

/** A login that came back with nothing begins again. */
const CALLBACK = ["/api/v1/broker/fyers", "/broker-login/fyers"] as const;

/** Which path leads where for whom: router.test.ts has the whole table. Here stands that the page is told who looks at it. */
async function expectPlaces(
  page: Page,
  places: readonly (readonly [from: string, to: string, heading: string])[],
): Promise<void> {
  for (const [from, to, heading] of places)
    await test.step(`${from} is ${heading}`, async () => {
      await page.goto(from);
      await expect(page).toHaveTitle(`${heading} - Strikeboard`);
      await expect.poll(() => new URL(page.url()).pathname).toBe(to); // the title may be there first
    });
}

test("each kind of visitor has pages of his own, with their titles, and is taken from others' to his", async ({
  page,
  complaints,
}) => {
  await store(page, { isDisclaimer });
  await expectPlaces(page, [
    ["/register/abc", "/register/abc", "Register"],
    ["/api/v1/users/resetPassword/t/x", "/api/v1/users/resetPassword/t/x", "Reset Password"],
    ["/workspace", "/login", "Login"],
  ]);

  await logIn(page, { isDisclaimer }, SAMPLE_USERS.live);
  await expectPlaces(page, [
    ["/maxpain", "/maxpain", "Maxpain"],
    ["/help/formulas", "/help/formulas", "Formulas"],
    ["/broker/fyers", "/broker/fyers", "Strikeboard with Fyers"],
    ["/broker/nope", "/broker/nope", "Broker Login"],
    [...CALLBACK, "Login with Fyers"],
    ["/", "/broker-login", "Broker Login"],
    ["/skeleton", "/broker-login", "Broker Login"], // what screens are copied from is no part of the product
  ]);

  await logIn(page, { isDisclaimer }, SAMPLE_USERS.unsubscribed);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await expectPlaces(page, [
    ["/account", "/account", "Account Details"],
    ["/option-chain-new", "/pricing", "Choose Your Plan"],
    ["/status", "/pricing", "Choose Your Plan"],
  ]);
  expect(asked.filter((url) => /dbtocken|dbOI|\/live\//.test(url))).toEqual([]);
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/login$/);
  expect(complaints).toEqual([]);
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
    await expect(page.locator("[data-toast]")).toContainText("Your subscription has ended.");
    await page.goto("/option-chain-new");
    await expect(page).toHaveURL(/\/pricing$/);
    // The server knows of a subscription: the page says so, and leads to the board.
    await page.unroute(INIT_CALL);
    await page.getByRole("button", { name: "Open the board" }).click();
    await expect(page).toHaveURL(/\/option-chain-new$/);
    await gridOf(page).ready();
  });
