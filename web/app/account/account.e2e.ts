/** The account page: what it says, the upgrade, the referral link, the user's data and the end of the account. */
import type { Page } from "@playwright/test";
import { faults, faultsInBothThemes } from "../../testing/axe.ts";
import { connectBroker } from "../../testing/broker.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { SAMPLE_USERS } from "../../testing/sample-users.ts";
import { confirmAddress, logIn, NIFTY, signUp, store, stored } from "../../testing/session.ts";
import { keepStrategy } from "../../testing/strategies/auto-save.ts";
import { storedBoardOf } from "../../testing/wall.ts";

const ACCOUNT_CALL = "**/api/v1/users/account";
const UPGRADE_CALL = "**/api/v1/users/upgradetolive";
const DAY_MS = 86_400_000;
const PASSPHRASE = "four words that fit";
const PRIVATE = "private@example.in";

const fact = (page: Page, name: string) => page.locator("dl div", { hasText: name }).locator("dd");
const upgrade = (page: Page) => page.getByRole("button", { name: "Upgrade to Live Plan" });

test("says who the user is and how long the subscription lasts", async ({ page }) => {
  const { data } = await logIn(page, {}, SAMPLE_USERS.minute);
  let said: Readonly<Record<string, unknown>> = {
    validity: "2025-03-05T20:00:00Z",
    pendingSubs: { live: 30, oneMin: 0 },
  };
  await page.route(ACCOUNT_CALL, (route) => route.fulfill({ json: { user: { ...data.user, ...said } } }));
  await page.goto("/account");
  await expect(fact(page, "Email")).toHaveText(SAMPLE_USERS.minute.email);
  await expect(fact(page, "Subscription Expiry Date")).toHaveText("5 - Mar - 2025");
  await expect(fact(page, "Plan")).toHaveText("1min");
  await expect(page.getByText("Subscription next in line : live - 30 days")).toBeVisible();

  said = { validity: new Date(Date.now() + 1.5 * DAY_MS).toISOString() };
  await page.reload();
  await expect(fact(page, "Days left")).toHaveText("2");
  await expect(fact(page, "Days left")).toHaveAttribute("data-tone", "orange");
  await expect(upgrade(page)).toHaveCount(1);
  said = { subscribed: false, plan: null, validity: null };
  await page.reload();
  for (const name of ["Subscription Expiry Date", "Plan", "Days left"])
    await expect(fact(page, name)).toHaveText("Nil");
});

test("a failing account call is no affair of the user's: what was stored stays", async ({ page, complaints }) => {
  await logIn(page, {}, SAMPLE_USERS.live);
  await page.route(ACCOUNT_CALL, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("users/account"));
  await page.goto("/account");
  await failed;
  await expect(fact(page, "Plan")).toHaveText("live");
  expect(JSON.parse((await stored(page, "user")) ?? "null").email).toBe(SAMPLE_USERS.live.email);
  expect(complaints).toEqual([]);
});

test("the upgrade is asked about, may fail, and has no way back", async ({ page }) => {
  await logIn(page, {}, SAMPLE_USERS.minute);
  await page.goto("/account");
  await upgrade(page).click();
  const dialog = page.getByRole("dialog", { name: "Upgrade to Live Plan" });
  await expect(dialog).toContainText("Your 11 days of 1min become 8 days of live");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();

  await page.route(UPGRADE_CALL, (route) => route.fulfill({ json: { status: "failed", message: "Not today" } }));
  await upgrade(page).click();
  await dialog.getByRole("button", { name: "Upgrade", exact: true }).click();
  await expect(dialog.locator("[data-result=failed]")).toHaveText("Not today");
  await page.unroute(UPGRADE_CALL);
  await dialog.getByRole("button", { name: "Upgrade", exact: true }).click();
  await expect(dialog.locator("[data-result=done]")).toHaveText("Upgraded to the live plan");
  await page.waitForResponse(ACCOUNT_CALL);
  await expect(dialog).toBeHidden();
  await expect(fact(page, "Plan")).toHaveText("live");
  await expect(fact(page, "Days left")).toHaveText("8");
  await expect(upgrade(page)).toHaveCount(0);
});

