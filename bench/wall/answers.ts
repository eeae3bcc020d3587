/** When the server's answers came for which a pane asks on a timer: they are no frames of the feed. */
import type { Page } from "@playwright/test";
import { SCAN_PATH } from "#contract/wire/http/api-path.ts";

/** By what a pane is called, the end of the address that it asks. */
const ASKED = { Scanner: `/${SCAN_PATH}` } as const;

/** Milliseconds of the page's clock since the last call, by pane. */
export async function takeAnswers(page: Page): Promise<ReadonlyMap<string, readonly number[]>> {
  const entries = await page.evaluate(() => {
    const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const found = all.map(({ name, responseEnd }) => ({ path: new URL(name).pathname, responseEnd }));
    performance.clearResourceTimings();
    return found;
  });
  return new Map(
    Object.entries(ASKED).map(([pane, end]) => [
      pane,
      entries.filter(({ path }) => path.endsWith(end)).map(({ responseEnd }) => responseEnd),
    ]),
  );
}
