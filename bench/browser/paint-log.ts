/** In the page: when each pane's snapshots reached the screen, and of which minute they were. */
import type { Page } from "@playwright/test";
import type { GridElement } from "../../web/grid/grid-handle.ts";
import type { PaneElement } from "../../web/state/pane.ts";

export interface Painting {
  readonly pane: string;
  readonly sequence: number;
  /** Milliseconds of the page's clock, after the frame that shows it. */
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
      const handle = pane.paneHandle!;
      const grid = pane.querySelector<GridElement>("[data-grid]");
      handle.onPainted = (state) => {
        const { sequence, frameAt, clock } = state;
        const write = (): void => {
          // A frame whose painting ran over its budget goes on in the next one.
          if (grid?.gridHandle && grid.gridHandle.paintedVersion < sequence) {
            requestAnimationFrame(write);
            return;
          }
          // The first task after the rendering of the frame that asked for it.
          void globalThis.scheduler.postTask(
            () => {
              const minute = clock?.minute ?? Number.NaN;
              log.push({ pane: pane.ariaLabel ?? "", sequence, at: performance.now(), frameAt, minute });
            },
            { priority: "user-blocking" },
          );
        };
        write();
      };
    }
    return panes.length;
  });
}

/** What was logged since the last call. */
export const takePaintings = (page: Page): Promise<readonly Painting[]> =>
  page.evaluate(() => globalThis.paintLog?.splice(0) ?? []);
