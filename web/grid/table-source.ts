import type { FollowedRow, GridSource, SplitBand } from "./grid-model.ts";

/** Rows of numbers as a worker sends them. */
export type NumberTable = {
  readonly version: number;
  readonly rows: number;
  /** Numbers per row; cell (row, slot) is at `row * slots + slot`. */
  readonly slots: number;
  /** NaN is absent. */
  readonly values: Float64Array;
  /** Style codes beside the values; empty when no cell has one. */
  readonly styles: Uint8Array;
  /** Slot whose number names the row (strike, token). */
  readonly keySlot: number;
};

/** What the table does not carry. */
export type TableOptions = {
  /** True where a thin line stands above the row; the argument is the row's key. */
  readonly ruleAbove?: (key: number, row: number) => boolean;
  readonly band?: SplitBand | undefined;
  readonly stale?: boolean;
  /** As of `GridSource`: the same array while the names stay. */
  readonly names?: readonly string[] | undefined;
  readonly totals?: GridSource | undefined;
  readonly followed?: FollowedRow | undefined;
};

/** A grid source over one table of numbers. */
export function tableSource(table: NumberTable, options: TableOptions = {}): GridSource {
  const { slots, values, styles, keySlot } = table;
  if (values.length < table.rows * slots) throw new RangeError(`${values.length} values for ${table.rows} x ${slots}`);
  if (styles.length > 0 && styles.length < table.rows * slots)
    throw new RangeError(`${styles.length} style codes for ${table.rows} x ${slots}`);
  const { ruleAbove, band, stale = false, names, totals, followed } = options;
  const styled = styles.length > 0;
  const key = (row: number): number => values[row * slots + keySlot]!;
  return {
    version: table.version,
    rows: table.rows,
    key,
    number: (row, slot) => values[row * slots + slot]!,
    style: (row, slot) => (styled ? styles[row * slots + slot]! : 0),
    rule: ruleAbove === undefined ? noRule : (row) => ruleAbove(key(row), row),
    band,
    stale,
    names,
    totals,
    followed,
  };
}

const noRule = (): boolean => false;
