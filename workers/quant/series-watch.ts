/** The watch of any screen's lines: it runs the screen's own derivation and looks at the last value of each line. */
import { type CrossingDetector, createCrossingDetector } from "#contract/domain/crossing.ts";
import { hasSeries } from "#contract/domain/snapshots/series-set.ts";
import { type SeriesRules, seriesWatchId } from "#contract/worker/series-alerts.ts";
import { implementWatch, type WatchWork } from "#contract/worker/watch.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { createOwnLines, type OwnLinesMaker } from "./own-lines.ts";
import type { RegisteredScreen } from "./registered.ts";

interface Scratch {
  readonly derived: unknown;
  readonly ownLines: OwnLinesMaker;
  /** The day, and what the lines are of. */
  key: string | undefined;
  detectors: Map<string, CrossingDetector>;
  /** A rule fires once; the page takes it away. */
  readonly fired: Set<string>;
}

export function createSeriesWatch({
  screen,
  derivation,
}: RegisteredScreen): WatchWork<SeriesRules, string, Kernel, Scratch> {
  return implementWatch(
    {
      id: seriesWatchId(screen.id),
      home: screen.home,
      needs: ({ params }: SeriesRules, pane) => screen.needs(params, pane),
    },
    {
      // A line that crosses while the room is loaded again, or another rule comes or goes, has crossed all the same.
      keepsScratch: true,
      createScratch: (): Scratch => ({
        derived: derivation.createScratch(),
        ownLines: createOwnLines(),
        key: undefined,
        detectors: new Map(),
        fired: new Set(),
      }),

      watch({ params: { params, rules }, ...input }, scratch) {
        const derived = derivation.derive({ ...input, params }, scratch.derived);
        const snapshot = scratch.ownLines.add(derived, params);
        if (!hasSeries(snapshot)) return [];
        const { lines } = snapshot.series;
        const key = `${input.clock.date} ${snapshot.series.key}`;
        // The lines became those of another pair, or day: a jump between two of them is no crossing.
        if (key !== scratch.key) scratch.detectors = new Map();
        scratch.key = key;
        const last = (line: string | number): number =>
          typeof line === "number" ? line : (lines[line]?.at(-1) ?? Number.NaN);
        const fired: string[] = [];
        for (const { id, left, crosses, right } of rules) {
          const detector = scratch.detectors.get(id) ?? createCrossingDetector();
          scratch.detectors.set(id, detector);
          if (detector.next(last(left), last(right)) !== crosses || scratch.fired.has(id)) continue;
          scratch.fired.add(id);
          fired.push(id);
        }
        return fired;
      },
    },
  );
}
