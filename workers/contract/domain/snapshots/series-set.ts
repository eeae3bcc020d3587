/** Lines on one x, as a derivation makes them and a view draws them. */
import type { IsoDate, Minute } from "../units.ts";

/** Slots of a day: value i of each line is of the minute `open + i`; the source records every `cadence` minutes. */
export interface MinuteX {
  readonly open: Minute;
  readonly cadence: number;
  /** Minutes that are known in part only: the feed was down for some of them, or rows of the source were lost. */
  readonly partial?: readonly Minute[];
}

/** Trading days, ascending: value i of each line is of `dates[i]`. */
export interface DateX {
  readonly dates: readonly IsoDate[];
}

export interface SeriesSet<Id extends string> {
  readonly x: MinuteX | DateX;
  /** What the lines are of, as text: with another text a value and the one before it cannot be compared. */
  readonly key?: string;
  /** All of one length, in the unit that the view shows; NaN is a gap. */
  readonly lines: Readonly<Record<Id, Float64Array>>;
}

/** A snapshot of lines. */
export interface WithSeries<Id extends string = string> {
  readonly series: SeriesSet<Id>;
}

export const hasSeries = (snapshot: unknown): snapshot is WithSeries =>
  typeof snapshot === "object" && snapshot !== null && "series" in snapshot;