test("the referral link is copied, and its details are listed; accessible, dark and light", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { data } = await logIn(page, {}, SAMPLE_USERS.live);
  const code = String(Reflect.get(data.user, "referral")).split("/").at(-1);
  const friend = { name: "F", email: "friend@example.in", password: "a long secret", passwordConfirm: "a long secret" };
  await page.request.post("/api/v1/users/signup", { data: { ...friend, referralId: code } });
  await page.goto("/account");
  await page.getByRole("button", { name: "Click to Copy Referral Link" }).click();
  await expect(page.getByRole("button", { name: "Referral Link Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/register/${code}$`));

  await page.getByRole("button", { name: "Referral Details" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").last()).not.toContainText(friend.email);
  await expect(page.getByText("Total: 0 of at most 365 days")).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  for (const theme of ["Dark", "Light"]) {
    await page.getByRole("button", { name: "Delete account" }).click();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: theme, exact: true }).click();
  }
});

test("the user's data can be taken along, and the account ended by its password", async ({ page }) => {
  const leaver = await signUp(page, "leaver@example.in");
  await logIn(page, {}, leaver);
  await page.goto("/account");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await download).suggestedFilename()).toBe("strikeboard-account.json");

  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  const remove = dialog.getByRole("button", { name: "Delete for good" });
  await expect(remove).toBeDisabled();
  await dialog.getByLabel("Password", { exact: true }).fill("not the secret");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("");
  await remove.click();
  await expect(dialog.locator("[data-style=error]")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(leaver.password);
  await remove.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator("[data-style=ok]")).toHaveText("Your account is deleted");
  expect((await page.request.post("/api/v1/users/login", { data: { ...leaver, fingerprint: "x" } })).status()).toBe(
    401,
  );
});

/** A user of one's own, with the broker's trial: a demo account cannot have a passphrase. */
async function subscribe(page: Page, email: string): Promise<void> {
  const who = await signUp(page, email);
  await confirmAddress(page, email);
  await logIn(page, NIFTY, who);
  const { broker } = await connectBroker(page);
  const headers = { "Sec-Fetch-Site": "same-origin" };
  expect((await page.request.post("/api/v1/users/brokertrial", { data: { broker }, headers })).status()).toBe(200);
  await logIn(page, NIFTY, who);
}

