import { CELL_STALE } from "#contract/domain/snapshots/cell-style.ts";
import type { CellBox, CellReport } from "../grid-handle.ts";
import { type GridState, rowTopCss } from "../grid-state.ts";
import { inkOf, lookChosen, lookFlash, rankOf, surfaceOf } from "../paint/cell-look.ts";
import type { GridCanvas } from "../paint/grid-canvas.ts";
import { toCsv, toTsv } from "./export.ts";
import { textAt } from "./places.ts";

/** Cells and tables as the grid's handle gives them out. */
export interface CellReports {
  cell(row: number, columnId: string): CellReport | undefined;
  cellBox(row: number, columnId: string): CellBox | undefined;
  toTsv(): string;
  toCsv(): string;
}

export interface ReportedGrid {
  readonly state: GridState;
  readonly canvas: GridCanvas;
  readonly scroll: HTMLElement;
}

/** A painted cell is reported as painted, another as it would be. */
export function createCellReports({ state, canvas, scroll }: ReportedGrid): CellReports {
  const columnIndex = (id: string): number => state.layout?.columns.findIndex(({ column }) => column.id === id) ?? -1;
  const hasRow = (row: number): boolean => row >= 0 && row < (state.source?.rows ?? 0);

  return {
    cell(row, columnId) {
      const column = columnIndex(columnId);
      const placed = state.layout?.columns[column];
      const { source } = state;
      if (placed === undefined || source === undefined || !hasRow(row)) return undefined;
      const painted = canvas.painting(row, column);
      const text = painted?.text ?? textAt(state, row, column);
      const unpainted = (source.stale ? CELL_STALE : 0) | (row === source.chosen ? lookChosen : 0);
      const look = painted?.look ?? source.style(row, placed.slot) | unpainted;
      return {
        text,
        ink: inkOf(placed, look, text),
        surface: surfaceOf(placed, look),
        rank: rankOf(look) as CellReport["rank"],
        stale: (look & CELL_STALE) !== 0,
        flash: (look & lookFlash) !== 0,
        bar: placed.barSlot < 0 ? undefined : source.number(row, placed.barSlot),
        checked: placed.checkSlot < 0 ? undefined : source.number(row, placed.checkSlot) > 0,
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
