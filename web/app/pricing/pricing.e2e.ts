/** Buying days: the cards, the button's words, the way to the provider and back, and the brokers' trial. */
import type { Page } from "@playwright/test";
import { faultsInBothThemes } from "../../testing/axe.ts";
import { connectBroker } from "../../testing/broker.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { SAMPLE_USERS } from "../../testing/sample-users.ts";
import { confirmAddress, logIn, signUp, store, stored } from "../../testing/session.ts";

const PAY_CALL = "**/makepayment/**";
const OFFER_CALL = "**/api/v1/payments/offer";
const TRIAL_CALL = "**/api/v1/users/brokertrial";
const BROKER = { isBrokerLogin: true, broker: "fyers", id: "FX1", name: "ravi" };

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string) => card(page, name).getByRole("button");
const terms = (page: Page, name: string) => card(page, name).getByLabel("I agree to Terms & Conditions");
const toast = (page: Page) => page.locator("[data-toast]");

async function openAsUnsubscribed(
  page: Page,
  storage: Readonly<Record<string, unknown>> = {},
  who = SAMPLE_USERS.unsubscribed,
): Promise<void> {
  await logIn(page, storage, who);
  await page.goto("/pricing");
  await page.getByText("no money moves").waitFor();
}

test("the cards say what each duration costs; nothing is asked before one and its terms are chosen; a stranger logs in", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/pricing");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose Your Plan");
  await expect(page.getByText("All features included in every duration")).toBeVisible();
  const trial = card(page, "Trial Plan");
  for (const words of ["Try before you commit", "7-day access", "All features", "₹299", "Total: ₹353 incl. GST"])
    await expect(trial.getByText(words)).toBeVisible();
  await expect(trial.getByText("Past days need Standard or Premium.")).toBeVisible(); // History refuses a trial
  await expect(card(page, "Premium").getByText("Best Value")).toBeVisible();
  for (const [name, words] of [
    ["monthly", "1 Month₹999Total: ₹1,179 incl. GST"],
    ["quarterly", "3 MonthsSave 3%₹2,907Total: ₹3,430 incl. GST₹2,997"],
    ["halfyearly", "6 MonthsSave 5%₹5,694Total: ₹6,719 incl. GST₹5,994"],
    ["annualy", "12 MonthsSave 10%₹10,789Total: ₹12,731 incl. GST₹11,988"],
  ] as const)
    await expect(page.locator(`[data-plan=${name}]`)).toHaveText(words);
  await expect(page.locator("[data-plan=annualy] input")).toBeChecked();
  await expect(page.locator("[data-plan=monthly] s")).toHaveCount(0);
  await expect(page.locator("[data-plan=quarterly] s")).toHaveText("₹2,997");
  await expect(card(page, "Broker Trial")).toHaveCount(0);

  await expect(button(page, "Standard")).toHaveText("Choose Duration");
  await expect(button(page, "Standard")).toBeDisabled();
  await expect(button(page, "Premium")).toHaveText("Accept Terms");
  await button(page, "Premium").click();
  await expect(terms(page, "Premium")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(button(page, "Premium")).toHaveText("Subscribe");
  await expect(terms(page, "Standard")).not.toBeChecked();
  await card(page, "Standard").getByLabel("3 Months").check();
  await expect(button(page, "Standard")).toHaveText("Accept Terms");
  await expect(button(page, "Premium")).toHaveText("Choose Duration");
  await card(page, "Premium").getByLabel("6 Months").check();
  const link = card(page, "Premium").getByRole("link", { name: "Terms & Conditions" });
  await expect(link).toHaveAttribute("target", "_blank");
  expect((await page.request.get((await link.getAttribute("href")) ?? "")).ok()).toBe(true);
  await button(page, "Premium").click();
  await expect(page).toHaveURL(/\/login$/);
  expect(asked.filter((url) => url.includes("makepayment"))).toEqual([]);
});

test("without an address to pay at there is a minute to wait", async ({ page }) => {
  await page.route(PAY_CALL, (route) => route.fulfill({ json: { data: {} } }));
  await openAsUnsubscribed(page);
  await terms(page, "Premium").check();
  const call = page.waitForRequest(PAY_CALL);
  const before = Date.now();
  await button(page, "Premium").click();
  expect((await call).url()).toMatch(/\/api\/v1\/[a-z]+\/makepayment\/subscribe\/annualy$/);
  await expect(toast(page)).toContainText("Please try again after 60 seconds");
  await expect(button(page, "Premium")).toHaveText(/^Wait for (60|5\d) seconds$/);
  await expect(button(page, "Premium")).toBeDisabled();
  await expect(button(page, "Trial Plan")).toHaveText(/^Wait for \d\d seconds$/);
  expect(Number(await stored(page, "paymentAttempt"))).toBeGreaterThan(before - 5000);
  await expect(button(page, "Premium")).toHaveText(/^Wait for 5[0-8] seconds$/);
  await page.reload();
  await terms(page, "Premium").check();
  await expect(button(page, "Premium")).toHaveText(/^Wait for \d\d seconds$/);
  await store(page, { paymentAttempt: Date.now() - 61_000 });
  await page.goto("/pricing");
  await terms(page, "Premium").check();
  await expect(button(page, "Premium")).toHaveText("Subscribe");
});

