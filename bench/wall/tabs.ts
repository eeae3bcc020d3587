/** Tabs of the workspace, as a user opens them. */
import type { Page } from "@playwright/test";
import { mainMemory } from "../../web/testing/page-memory.ts";
import { openTab } from "../../web/testing/wall.ts";
import type { BenchedPage } from "../browser/built-product.ts";
import { type Painting, takePaintings } from "../browser/paint-log.ts";
import { quantile } from "../report.ts";

const TURN_MS = 5000;
const SETTLE_MS = 2500;
/** A pane that shows no frame by then is left to the look that follows. */
const SETTLED_WITHIN_MS = 15_000;

/**
 * Opens a tab to watch it, once its opening is over: its first figures and layouts are another question, as is that V8 collects
 * what they left behind, some 18 seconds later in a task of 150 ms. All of that happens at full speed, where it is soon over.
 * Then the page is slowed, and each of its panes has painted a frame that came since.
 *
 * @returns MB of the main thread after the collection
 */
export async function settleTab({ page, cdp, throttle }: BenchedPage, name: string, rate: number): Promise<number> {
  await throttle(1);
  await openTab(page, name);
  const memory = await mainMemory(cdp);
  await takePaintings(page);
  await page.waitForTimeout(SETTLE_MS);
  await throttle(rate);
  const slowed = await page.evaluate(() => performance.now());
  await page
    .waitForFunction(
      (since) => {
        const live = globalThis.paintLog?.filter(({ frameAt }) => !Number.isNaN(frameAt)) ?? [];
        const settled = new Set(live.filter(({ frameAt }) => frameAt > since).map(({ pane }) => pane));
        return live.length > 0 && live.every(({ pane }) => settled.has(pane));
      },
      slowed,
      { timeout: SETTLED_WITHIN_MS },
    )
    .catch(() => undefined);
  return memory;
}

export interface Turn {
  /** Milliseconds of the page's clock at which it was pressed. */
  readonly pressedAt: number;
  /** What its panes are called. */
  readonly panes: readonly string[];
}

/** Each tab in turn. */
export async function takeTurns(page: Page, tabs: readonly string[]): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (const tab of tabs) {
    const pressedAt = await page.evaluate(() => performance.now());
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForTimeout(TURN_MS);
    const panes = await page.evaluate(() =>
      [...document.querySelectorAll("[data-workspace]:not([data-aside]) section[data-pane]")].map(
        (one) => one.ariaLabel ?? "",
      ),
    );
    turns.push({ pressedAt, panes });
  }
  return turns;
}

/** Milliseconds from a press to the first new figures of a pane of the tab, p95. */
export function toFigures(turns: readonly Turn[], paintings: readonly Painting[]): number {
  const waits = turns.flatMap(({ pressedAt, panes }) =>
    [...new Set(panes)].flatMap((pane) => {
      const first = paintings.find((one) => one.pane === pane && one.at > pressedAt);
      return first ? [first.at - pressedAt] : [];
    }),
  );
  return quantile(waits, 0.95);
}
