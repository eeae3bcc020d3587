/** Which cell is where, and what stands in it: for those that listen and answer. */
import type { CellPlace } from "../grid-model.ts";
import type { RowTarget } from "../grid-options.ts";
import { bandRowOf, type GridState } from "../grid-state.ts";
import { cellText, columnAt, rowAt } from "../layout.ts";
import { CHECK_WIDTH } from "../paint/draw-checked.ts";

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

/** A cell as it is read aloud. */
export interface SpokenCell {
  readonly text: string;
  readonly tip: string | undefined;
  /** Its checkbox; undefined where it has none. */
  readonly box: { readonly name: string; readonly isChecked: boolean } | undefined;
}

export interface SpokenRow {
  /** Undefined where no row of the table is ever chosen. */
  readonly isChosen: boolean | undefined;
  cell(column: number): SpokenCell;
}

export function spokenRow(state: GridState, row: number): SpokenRow {
  const { source, layout } = state;
  return {
    isChosen: source?.chosen === undefined ? undefined : source.chosen === row,
    cell(column) {
      const { checkSlot = -1 } = layout?.columns[column] ?? {};
      const hasBox = checkSlot >= 0 && source !== undefined && row < source.rows;
      return {
        text: textAt(state, row, column),
        tip: tipAt(state, { row, column }),
        box: hasBox
          ? { name: source.text?.(row, checkSlot) ?? "", isChecked: source.number(row, checkSlot) > 0 }
          : undefined,
      };
    },
  };
}

/** The tip of a cell; undefined where it has none. */
export function tipAt({ layout, source }: GridState, { row, column }: CellPlace): string | undefined {
  const placed = layout?.columns[column];
  return placed === undefined || source === undefined || row >= source.rows
    ? undefined
    : source.tip?.(row, placed.slot);
}

/** Whether a point is on the checkbox that a cell begins with: as high as the row, from the cell's edge to its text. */
export function isOnCheck({ layout, scrollX }: GridState, { column }: CellPlace, x: number): boolean {
  const placed = layout?.columns[column];
  if (layout === undefined || placed === undefined || placed.checkSlot < 0) return false;
  return x * layout.scale + scrollX < placed.textX + CHECK_WIDTH * layout.scale;
}

/** The row and its identity behind a cell, for a handler outside. */
export function targetAt(state: GridState, { row, column }: CellPlace): RowTarget | undefined {
  const placed = state.layout?.columns[column];
  if (placed === undefined || state.source === undefined || row >= state.source.rows) return undefined;
  return { row, key: state.source.key(row), columnId: placed.column.id };
}