test("a payment that cannot begin is an alert for three seconds; accessible, dark and light", async ({ page }) => {
  await openAsUnsubscribed(page, { broker: BROKER });
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.route(PAY_CALL, (route) =>
    route.fulfill({ status: 503, json: { status: "error", message: "The provider rests" } }),
  );
  await button(page, "Trial Plan").click();
  await expect(toast(page)).toContainText("The provider rests");
  await expect(toast(page)).toHaveCount(0);
  await page.unroute(PAY_CALL);
  await page.route(PAY_CALL, (route) => route.abort());
  await button(page, "Trial Plan").click();
  await expect(toast(page)).toContainText("Something went wrong. Please try again later.");
});

test("paid at the provider, the page says so, and the account has the days", async ({ page, complaints }) => {
  await logIn(page, {}, await signUp(page, "buyer@example.in"));
  // The offer does not come as the page opens: the press asks for it again.
  const lost = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/payments/offer"));
  await page.route(OFFER_CALL, (route) => route.abort(), { times: 1 });
  await page.goto("/pricing");
  await lost;
  await card(page, "Standard").getByLabel("1 Month").check();
  await terms(page, "Standard").check();
  await button(page, "Standard").click();
  await expect(page).toHaveURL(/\/dev\/checkout\//);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL(/\/pricing\?payment=/);
  await expect(page.getByRole("status").getByText("Payment received")).toBeVisible();
  await expect(page.getByRole("status")).toContainText(
    "1 Month, ₹1,179 incl. GST. 30 days of the live plan are yours.",
  );
  await page.getByRole("button", { name: "Open the board" }).click();
  await expect(page).toHaveURL(/\/option-chain-new$/);
  expect(JSON.parse((await stored(page, "user")) ?? "null")).toMatchObject({ subscribed: true, plan: "live" });
  expect(complaints).toEqual([]);
});

test("a payment that is somebody else's, or none, is not shown", async ({ page }) => {
  await page.goto("/pricing?payment=nothing-of-mine");
  await expect(page.getByRole("status").getByText("Log in to see how your payment stands")).toBeVisible();
  await logIn(page, {}, SAMPLE_USERS.unsubscribed);
  await page.goto("/pricing?payment=nothing-of-mine");
  await expect(page.getByRole("status").getByText("There is no such payment")).toBeVisible();
});

test("who has connected a broker may activate its trial, once", async ({ page }) => {
  const trier = await signUp(page, "trier@example.in");
  await confirmAddress(page, trier.email);
  await logIn(page, {}, trier);
  await store(page, { broker: await connectBroker(page) });
  // Whether it was used is not known: the offer did not come.
  await page.route(OFFER_CALL, (route) => route.abort(), { times: 1 });
  await page.goto("/pricing");
  await expect(card(page, "Trial Plan")).toBeVisible();
  await expect(card(page, "Broker Trial")).toHaveCount(0);
  await page.reload();
  await expect(card(page, "Broker Trial").getByText("Free 14-day access")).toBeVisible();
  const refuse = (message: string) =>
    page.route(TRIAL_CALL, (route) => route.fulfill({ status: 403, json: { status: "fail", message } }), { times: 1 });
  await refuse("Please confirm your e-mail address first");
  await button(page, "Broker Trial").click();
  await expect(toast(page)).toContainText("Please confirm your e-mail address first");
  await page.waitForTimeout(2500); // it says what is to be done, and stays
  await toast(page).getByRole("button", { name: "Close" }).click();
  await refuse("Trial already used");
  await button(page, "Broker Trial").click();
  await expect(toast(page)).toContainText("Trial already used");
  await expect(card(page, "Broker Trial")).toHaveCount(0);

  await page.reload();
  const call = page.waitForRequest(TRIAL_CALL);
  await button(page, "Broker Trial").click();
  expect((await call).postDataJSON()).toEqual({ broker: "jainam" });
  await expect(toast(page)).toContainText("Trial Successfully Activated");
  await expect(page).toHaveURL(/\/option-chain/);
});