test("a passphrase seals legs and workspaces: only who knows it opens them, in any browser, until it is turned off", async ({
  page,
  elsewhere,
}) => {
  test.setTimeout(150_000);
  const section = page.getByRole("region", { name: "Private by choice" });
  await logIn(page, {}, SAMPLE_USERS.live);
  await page.goto("/account");
  await expect(section).toContainText("its password is public");
  await expect(section.getByRole("button")).toHaveCount(0);

  await subscribe(page, PRIVATE);
  await keepStrategy(page, "Secret");
  await page.goto("/strategy-builder");
  await page
    .locator("[data-atm]")
    .getByRole("button", { name: /^Sell .* CE$/ })
    .click();
  await page.getByRole("button", { name: "Save Strategy", exact: true }).click();
  await page.getByLabel("Strategy Name").fill("Older secret");
  await page.getByRole("button", { name: "Save on Cloud" }).click();
  await expect(page.getByText("Strategy saved successfully")).toBeVisible();
  await store(page, storedBoardOf(PRIVATE, { name: "First", rows: [["pcr"]] }));
  await page.goto("/workspace");
  await page.getByRole("button", { name: "Workspace menu" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("My layout");
  const layout = page.waitForResponse("**/settings/save?field=workspaces");
  await page.keyboard.press("Enter");
  expect((await layout).status()).toBe(200);

  /** What the server can read. */
  const kept = async () => {
    const { data } = await (await page.request.get("/api/v1/users/export")).json();
    const { strategies, olderBuilder } = data.strategies;
    const legs = [strategies[0].content, olderBuilder[0]].map(({ strategy }) => strategy.length);
    return { legs, fields: Object.keys(strategies[0].content).sort(), layouts: Object.keys(data.settings.workspaces) };
  };
  const fields = ["date", "expiry", "name", "private", "strategy", "symbolName"];
  const things = "1 strategy, 1 strategy of the older builder and your workspaces";
  const dialog = page.getByRole("dialog", { name: "Choose a passphrase" });
  await page.goto("/account");
  await section.getByRole("button", { name: "Choose a passphrase" }).click();
  await expect(dialog).toContainText(`Will be sealed: ${things}.`);
  for (const label of ["New passphrase", "New passphrase again"])
    await dialog.getByLabel(label, { exact: true }).fill(PASSPHRASE);
  await expect(dialog.getByRole("button", { name: "Seal them" })).toBeDisabled();
  await dialog.getByLabel(/^Lost means lost/).check();
  await dialog.getByRole("button", { name: "Seal them" }).click();
  await expect(section.getByRole("status")).toHaveText(`On. Sealed: ${things}. Unlocked here.`);
  expect(await kept()).toEqual({ legs: [0, 0], fields, layouts: ["private"] });

  // Another browser of the same user.
  const storageState = await page.context().storageState();
  const other = await (await elsewhere({ storageState })).newPage();
  const legs = other.getByRole("region", { name: "Legs" }).getByRole("row");
  const locked = other.getByRole("dialog", { name: "Locked" });
  await other.goto("/strategy-builderv3");
  await expect(other.locator("[data-atm]")).toBeVisible();
  await other.getByRole("button", { name: "Load", exact: true }).click();
  const secret = other.getByRole("button", { name: /^Secret - / });
  await secret.click();
  await locked.getByLabel("Passphrase", { exact: true }).fill("not the passphrase");
  await locked.getByRole("button", { name: "Unlock" }).click();
  await expect(locked.getByRole("alert")).toHaveText("That is not the passphrase");
  await locked.getByRole("button", { name: "Stay locked" }).click();
  await expect(secret).toBeEnabled();
  await expect(legs).toHaveCount(1);
  await secret.click();
  await locked.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await locked.getByLabel(/^Stay unlocked/).check();
  await other.keyboard.press("Enter");
  await expect(legs).toHaveCount(2);
  await other.getByLabel("Auto Save").check();
  const saved = other.waitForResponse("**/strategies/saveas");
  await other.getByRole("spinbutton", { name: /^Entry price/ }).fill("123");
  expect((await saved).status()).toBe(200);
  expect((await kept()).legs).toEqual([0, 0]);
  await other.goto("/strategy-builder");
  await other.getByRole("button", { name: "Load Strategy", exact: true }).click();
  await other.getByRole("tab", { name: "Cloud" }).click();
  await other.getByRole("button", { name: /^Older secret - / }).click();
  await expect(legs).toHaveCount(2);
  await other.close();

  await section.getByRole("button", { name: "Lock now" }).click();
  await expect(section.getByRole("status")).toHaveText(`On. Sealed: ${things}. Locked here.`);
  await page.goto("/workspace");
  const tab = (name: string) => page.getByRole("tab", { name });
  const board = page.getByRole("region", { name: "Locked workspaces" });
  await expect(board).toBeVisible();
  await expect(tab("My layout")).toHaveCount(0);
  await page.getByRole("button", { name: "New workspace" }).click();
  await page.getByRole("menuitem", { name: "Futures" }).click();
  await expect(page.locator("[data-workspace]:not([data-aside]) section[data-pane]")).toHaveCount(5);
  await expect(page.getByRole("button", { name: "Keep this copy" })).toBeDisabled();
  await tab("Locked").click();
  await board.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await page.keyboard.press("Enter");
  await expect(tab("My layout")).toBeVisible();
  await expect(tab("Locked")).toHaveCount(0);
  expect(await stored(page, "workspaces")).not.toContain("My layout");

  // Two windows: what is changed in one is saved once, and asks nothing in the other.
  const twin = await page.context().newPage();
  await twin.goto("/workspace");
  await expect(twin.getByRole("tab", { name: "My layout" })).toBeVisible();
  const saves: number[] = [];
  page.context().on("response", (reply) => {
    if (reply.url().includes("settings/save")) saves.push(reply.status());
  });
  for (const [i, window] of [page, twin].entries()) {
    await window.getByRole("button", { name: "New workspace" }).click();
    await window.getByRole("menuitem", { name: "Empty" }).click();
    await expect.poll(() => saves.length).toBe(i + 1);
    await page.waitForTimeout(1500); // twice as long as changes are gathered before they are saved
    for (const one of [page, twin]) {
      await expect(one.getByRole("tab", { name: i ? "Workspace 2" : "Workspace", exact: true })).toBeVisible();
      await expect(one.getByRole("dialog")).toHaveCount(0);
    }
  }
  expect(saves).toEqual([200, 200]);
  await twin.close();

  await page.goto("/portfolio");
  const ask = page.getByRole("dialog", { name: "Locked" });
  await ask.getByRole("button", { name: "Stay locked" }).click();
  await page.getByRole("button", { name: "Unlock" }).click();
  await ask.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Secret - /).first()).toBeVisible();

  await page.goto("/account");
  await section.getByRole("button", { name: "Turn off" }).click();
  const question = page.getByRole("dialog", { name: "Turn off" });
  await expect(question).toContainText(`Opened again will be: ${things}.`);
  await question.getByRole("button", { name: "Turn off" }).click();
  await ask.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await page.keyboard.press("Enter");
  await expect(section.getByRole("status")).toHaveText("Off.");
  expect(await kept()).toMatchObject({ legs: [1, 1], layouts: ["v", "workspaces"] });
});
