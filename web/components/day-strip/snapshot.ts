/** What crosses the threads for the day strip: one day of one underlying, from open to close. */

/** The strip shows its pane's day: there is nothing to choose. */
export type Params = Readonly<Record<string, never>>;

export interface Snapshot {
  /** Grows with what the line shows: a snapshot of the same version needs no painting. */
  readonly version: number;
  /** First and last minute of the session, minutes of the IST day. */
  readonly open: number;
  readonly close: number;
  /** First and last minute with figures; NaN where nothing is recorded. */
  readonly first: number;
  readonly last: number;
  /** Minutes between two snapshots of the source. */
  readonly cadence: number;
  /** By slot, rupees; NaN where there is none. Slots are one minute apart. */
  readonly line: Float64Array;
  /** What the line shows: the spot, else the future, else the parity forward. */
  readonly basis: "spot" | "future" | "forward";
  /** Stretches without data: pairs of minutes, from the last recorded one before to the first after. */
  readonly holes: Float64Array;
}

/** Points further apart than so many cadences are not joined: a gap is a gap. */
export const LONGEST_JOIN = 1.5;
