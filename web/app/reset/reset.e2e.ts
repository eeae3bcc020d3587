/** Registration, a forgotten password and its reset: by the mailbox of this machine, up to the login with the new one. */
import type { Page } from "@playwright/test";
import { COLOURS, faults } from "../../testing/axe.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { logIn, store, stored } from "../../testing/session.ts";

const SIGNUP_CALL = "**/api/v1/users/signup";
const RESET_CALL = "**/api/v1/users/resetPassword/*";
const submit = (page: Page) => page.locator("button[type=submit]");
const message = (page: Page) => page.getByRole("alert").locator("[data-style]");

async function register(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.keyboard.press("Enter");
}

const FIELDS = { Email: "asha@example.in", Password: "first secret", "Confirm Password": "first secret", Name: "Asha" };

test("the referral of the address goes along with a sign-up, later too, and is used up by it", async ({ page }) => {
  await page.goto("/register/abc123");
  await expect(page.getByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true");
  expect(await stored(page, "rid")).toBe("abc123");
  await page.goto("/register");
  const refused = page.waitForRequest(SIGNUP_CALL);
  await register(page, { ...FIELDS, "Confirm Password": "another secret" });
  expect((await refused).postDataJSON()).toEqual({
    name: "Asha",
    email: FIELDS.Email,
    password: "first secret",
    passwordConfirm: "another secret",
    referralId: "abc123",
  });
  await expect(message(page)).toHaveAttribute("data-style", "error");
  expect(await stored(page, "rid")).toBe("abc123");

  await page.getByRole("tab", { name: "Login" }).click();
  await expect(message(page)).toHaveCount(0);
  await page.getByRole("tab", { name: "Register" }).click();
  await register(page, FIELDS);
  await expect(message(page)).toHaveAttribute("data-style", "ok");
  await expect(message(page)).toHaveText(/e-mail/);
  expect(await stored(page, "rid")).toBeNull();
});

test("a forgotten password is set anew with the link of the e-mail; what the network breaks is said", async ({
  page,
  request,
}) => {
  const email = "forgetful@example.in";
  const account = { name: "F", email, password: "the old secret", passwordConfirm: "the old secret" };
  expect((await request.post("/api/v1/users/signup", { data: account })).ok()).toBe(true);
  await page.goto("/login");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(message(page)).toHaveAttribute("data-style", "ok");

  let path: string | undefined;
  await expect
    .poll(async () => {
      const mailbox = await (await request.get("/dev/mail")).text();
      path = /\/api\/v1\/users\/resetPassword\/[\w-]+/.exec(mailbox)?.[0];
      return path;
    })
    .toBeDefined();
  const reply = await page.goto(path ?? "");
  expect(reply?.headers()["referrer-policy"]).toBe("no-referrer");
  for (const label of ["Password", "Confirm Password"])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("type", "password");

  await page.route(RESET_CALL, (route) => route.abort());
  await submit(page).click();
  await expect(message(page)).toHaveText("Something went wrong. Please try again later.");
  await expect(submit(page)).toHaveText("Submit");
  await page.unroute(RESET_CALL);

  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Confirm Password").fill("short");
  await submit(page).click();
  await expect(message(page)).toHaveAttribute("data-style", "error");
  await expect(submit(page)).toHaveText("Submit");

  await page.getByLabel("Password", { exact: true }).fill("a brand new secret");
  await page.getByLabel("Confirm Password").fill("a brand new secret");
  let release = (): void => undefined;
  const held = new Promise<void>((go) => {
    release = go;
  });
  await page.route(RESET_CALL, async (route) => {
    await held;
    await route.continue();
  });
  await submit(page).click();
  await expect(submit(page)).toHaveText("Loading...");
  release();
  await expect(message(page)).toHaveText("Password changed Successfully");
  await expect(message(page)).toHaveAttribute("data-style", "ok");
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a brand new secret");
  await submit(page).click();
  await expect(page).toHaveURL(/\/broker-login$/);
});

test("who is logged in reads that it is done, though his session has ended with it", async ({ page }) => {
  await logIn(page);
  const path = "/api/v1/users/resetPassword/t";
  await page.route(RESET_CALL, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await page.request.get("/api/v1/users/logout", { headers: { "sec-fetch-site": "same-origin" } });
    await route.fulfill({ json: { status: "success" } });
  });
  await page.goto(path);
  await page.getByLabel("Password", { exact: true }).fill("a brand new secret");
  await page.getByLabel("Confirm Password").fill("a brand new secret");
  await submit(page).click();
  await expect(message(page)).toHaveText("Password changed Successfully");
  await expect.poll(() => stored(page, "user")).toBeNull();
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(page).toHaveURL(/\/login$/);
});

for (const dark of [true, false])
  test(`login, registration, forgotten and reset password are accessible in the ${dark ? "dark" : "light"} theme`, async ({
    page,
  }) => {
    const rules = dark ? undefined : COLOURS; // nothing else is another one in the other theme
    await store(page, { theme: { dark } });
    await page.goto("/register");
    await page.getByLabel("Name").waitFor();
    expect(await faults(page, rules)).toEqual([]);
    await page.getByRole("tab", { name: "Login" }).click();
    expect(await faults(page, rules)).toEqual([]);
    await page.getByRole("button", { name: "Forgot Password?" }).click();
    expect(await faults(page, rules)).toEqual([]);
    await page.goto("/api/v1/users/resetPassword/t");
    await page.getByLabel("Confirm Password").waitFor();
    expect(await faults(page, rules)).toEqual([]);
  });
