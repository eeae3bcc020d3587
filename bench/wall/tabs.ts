/** Tabs of the workspace, as a user opens them. */
import type { Page } from "@playwright/test";
import { openTab } from "../../web/testing/wall.ts";
import { type Painting, takePaintings } from "../browser/paint-log.ts";
import { quantile } from "../report.ts";

const TURN_MS = 5000;
/** After a tab was opened: its first figures and layouts are another question. */
const SETTLE_MS = 10_000;
/** A pane that shows no frame by then is left to the look that follows. */
const SETTLED_WITHIN_MS = 15_000;

/**
 * Opens a tab to watch it, once its opening is over: each of its panes has painted a frame that came when the tab had been
 * open for a while. A slow machine still paints what came during the opening after any fixed time.
 */
export async function settleTab(page: Page, name: string): Promise<void> {
  await openTab(page, name);
  await takePaintings(page);
  await page.waitForTimeout(SETTLE_MS);
  const opened = await page.evaluate(() => performance.now());
  await page
    .waitForFunction(
      (since) => {
        const live = globalThis.paintLog?.filter(({ frameAt }) => !Number.isNaN(frameAt)) ?? [];
        const settled = new Set(live.filter(({ frameAt }) => frameAt > since).map(({ pane }) => pane));
        return live.length > 0 && live.every(({ pane }) => settled.has(pane));
      },
      opened,
      { timeout: SETTLED_WITHIN_MS },
    )
    .catch(() => undefined);
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
