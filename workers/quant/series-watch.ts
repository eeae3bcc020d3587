/** The watch of any screen's lines: it runs the screen's own derivation and looks at the last value of each line. */
import { type CrossingDetector, createCrossingDetector, holding } from "#contract/domain/crossing.ts";
import { hasSeries } from "#contract/domain/snapshots/series-set.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { type SeriesRules, seriesWatchId } from "#contract/worker/series-alerts.ts";
import { implementWatch, type WatchWork } from "#contract/worker/watch.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { createOwnLines, type OwnLinesMaker } from "./own-lines.ts";
import type { RegisteredScreen } from "./registered.ts";

interface Scratch {
  readonly derived: unknown;
  readonly ownLines: OwnLinesMaker;
  date: IsoDate | undefined;
  /** What the lines are of. */
  key: string | undefined;
  /** Place of the point that was looked at last. */
  seen: number;
  detectors: Map<string, CrossingDetector>;
  /** By rule, the place of the point at which it was looked at first on the day: no earlier crossing is its own. */
  since: Map<string, number>;
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
        date: undefined,
        key: undefined,
        seen: 0,
        detectors: new Map(),
        since: new Map(),
        fired: new Set(),
      }),

      watch({ params: { params, rules }, ...input }, scratch) {
        const derived = derivation.derive({ ...input, params }, scratch.derived);
        const snapshot = scratch.ownLines.add(derived, params);
        if (!hasSeries(snapshot)) return [];
        const { lines, key } = snapshot.series;
        const { date } = input.clock;
        if (date !== scratch.date) scratch.since = new Map();
        // A jump from one pair's lines to another's, or over a night, is no crossing.
        if (date !== scratch.date || key !== scratch.key) scratch.detectors = new Map();
        Object.assign(scratch, { date, key });
        const valueAt = (line: string | number, place: number): number =>
          typeof line === "number" ? line : (lines[line]?.[place] ?? Number.NaN);
        const fired: string[] = [];
        const last = (Object.values(lines)[0]?.length ?? 0) - 1;
        for (const { id, left, crosses, right, isCondition = false } of rules) {
          const since = scratch.since.get(id) ?? last;
          scratch.since.set(id, since);
          const known = scratch.detectors.get(id);
          const detector = known ?? createCrossingDetector();
          scratch.detectors.set(id, detector);
          let hasCrossed = false;
          // Lines that became another pair's bring their own past along: who follows the money changes pairs just where the
          // spot crosses the middle between two strikes, and that crossing counts.
          for (let place = known ? last : since; place <= last; place++) {
            const value = valueAt(left, place);
            const crossed = detector.next(isCondition ? holding(value) : value, valueAt(right, place));
            if (crossed === crosses && place >= scratch.seen) hasCrossed = true;
          }
          if (!hasCrossed || scratch.fired.has(id)) continue;
          scratch.fired.add(id);
          fired.push(id);
        }
        scratch.seen = last;
        return fired;
      },
    },
  );
}
