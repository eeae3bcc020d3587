/** What a page of a bench gives to the harness, and the driving that happens inside the page. */

/** One cell of a table as it stands on the screen and as the data say. */
export interface CellText {
  readonly row: number;
  readonly column: number;
  /** Undefined where the competitor shows no such cell. */
  readonly shown: string | undefined;
  readonly expected: string;
}

export interface BenchPage {
  /** Hands one tick of data to the competitor by its own fastest way. */
  tick(): void;
  /** Some visible cells, or last values; the page that shows nothing has none. */
  readonly read?: () => readonly CellText[];
}

export interface DrivenPage extends BenchPage {
  /** Ticks at an interval, then waits until their frames are out. */
  run(ticks: number, intervalMs: number): Promise<void>;
}

declare global {
  /** Set when the page stands and shows its first data. */
  var benchPage: DrivenPage | undefined;
}

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Offers a page to the harness. */
export function offerPage(page: BenchPage): void {
  globalThis.benchPage = {
    ...page,
    async run(ticks, intervalMs) {
      for (let i = 0; i < ticks; i++) {
        // Within a frame: Chromium rasters what is drawn on a canvas outside of one after the task that drew it, where
        // its task time does not count it, and who draws at once would seem to draw for nothing.
        await frame();
        page.tick();
        // Some draw in the tick, some in the next frame: everyone gets both, so that an empty frame is nobody's cost.
        await frame();
        await sleep(intervalMs);
      }
      // A competitor that is behind gets its frames: every tick is to be drawn by everyone.
      await frame();
      await frame();
    },
  };
}
