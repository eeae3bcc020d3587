/** In the page: when each pane's snapshots reached the screen, and of which minute they were. */
import type { Page } from "@playwright/test";
import type { GridElement } from "../../web/grid/grid-handle.ts";
import type { PaneElement, PaneState } from "../../web/state/pane/pane.ts";

export interface Painting {
  readonly pane: string;
  readonly sequence: number;
  /** Milliseconds of the page's clock, after the frame (its own, or the render worker's) that shows it. */
  readonly at: number;
  /** When the newest frame behind it had come; NaN off the live market. */
  readonly frameAt: number;
  readonly minute: number;
}

declare global {
  var paintLog: Painting[] | undefined;
}

/** Logs every painting of the panes that are mounted now. */
export async function logPaintings(page: Page): Promise<number> {
  return page.evaluate(() => {
    const log: Painting[] = [];
    globalThis.paintLog = log;
    const panes = [...document.querySelectorAll<PaneElement>("section")].filter(({ paneHandle }) => paneHandle);
    for (const pane of panes) {
      const write = ({ sequence, frameAt, clock }: PaneState<unknown>, at: number): void => {
        const minute = clock?.minute ?? Number.NaN;
        log.push({ pane: pane.ariaLabel ?? "", sequence, at, frameAt, minute });
      };
      const handle = pane.paneHandle!;
      const grid = pane.querySelector<GridElement>("[data-grid]")?.gridHandle;
      if (!grid) {
        handle.onPainted = (state) => {
          // The first task after the rendering of the frame that asked for it.
          void globalThis.scheduler.postTask(() => write(state, performance.now()), { priority: "user-blocking" });
        };
        continue;
      }
      // A grid's canvas may be another thread's: it tells itself when a version is on it, which may be before the
      // page's next frame. One that a newer version overtook is not painted.
      let latest: PaneState<unknown> | undefined;
      let shown = { version: -1, at: 0 };
      const match = (): void => {
        if (latest?.sequence !== shown.version) return;
        write(latest, shown.at);
        latest = undefined;
      };
      handle.onPainted = (state) => {
        latest = state;
        match();
      };
      grid.onShown = (version, at) => {
        if (version === shown.version) return;
        shown = { version, at };
        match();
      };
    }
    return panes.length;
  });
}

/** What was logged since the last call. */
export const takePaintings = (page: Page): Promise<readonly Painting[]> =>
  page.evaluate(() => globalThis.paintLog?.splice(0) ?? []);
