import type { CellPlace, GridSource } from "./grid-model.ts";
import type { RowTarget } from "./grid-options.ts";
import { cellText, columnAt, type GridLayout, rowAt, rowTop } from "./layout.ts";

/** Where a grid stands: shared by the parts that paint, listen and answer. Lengths in device pixels. */
export type GridState = {
  layout: GridLayout | undefined;
  /** As of the last paint; undefined while loading. */
  source: GridSource | undefined;
  height: number;
  scrollX: number;
  scrollY: number;
  /** -1: none. */
  hoverRow: number;
  focus: CellPlace;
  /** Where a selection started; -1: none. */
  anchor: number;
  /** Selected rows, both included; -1, -1: none. */
  selectedFrom: number;
  selectedTo: number;
  /** The focused cell shows its ring. */
  ring: boolean;
};

export function newGridState(): GridState {
  return {
    layout: undefined,
    source: undefined,
    height: 0,
    scrollX: 0,
    scrollY: 0,
    hoverRow: -1,
    focus: { row: 0, column: 0 },
    anchor: -1,
    selectedFrom: -1,
    selectedTo: -1,
    ring: false,
  };
}

/** The row below the split band; Infinity without one. */
export function bandRowOf(state: GridState): number {
  return state.source?.band?.beforeRow ?? Number.POSITIVE_INFINITY;
}

/** A row's top in CSS pixels from the content's top. */
export function rowTopCss(state: GridState, row: number): number {
  return state.layout === undefined ? 0 : rowTop(state.layout, bandRowOf(state), row) / state.layout.scale;
}

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
