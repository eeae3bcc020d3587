/**
 * Hot: a line screen's run. Lines through a day, kept by slot between runs: a minute is read once, when it has closed; the
 * minute in progress is the last point, read from the live columns at each run.
 */

import { DEFAULT_PRICING, type PricingChoice } from "#contract/domain/choices/pricing.ts";
import { type MinuteColumns, PARTIAL, type RoomDay } from "#contract/domain/columns.ts";
import { recordOf } from "#contract/domain/record-of.ts";
import type { MinuteX, SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import { liveMinutes } from "../chain.ts";
import type { DayMoment } from "../reference/moment.ts";
import { createDayFold } from "./day-fold.ts";

type Lines<Id extends string> = Readonly<Record<Id, Float64Array>>;

/** Slots to read, and where their figures go: the figure of slot i of `minutes` belongs to `lines[id][i]`. */
export interface Stretch<Id extends string> {
  readonly lines: Lines<Id>;
  /** The day's minutes, or the minute in progress as minutes of one slot. */
  readonly minutes: MinuteColumns;
  readonly from: number;
  readonly to: number;
  /** The day's slot that slot 0 of `minutes` is: 0, or that of the minute in progress. */
  readonly first: number;
}

export interface LineReading<Id extends string> {
  /** What the lines are of (strikes, a period), as text: another text starts them over. */
  readonly key: string;
  /** Fills every line by slot from the cells of `minutes`; NaN where there is no figure. */
  read(stretch: Stretch<Id>): void;
  /** Fills lines that are made of lines, such as an average, for the slots [from, to) of the day. */
  follow?(lines: Lines<Id>, from: number, to: number): void;
}

/** What lines are read out of: a chain, or any other room. */
export type LineMoment = Pick<DayMoment, "room" | "day" | "closed" | "tail"> & { readonly pricing?: PricingChoice };

export interface DayLines<Id extends string> {
  /** The lines up to the moment; their arrays are valid until the next call. */
  upTo(at: LineMoment, reading: LineReading<Id>): SeriesSet<Id>;
}

/** Lines that are priced in another way are others. */
const keyOf = (key: string, { forward, untraded }: PricingChoice = DEFAULT_PRICING): string =>
  [key, ...(forward ? ["forward"] : []), ...(untraded ? ["untraded"] : [])].join(" ");

function minuteX({ minutes: { state }, open, cadence }: RoomDay, length: number): MinuteX {
  const partial: Minute[] = [];
  for (let slot = state.indexOf(PARTIAL); slot >= 0 && slot < length; slot = state.indexOf(PARTIAL, slot + 1))
    partial.push(minute(open + slot));
  return { open, cadence, ...(partial.length > 0 && { partial }) };
}

export function createDayLines<Id extends string>(ids: readonly Id[]): DayLines<Id> {
  let key = "";
  let whole = recordOf(ids, () => new Float64Array(0));
  const fold = createDayFold<LineReading<Id>, LineMoment>({
    bySlot: true,
    reset({ day }) {
      whole = recordOf(ids, () => new Float64Array(day.minutes.slots).fill(Number.NaN));
    },
    add({ day }, from, to, { read, follow }) {
      read({ lines: whole, minutes: day.minutes, from, to, first: 0 });
      follow?.(whole, from, to);
    },
  });

  return {
    upTo(at, reading) {
      const { day, closed, tail } = at;
      const next = keyOf(reading.key, at.pricing);
      if (next !== key) fold.restart();
      key = next;
      fold.upTo(at, reading);
      if (tail >= 0) {
        // A minute whose frame is late keeps its last tick until it comes.
        const lines = recordOf(ids, (id) => whole[id].subarray(tail, tail + 1));
        reading.read({ lines, minutes: liveMinutes(day), from: 0, to: 1, first: tail });
        reading.follow?.(whole, tail, tail + 1);
      }
      const length = tail < 0 ? closed : tail + 1;
      return {
        x: minuteX(day, length),
        key,
        lines: recordOf(ids, (id) => whole[id].subarray(0, length)),
      };
    },
  };
}
