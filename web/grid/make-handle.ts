import type { GridHandle } from "./grid-handle.ts";
import type { CellPlace } from "./grid-model.ts";
import { bandRowOf, type GridState } from "./grid-state.ts";
import type { CellReports } from "./input/cell-reports.ts";
import { firstRowBelow } from "./layout.ts";
import type { GridCanvas } from "./paint/grid-canvas.ts";

/** What the handle needs besides reading the state. */
type HandleParts = {
  readonly state: GridState;
  readonly canvas: GridCanvas;
  readonly scrollToRow: (row: number, rowsAbove: number) => void;
  readonly moveFocus: (to: CellPlace) => void;
  readonly repaint: () => void;
  /** As of the grid's options. */
  readonly csv: () => string | undefined;
  /** Undefined until the first figures are on the canvas. */
  readonly reports: () => CellReports | undefined;
};

/** The grid's answers to screens and tests. */
export function makeHandle({ state, canvas, scrollToRow, moveFocus, repaint, csv, reports }: HandleParts): GridHandle {
  return {
    get rows() {
      return state.source?.rows ?? 0;
    },
    get columnIds() {
      return state.layout?.columns.map(({ column }) => column.id) ?? [];
    },
    get paintedVersion() {
      return canvas.shownVersion;
    },
    cell: (row, columnId) => reports()?.cell(row, columnId),
    cellBox: (row, columnId) => reports()?.cellBox(row, columnId),
    visibleRows() {
      const { layout, source } = state;
      if (layout === undefined || source === undefined || source.rows === 0) return undefined;
      const first = firstRowBelow(layout, bandRowOf(state), state.scrollY);
      const last = firstRowBelow(layout, bandRowOf(state), state.scrollY + state.height - 1);
      return { first, last: Math.min(last, source.rows - 1) };
    },
    scrollToRow: (row, rowsAbove = 0) => scrollToRow(row, rowsAbove),
    markRow(key) {
      state.markedKey = key ?? Number.NaN;
      repaint();
    },
    focusCell(row, columnId) {
      const column = state.layout?.columns.findIndex((placed) => placed.column.id === columnId) ?? -1;
      if (column >= 0 && row >= 0 && row < (state.source?.rows ?? 0)) moveFocus({ row, column });
    },
    toTsv: () => reports()?.toTsv() ?? "",
    toCsv: () => csv() ?? reports()?.toCsv() ?? "",
  };
}
