/** Which cell is where, and what stands in it: for those that listen and answer. */
import type { CellPlace } from "../grid-model.ts";
import type { RowTarget } from "../grid-options.ts";
import { bandRowOf, type GridState } from "../grid-state.ts";
import { cellText, columnAt, rowAt } from "../layout.ts";

/** The cell at a point, in CSS pixels from the top left of the scrolling area's visible part. */
export function placeAt(state: GridState, x: number, y: number): CellPlace | undefined {
  const { layout, source } = state;
  if (layout === undefined || source === undefined) return undefined;
  const row = rowAt(layout, bandRowOf(state), y * layout.scale + state.scrollY);
  const column = columnAt(layout, x * layout.scale + state.scrollX);
  return row < 0 || row >= source.rows || column < 0 ? undefined : { row, column };
}

/** A cell's text as formatted now; '' outside the table. */
export function textAt(state: GridState, row: number, column: number): string {
  const placed = state.layout?.columns[column];
  if (placed === undefined || state.source === undefined || row >= state.source.rows) return "";
  return cellText(placed, state.source, row, state.source.number(row, placed.slot));
}

/** The row and its identity behind a cell, for a handler outside. */
export function targetAt(state: GridState, { row, column }: CellPlace): RowTarget | undefined {
  const placed = state.layout?.columns[column];
  if (placed === undefined || state.source === undefined || row >= state.source.rows) return undefined;
  return { row, key: state.source.key(row), columnId: placed.column.id };
}
