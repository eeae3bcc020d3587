/** Orders whose page is left while nobody knows what became of them, against the practice broker. */
import type { Page } from "@playwright/test";
import type { OrderItem } from "#contract/domain/orders/order.ts";
import { expect, test } from "../testing/fixtures.ts";
import {
  backToChain,
  openConnectedChain,
  openTicket,
  pressUntil,
  submitTwice,
  toDashboard,
} from "../testing/order-page.ts";
import { EXPIRY_DAY } from "../testing/product.ts";

// Its name comes after orders.e2e.ts, on the same market: there the first test wants a broker without positions.
test.use({ productEnv: EXPIRY_DAY });
test.describe.configure({ timeout: 120_000 });

/** The chain, from which Forward leads to the dashboard without a load of the page. */
async function openBeforeDashboard(page: Page): Promise<void> {
  await openConnectedChain(page);
  await toDashboard(page);
  await backToChain(page);
}

/** The order is placed, and nobody hears of it before `free` is called. */
async function loseAnswers(page: Page): Promise<{ calls: string[]; free(): void }> {
  const calls: string[] = [];
  let isHeld = true;
  await page.route("**/place_multi_order", async (route) => {
    const items: readonly OrderItem[] = route.request().postDataJSON().data;
    calls.push(items.map(({ side }) => (side === 1 ? "B" : "S")).join(""));
    if (!isHeld) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.route("**/orders/submissions/**", (route) => (isHeld ? route.abort() : route.continue()));
  const free = (): void => {
    isHeld = false;
  };
  return { calls, free };
}

test("a ticket and a basket whose page is left are followed: neither stands there anew, and nothing is sent twice", async ({
  page,
}) => {
  await openBeforeDashboard(page);

  await test.step("a ticket", async () => {
    const { calls, free } = await loseAnswers(page);
    const ticket = await openTicket(page);
    await submitTwice(ticket, "Not confirmed x 1");
    await page.goForward();
    await expect(page.getByText("Hi, ")).toBeVisible();
    const toasts = page.getByRole("region", { name: "Notifications" });
    await expect(toasts).toContainText(/Buy NIFTY .* CE: Not confirmed x 1/);
    free();
    await expect(toasts).toContainText(/Buy NIFTY .* CE: Order Placed x 1/, { timeout: 40_000 });
    await expect(ticket).toBeHidden();
    expect(calls).toEqual(["B"]);
    await page.unrouteAll();
  });

  await backToChain(page);
  await test.step("a basket goes on: its sell waits while the buy is unknown, and goes then", async () => {
    const { calls, free } = await loseAnswers(page);
    const basket = page.getByRole("complementary", { name: "Basket" });
    await pressUntil(page, { away: 0, key: "Shift+S" }, basket.getByText("1 leg", { exact: true }));
    await pressUntil(page, { away: 2, key: "Shift+B" }, basket.getByText("2 legs", { exact: true }));
    await basket.getByText("Market", { exact: true }).click();
    await basket.getByRole("button", { name: "Place all orders" }).click();
    await expect.poll(() => calls).toEqual(["B"]);
    await page.goForward();
    await expect(page.getByText("Hi, ")).toBeVisible();
    await expect(basket).toContainText("1 not confirmed · 1 waiting");
    await page.waitForTimeout(2500); // longer than a sell waits for its buys
    expect(calls).toEqual(["B"]);
    free();
    await expect(basket.getByText("2 filled", { exact: true })).toBeVisible({ timeout: 40_000 });
    expect(calls).toEqual(["B", "S"]);
    await basket.getByRole("button", { name: "Close", exact: true }).click();
    await expect(basket).toBeHidden();
  });
});
