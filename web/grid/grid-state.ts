import type { CellPlace, GridSource } from "./grid-model.ts";
import { type GridLayout, rowTop } from "./layout.ts";

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
  /** Key of the row that a crosshair stands on elsewhere; NaN: none. */
  markedKey: number;
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
    markedKey: Number.NaN,
    focus: { row: 0, column: 0 },
    anchor: -1,
    selectedFrom: -1,
    selectedTo: -1,
    ring: false,
  };
}

/** The row of the marked key; -1 where there is none. */
export function markedRowOf({ source, markedKey }: GridState): number {
  if (Number.isNaN(markedKey) || source === undefined) return -1;
  for (let row = 0; row < source.rows; row++) if (source.key(row) === markedKey) return row;
  return -1;
}

/** The row below the split band; Infinity without one. */
export function bandRowOf(state: GridState): number {
  return state.source?.band?.beforeRow ?? Number.POSITIVE_INFINITY;
}

/** A row's top in CSS pixels from the content's top. */
export function rowTopCss(state: GridState, row: number): number {
  return state.layout === undefined ? 0 : rowTop(state.layout, bandRowOf(state), row) / state.layout.scale;
}
