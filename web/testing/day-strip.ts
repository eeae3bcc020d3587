/** The day strip as a trader uses it: the replay's controls, and the head, which is dragged. */
import { expect, type Locator, type Page } from "@playwright/test";
import { freshness } from "./pane.ts";

/** The first figures of a cold server on a busy machine. */
const READY_MS = 30_000;

export const strip = (page: Page): Locator => page.locator("[data-day-strip]");
/** '10:43' */
export const replayTime = (page: Page): Locator => page.locator("[data-replay-time]");
export const replayIcon = (page: Page): Locator => page.getByRole("button", { name: "Replay", exact: true });
export const head = (page: Page): Locator => strip(page).getByRole("slider");
export const frame = (page: Page): Locator => page.locator("[data-replay-frame]");

/** Waits until the day is known. */
export const stripReady = (page: Page): Promise<void> =>
  expect(head(page)).toHaveAttribute("data-known", "true", { timeout: READY_MS });

/** By the header's icon, once figures of the replay stand in the pane. */
export async function enterReplay(page: Page): Promise<void> {
  await stripReady(page);
  await replayIcon(page).click();
  await expect(freshness(page)).toHaveAttribute("data-state", "replay", { timeout: READY_MS });
}

export async function leaveReplay(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Close replay" }).click();
  await expect(freshness(page)).toHaveAttribute("data-state", "fresh", { timeout: READY_MS });
}

/** Drags the head to a minute of the IST day, over a few minutes on the way. */
export async function dragHead(page: Page, minute: number): Promise<void> {
  const slider = head(page);
  const box = await slider.boundingBox();
  if (!box) throw new Error("no strip");
  const [open, close, now] = await slider.evaluate((element) =>
    ["aria-valuemin", "aria-valuemax", "aria-valuenow"].map((name) => Number(element.getAttribute(name))),
  );
  const place = (at: number): number => box.x + (box.width * (at - (open ?? 0))) / ((close ?? 1) - (open ?? 0));
  const y = box.y + 20;
  await page.mouse.move(place(now ?? 0), y);
  await page.mouse.down();
  await page.mouse.move(place(minute) + 30, y, { steps: 4 });
  await page.mouse.move(place(minute), y, { steps: 2 });
  await page.mouse.up();
  await settled(page);
}

/** Waits until the head's words have come to rest: they follow the figures a few times a second. */
async function settled(page: Page): Promise<void> {
  let before = "";
  await expect
    .poll(
      async () => {
        const now = (await replayTime(page).textContent()) ?? "";
        const isSame = now === before;
        before = now;
        return isSame;
      },
      { intervals: [300] },
    )
    .toBe(true);
}
