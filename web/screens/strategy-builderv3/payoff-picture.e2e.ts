/** The payoff as a picture: the render worker draws it, and the page itself where there is none. */
import type { Page } from "@playwright/test";
import { enterReplay, replayIcon } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { stillPicture } from "../../testing/still-picture.ts";
import { atm, openBuilder, sellStraddle } from "../../testing/strategies/builder-page.ts";

/** A straddle at the first minute of its day, which stands still: every picture of it is the same. */
async function standStill(page: Page): Promise<void> {
  await enterReplay(page);
  await sellStraddle(page);
}

async function picture(page: Page): Promise<string> {
  await replayIcon(page).hover(); // no crosshair
  return stillPicture(page.getByRole("img", { name: /^Payoff over the spot/ }));
}

/** With both lines, without that at expiry, in the other theme, and in another window. */
async function pictures(page: Page): Promise<readonly string[]> {
  const taken = [await picture(page)];
  const after = async (change: () => Promise<void>): Promise<void> => {
    await change();
    await expect.poll(async () => (await picture(page)) === taken.at(-1)).toBe(false);
    taken.push(await picture(page));
  };
  const line = page.getByRole("group", { name: "Series" }).getByRole("button", { name: "On Expiry" });
  await after(() => line.click());
  await after(() => page.getByTitle(/^Switch to the (light|dark) theme$/).click());
  await after(() => page.setViewportSize({ width: 1200, height: 700 }));
  await page.getByTitle(/^Switch to the (light|dark) theme$/).click();
  return taken;
}

test("the worker and the page paint the same payoff, to the pixel", async ({ page, context, complaints }) => {
  await openBuilder(page);
  await standStill(page);
  const painted = await pictures(page);
  const worker = page.workers().find((one) => one.url().includes("paint"));
  expect(worker).toBeDefined();

  const old = await context.newPage();
  // As a browser that cannot give a canvas away.
  await old.addInitScript(() => Reflect.deleteProperty(HTMLCanvasElement.prototype, "transferControlToOffscreen"));
  await old.goto("/strategy-builderv3");
  await expect(atm(old)).toBeVisible();
  await standStill(old);
  expect((await pictures(old)).map((one, i) => one === painted[i])).toEqual([true, true, true, true]);
  expect(old.workers().filter((one) => one.url().includes("paint"))).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a payoff whose worker fails goes on on the page", async ({ page, complaints }) => {
  await openBuilder(page);
  await standStill(page);
  const before = await picture(page);
  const worker = page.workers().find((one) => one.url().includes("paint"));
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error("on purpose");
    });
  });
  await expect.poll(() => complaints.some((each) => each.includes("the render worker is given up"))).toBe(true);
  await expect.poll(async () => (await picture(page)) === before).toBe(true);
  await page.getByRole("button", { name: "On Target", exact: true }).click();
  await expect.poll(async () => (await picture(page)) === before).toBe(false);
});
