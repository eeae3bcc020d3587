/**
 * Breadth through the day: how many futures stand above and below their previous close, and what each has built up since.
 * A minute is read once.
 */
import { LONG_BUILD, LONG_UNWIND, SHORT_BUILD, SHORT_COVER } from "#contract/domain/build-up.ts";
import { LTP, MISSING_MINUTE, OI } from "#contract/domain/columns.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import { createDayLines, type LineMoment } from "../lines/day-lines.ts";
import { buildUp } from "./build-up.ts";

/** Counts: advances less declines, and futures by build-up. */
export const BREADTH_LINES = [
  "net",
  "advances",
  "declines",
  "longBuild",
  "shortBuild",
  "shortCover",
  "longUnwind",
] as const;
export type BreadthLine = (typeof BREADTH_LINES)[number];

const LINE_OF: Readonly<Record<number, BreadthLine>> = {
  [LONG_BUILD]: "longBuild",
  [SHORT_BUILD]: "shortBuild",
  [SHORT_COVER]: "shortCover",
  [LONG_UNWIND]: "longUnwind",
};

export interface Breadth {
  /** The lines of these rows of the room's token table up to the moment; valid until the next call. NaN in holes. */
  upTo(at: LineMoment, rows: readonly number[]): SeriesSet<BreadthLine>;
}

export function createBreadth(): Breadth {
  const days = createDayLines<BreadthLine>([...BREADTH_LINES]);
  return {
    upTo(at, rows) {
      const { prevClose, prevOi } = at.day.tokens;
      return days.upTo(at, {
        key: String(rows.length),
        read({ lines, minutes, from, to }) {
          const prices = minutes.columns[LTP]!;
          const interest = minutes.columns[OI]!;
          for (let slot = from; slot < to; slot++) {
            for (const line of BREADTH_LINES)
              lines[line][slot] = minutes.state[slot] === MISSING_MINUTE ? Number.NaN : 0;
            if (minutes.state[slot] === MISSING_MINUTE) continue;
            const base = slot * minutes.stride;
            for (const row of rows) {
              const price = prices[base + row]!;
              const before = prevClose[row]!;
              if (price <= 0 || before <= 0) continue;
              if (price > before) lines.advances[slot]!++;
              else if (price < before) lines.declines[slot]!++;
              const held = interest[base + row]!;
              const line =
                held < 0 || prevOi[row]! < 0 ? undefined : LINE_OF[buildUp(price - before, held - prevOi[row]!)];
              if (line) lines[line][slot]!++;
            }
            lines.net[slot] = lines.advances[slot]! - lines.declines[slot]!;
          }
        },
      });
    },
  };
}
