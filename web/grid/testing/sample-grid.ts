/** A small chain with every kind of cell, for tests of painters and of what carries their strokes. */

import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import { formats } from "../../format/format.ts";
import { themeOf } from "../../styles/tokens.ts";
import type { GridColumn, GridSource } from "../grid-model.ts";
import { backgroundTops } from "../grid-options.ts";
import { type GridLayout, layOut } from "../layout.ts";
import type { GridView } from "../paint/grid-view.ts";
import { type TableOptions, tableSource } from "../table-source.ts";

export const dark = themeOf("dark", "normal");

// Slots: 0 strike, 1 ltp, 2 change, 3 oi, 4 bar, 5 build-up, 6..8 previous, high, low.
export const slots = 9;
export const columns: readonly GridColumn[] = [
  {
    id: "build",
    header: "Analysis",
    width: 100,
    cell: { kind: "build-up", slot: 5, side: "call", states: BUILD_UP_STATES },
  },
  {
    id: "oi",
    header: "OI",
    width: 108,
    cell: {
      kind: "gutter-bar",
      side: "call",
      gutter: 64,
      slot: 3,
      barSlot: 4,
      fill: "call-fill",
      format: formats.price,
    },
  },
  { id: "chg", header: "Chg", width: 64, cell: { kind: "figure", slot: 2, format: formats.signedPrice, ink: "sign" } },
  {
    id: "ltp",
    header: "LTP",
    width: 88,
    cell: { kind: "figure", slot: 1, format: formats.price, weight: 500, price: true, flash: true },
  },
  {
    id: "strike",
    header: "Strike",
    width: 76,
    surface: "raised",
    cell: { kind: "strike", slot: 0, format: formats.whole },
  },
  {
    id: "put-oi",
    header: "OI",
    width: 108,
    cell: { kind: "gutter-bar", side: "put", gutter: 64, slot: 3, barSlot: 4, fill: "put-fill", format: formats.price },
  },
  {
    id: "wide",
    header: "OI Bar",
    width: 100,
    cell: { kind: "wide-bar", side: "put", slot: 3, barSlot: 4, fill: "put-bar", format: formats.price },
  },
  {
    id: "graph",
    header: "",
    width: 200,
    cell: { kind: "oi-bars", side: "call", slot: 4, previousSlot: 6, highSlot: 7, lowSlot: 8, fill: "call-fill" },
  },
];
export const width = 844;

export interface SampleGrid {
  /** [row][slot]; tests change it between paintings. */
  readonly values: Float64Array;
  readonly styles: Uint8Array;
  readonly layout: GridLayout;
  /** Of the values as they stand, with the next version. */
  source(options?: TableOptions): GridSource;
  view(changes?: Partial<GridView>): GridView;
}

export function sampleGrid(rows = 4, scale = 1): SampleGrid {
  const values = new Float64Array(rows * slots);
  const styles = new Uint8Array(rows * slots);
  for (let row = 0; row < rows; row++)
    values.set([24_000 + row * 50, 100 + row, row - 1, 50, 0.5, 1, 0.25, 0.75, 0.1], row * slots);
  const layout = layOut(columns, width, scale, 24);
  let version = 0;
  const source = (options: TableOptions = {}): GridSource =>
    tableSource({ version: version++, rows, slots, values, styles, keySlot: 0 }, options);
  const view = (changes: Partial<GridView> = {}): GridView => ({
    source: source(),
    layout,
    theme: dark,
    height: 240 * scale,
    scrollX: 0,
    scrollY: 0,
    hoverRow: -1,
    focusRow: 0,
    focusColumn: 0,
    selectedFrom: -1,
    selectedTo: -1,
    ring: false,
    flashing: true,
    top: backgroundTops,
    placeholderRows: 3,
    totals: false,
    ...changes,
  });
  return { values, styles, layout, source, view };
}
