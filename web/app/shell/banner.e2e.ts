/** What the operator tells everybody, from the command to the board. */
import { rmSync } from "node:fs";
import { expect, test as shared } from "../../testing/fixtures.ts";
import { newFolder, type Product, SIMULATED, startProduct } from "../../testing/product.ts";
import { administer } from "../../testing/server-commands.ts";
import { logIn, stored } from "../../testing/session.ts";

/** It starts twice: with less to simulate, sooner. */
const SMALL = { ...SIMULATED, SIM_SYMBOLS: "NIFTY" };
const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };

/** A product of this file's own, whose operator has something to say; it is stopped while they say more. */
const test = shared.extend<object, { readonly own: Product }>({
  own: [
    async ({ browserName: _ }, use) => {
      const folder = newFolder();
      await administer(folder, "banner", "Maintenance on <b>Sunday</b>");
      const product = await startProduct({ env: SMALL, folder });
      await use(product);
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 150_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});

test("the operator's banner shows until it is dismissed, and the next one shows again", async ({ page, own }) => {
  const banner = page.locator("[data-banner=info]");
  await logIn(page, NIFTY);
  await page.goto("/option-chain-new");
  await expect(banner).toHaveText("Maintenance on <b>Sunday</b>");
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toHaveCount(0);
  expect(Object.values(JSON.parse((await stored(page, "banner")) ?? "{}"))).toEqual([1]);

  // The page hears of it again and shows nothing. The test looks for its absence after that, and once the board is drawn.
  const heard = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived", isBannerFrame));
  await page.reload();
  await heard;
  await expect(page.getByRole("table").or(page.getByRole("grid")).first()).toBeVisible();
  await expect(banner).toHaveCount(0);

  await own.terminate();
  await administer(own.folder, "banner", "It is over", "1");
  await own.restart();
  await expect(banner).toHaveText("It is over", { timeout: 30_000 });
});

/** The message is text in the binary envelope, too. */
const isBannerFrame = ({ payload }: { readonly payload: string | Buffer }): boolean =>
  payload.toString().includes("Maintenance");
