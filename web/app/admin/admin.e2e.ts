/** The administrators' user list: the real one, and one of thousands. */
import type { Page } from "@playwright/test";
import { faults, faultsInBothThemes } from "../../testing/axe.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { DEMO, type Product } from "../../testing/product.ts";
import { logIn } from "../../testing/session.ts";

/** The administrator whose password the first start prints. */
function adminOf(product: Product): { email: string; password: string } {
  const [, email = "", password = ""] = /Admin login: (\S+), password (\S+)/.exec(product.log()) ?? [];
  return { email, password };
}

const total = (page: Page) => page.getByText(/^Total /);
const view = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("button", { name: /@/ }) });

test("an administrator sees every user, by view and by address, and stops trading", async ({
  page,
  product,
  complaints,
}) => {
  await logIn(page); // the demo user logs in today
  const admin = adminOf(product);
  await logIn(page, {}, admin);
  await page.goto("/restricted-to-admin");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Number",
    "Email",
    "Activated",
    "Last Login",
    "Subscribed",
    "Plan",
    "Period",
    "Date of Last Sub",
    "Days Left",
  ]);
  const count = await rows(page).count();
  await expect(total(page)).toHaveText(`Total All Users : ${count}`);
  await expect(rows(page).first().getByRole("cell").first()).toHaveText("1");
  await page.getByRole("button", { name: "Number" }).click();
  await expect(page.getByRole("columnheader").first()).toHaveText("Id");
  await page.getByLabel("Search by email").fill("DEMO@");
  await expect(rows(page)).toHaveCount(1);
  await expect(total(page)).toHaveText("Total All Users : 1");

  await view(page, "Subscribers");
  await expect(total(page)).toHaveText("Total Subscribers : 1");
  await expect(page.getByText(/^\| W r:\d+ \| M r:\d+ - o:\d+ \| Q .* \| H .* \| A .* \| U:\d+$/)).toBeVisible();
  await page.getByRole("button", { name: "B", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Free Trials By Broker" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: DEMO.email }).click();
  const history = page.getByRole("dialog", { name: "Subscription History" });
  await expect(history).toContainText(DEMO.email);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: DEMO.email })).toBeFocused();

  await view(page, "Expired");
  await expect(page.getByRole("columnheader").last()).toHaveText("Expired On");
  await page.getByLabel("Search by email").fill("");
  await view(page, "Log In");
  await expect(page.getByRole("button", { name: admin.email })).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);

  await test.step("stops trading for everybody, and releases it", async () => {
    await page.getByRole("button", { name: "Stop trading for everybody" }).click();
    const question = page.getByRole("dialog", { name: "Stop trading for everybody" });
    await expect(question).toContainText("New orders of every user are refused");
    expect(await faults(page)).toEqual([]);
    await question.getByRole("button", { name: "Yes" }).click();
    await page.reload();
    const release = page.getByRole("button", { name: "Release trading for everybody" });
    await expect(release).toBeVisible();
    const { stopped } = await (await page.request.get("/api/v1/orders/guards")).json();
    expect(stopped).toBe("operator");
    await release.click();
    await expect(page.getByRole("button", { name: "Stop trading for everybody" })).toBeVisible();
  });
  expect(complaints).toEqual([]);
});

test("of thousands only what is seen is in the page, and every row can be scrolled to", async ({ page }) => {
  await logIn(page);
  const doc = Array.from({ length: 5000 }, (_, i) => ({
    id: `user-${i}`,
    email: `trader.${i + 1}@example.in`,
    confirmed: true,
    isLoggedIn: "",
    isSubscribed: false,
    validity: null,
    subscriptionType: null,
    period: [],
    subscription: [],
  }));
  await page.route("**/api/v1/users/permission", (route) => route.fulfill({ json: { permission: true } }));
  await page.route("**/api/v1/users", (route) => route.fulfill({ json: { data: { data: { doc } } } }));
  await page.route("**/api/v1/users/stats", (route) => route.fulfill({ json: { data: {} } }));
  await page.goto("/restricted-to-admin");
  await expect(total(page)).toHaveText("Total All Users : 5000");
  const list = page.getByRole("region", { name: "Users" });
  for (const share of [0.5, 1, 0.2]) {
    await list.evaluate((element, to) => element.scrollTo({ top: element.scrollHeight * to }), share);
    await expect(rows(page).getByText(`trader.${Math.min(5000, 5000 * share + 5)}@example.in`)).toBeInViewport();
    expect(await rows(page).count()).toBeLessThan(120);
  }
});

test("nobody else sees a user", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await logIn(page);
  await page.goto("/restricted-to-admin");
  await expect(page.getByText("You don't have permission to view this page")).toBeVisible();
  expect(asked).toContain("/api/v1/users/permission");
  expect(asked).not.toContain("/api/v1/users");
  expect(asked).not.toContain("/api/v1/users/stats");
});
