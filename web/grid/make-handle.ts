import { CELL_STALE } from "#contract/domain/cell-style.ts";
import type { CellReport, GridHandle } from "./grid-handle.ts";
import type { CellPlace } from "./grid-model.ts";
import { bandRowOf, type GridState, rowTopCss, textAt } from "./grid-state.ts";
import { toCsv, toTsv } from "./input/export.ts";
import { firstRowBelow } from "./layout.ts";
import { inkOf, lookFlash, rankOf, surfaceOf } from "./paint/cell-look.ts";
import type { GridCanvas } from "./paint/grid-canvas.ts";

/** What the handle needs besides reading the state. */
type HandleParts = {
  readonly state: GridState;
  readonly canvas: GridCanvas;
  readonly scroll: HTMLElement;
  readonly scrollToRow: (row: number, rowsAbove: number) => void;
  readonly moveFocus: (to: CellPlace) => void;
};

/** The grid's answers to screens and tests. A painted cell is reported as painted, another as it would be. */
export function makeHandle({ state, canvas, scroll, scrollToRow, moveFocus }: HandleParts): GridHandle {
  const columnIndex = (id: string): number => state.layout?.columns.findIndex(({ column }) => column.id === id) ?? -1;
  const hasRow = (row: number): boolean => row >= 0 && row < (state.source?.rows ?? 0);

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
    cell(row, columnId) {
      const column = columnIndex(columnId);
      const placed = state.layout?.columns[column];
      const { source } = state;
      if (placed === undefined || source === undefined || !hasRow(row)) return undefined;
      const painted = canvas.painting(row, column);
      const text = painted?.text ?? textAt(state, row, column);
      const look = painted?.look ?? source.style(row, placed.slot) | (source.stale ? CELL_STALE : 0);
      return {
        text,
        ink: inkOf(placed, look, text),
        surface: surfaceOf(placed, look),
        rank: rankOf(look) as CellReport["rank"],
        stale: (look & CELL_STALE) !== 0,
        flash: (look & lookFlash) !== 0,
        bar: placed.barSlot < 0 ? undefined : source.number(row, placed.barSlot),
      };
    },
    cellBox(row, columnId) {
      const { layout } = state;
      const placed = layout?.columns[columnIndex(columnId)];
      if (layout === undefined || placed === undefined || !hasRow(row)) return undefined;
      const box = scroll.getBoundingClientRect();
      return {
        x: box.left + (placed.left - state.scrollX) / layout.scale,
        y: box.top + rowTopCss(state, row) - state.scrollY / layout.scale,
        width: (placed.right - placed.left) / layout.scale,
        height: layout.rowHeight / layout.scale,
      };
    },
    visibleRows() {
      const { layout, source } = state;
      if (layout === undefined || source === undefined || source.rows === 0) return undefined;
      const first = firstRowBelow(layout, bandRowOf(state), state.scrollY);
      const last = firstRowBelow(layout, bandRowOf(state), state.scrollY + state.height - 1);
      return { first, last: Math.min(last, source.rows - 1) };
    },
    scrollToRow: (row, rowsAbove = 0) => scrollToRow(row, rowsAbove),
    focusCell(row, columnId) {
      const column = columnIndex(columnId);
      if (column >= 0 && hasRow(row)) moveFocus({ row, column });
    },
    toTsv() {
      const { layout, source } = state;
      return layout === undefined || source === undefined ? "" : toTsv(source, layout.columns, 0, source.rows - 1);
    },
    toCsv() {
      const { layout, source } = state;
      return layout === undefined || source === undefined ? "" : toCsv(source, layout.columns);
    },
  };
}
