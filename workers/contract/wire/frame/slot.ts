/** One slot of the minute columns as a column set of its own, and back. Minutes come once a minute: not hot. */
import { type ColumnSet, createColumns, FIELD_COUNT, type MinuteColumns, slotColumns } from "../../domain/columns.ts";
import { ABSENT } from "../../domain/units.ts";

const scratch: ColumnSet[] = [createColumns(0), createColumns(0)];

/**
 * The rows of `slot` in scratch set 0 or 1 (valid until the next call for that set); all absent for slot -1, for
 * fields the source lacks and for rows beyond the stride.
 */
export function loadSlot(set: 0 | 1, minutes: MinuteColumns, slot: number, rows: number): ColumnSet {
  if (scratch[set][0].length < rows) scratch[set] = createColumns(rows + 64);
  const columns = scratch[set];
  const known = Math.min(rows, minutes.stride);
  for (const column of columns) column.fill(ABSENT, 0, rows);
  if (slot < 0) return columns;
  const from = slotColumns(minutes, slot);
  for (let field = 0; field < FIELD_COUNT; field++) {
    const source = from.columns[field];
    if (source.length > 0) columns[field].set(source.subarray(from.base, from.base + known));
  }
  return columns;
}

/** Writes the first `rows` rows of a column set into a slot, for the fields the minutes have. */
export function storeSlot(columns: ColumnSet, minutes: MinuteColumns, slot: number, rows: number): void {
  const at = slot * minutes.stride;
  for (let field = 0; field < FIELD_COUNT; field++) {
    const target = minutes.columns[field];
    if (target.length > 0) target.set(columns[field].subarray(0, rows), at);
  }
}
