/**
 * Hot: the scan of a day for contracts whose open was the high, or the low, of the first minutes. The highs and lows of minutes
 * are those of the day so far, so the extreme of the first n minutes stands in the last of them.
 */
import { HIGH, LOW, lastFilledSlot, MISSING_MINUTE, OPEN } from "#contract/domain/columns.ts";
import type { ChainMoment } from "#market/chain.ts";
import { createDayFold } from "#market/lines/day-fold.ts";

/** By row of the token table, scaled; -1 where it is not known. */
export interface Scan {
  /** In the last of the first minutes. */
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  /** First later slot whose high is above the open, and whose low is below it. */
  readonly highBroken: Int32Array;
  readonly lowBroken: Int32Array;
  /** Whether any of the first minutes is known. */
  hasStart: boolean;
}

const createScan = (rows: number): Scan => ({
  open: new Int32Array(rows).fill(-1),
  high: new Int32Array(rows).fill(-1),
  low: new Int32Array(rows).fill(-1),
  highBroken: new Int32Array(rows).fill(-1),
  lowBroken: new Int32Array(rows).fill(-1),
  hasStart: false,
});

export interface Scanner {
  /** @param timeframe minutes from the open. Slots of breaks may lie after the moment: a replay that went back. */
  upTo(at: ChainMoment, timeframe: number): Scan;
}

export function createScanner(): Scanner {
  let scan = createScan(0);
  let minutesOf = 0;
  const fold = createDayFold<number>({
    bySlot: true,
    reset({ day }) {
      scan = createScan(day.tokens.length);
    },
    add({ day }, from, to, timeframe) {
      const { minutes } = day;
      const { columns, stride, state } = minutes;
      const [open, high, low] = [columns[OPEN]!, columns[HIGH]!, columns[LOW]!];
      for (let slot = from; slot < to; slot++) {
        if (state[slot] === MISSING_MINUTE) continue;
        const base = slot * stride;
        const rows = scan.open.length;
        if (slot < timeframe) {
          // Each of the first minutes replaces the one before it: the last that has data counts.
          for (let row = 0; row < rows; row++) {
            scan.open[row] = open[base + row]!;
            scan.high[row] = high[base + row]!;
            scan.low[row] = low[base + row]!;
          }
          scan.hasStart = true;
          continue;
        }
        for (let row = 0; row < rows; row++) {
          const first = scan.open[row]!;
          if (first < 0) continue;
          if (scan.highBroken[row]! < 0 && high[base + row]! > first) scan.highBroken[row] = slot;
          if (scan.lowBroken[row]! < 0 && low[base + row]! >= 0 && low[base + row]! < first) scan.lowBroken[row] = slot;
        }
      }
    },
  });
  return {
    upTo(at, timeframe) {
      // Before its first minutes are over the scan of a live day is made again: they are few.
      if (timeframe !== minutesOf || lastFilledSlot(at.day.minutes) < timeframe) fold.restart();
      minutesOf = timeframe;
      fold.upTo(at, timeframe);
      return scan;
    },
  };
}
