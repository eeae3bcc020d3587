/** A table as a derivation sends it and `web/kit/table` shows it: rows are in the order in which they stand. */
export interface TableSnapshot {
  readonly rows: number;
  /** Numbers per row; cell (row, slot) is at `row * slots + slot`. */
  readonly slots: number;
  /** NaN is absent, and drawn '-'. */
  readonly values: Float64Array;
  /** Style codes of `domain/snapshots/cell-style.ts` beside the values; empty where no cell has one. */
  readonly styles: Uint8Array;
  /**
   * What cells of names point into, one a line. One string crosses faster than a list, and the view sees by comparing it
   * that the names are those it has.
   */
  readonly names?: string;
  /** The figures of the pinned row of totals. */
  readonly totals?: Float64Array;
  /** The row that a following table brings into view: the latest, or the one at the money; -1 where there is none. */
  readonly followed?: number;
}

/** What the user sorts by: a column's id. */
export interface TableSort<Column extends string = string> {
  readonly by: Column;
  readonly descending: boolean;
  /** The rows stay where they are, whatever their figures do: the user points at one of them. */
  readonly isHeld?: boolean;
}

export const NAME_SEPARATOR = "\n";
