import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";

export interface WithLines<Id extends string> {
  readonly series: SeriesSet<Id>;
}

/** Reads the latest value of a line of the snapshot; NaN in a gap, and before the first snapshot. */
export const lastOf =
  <Id extends string>(snapshot: WithLines<Id> | undefined) =>
  (id: Id): number =>
    snapshot?.series.lines[id].at(-1) ?? Number.NaN;
