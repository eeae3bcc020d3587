/** Where the cells of the heat map stand, in CSS pixels: time runs toward the strikes on both sides. */
export const CELL_WIDTH = 11;
export const ROW_HEIGHT = 24;
export const SPINE = 88;
/** The outer columns: the sum of a side over the time that is shown. */
export const SUMS = 67;
export const AXIS = 22;
export const NET = 56;

export interface MapLayout {
  readonly width: number;
  readonly height: number;
  readonly spineLeft: number;
  /** Rows of the snapshot that are shown: those around the money. */
  readonly firstRow: number;
  readonly rows: number;
  /** Columns of the snapshot that are shown: the latest. */
  readonly firstColumn: number;
  readonly columns: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export function layOut({ width, height }: Size, strikes: number, times: number, atmRow: number): MapLayout {
  const fitting = Math.max(1, Math.floor((height - AXIS - NET) / ROW_HEIGHT));
  const rows = Math.min(strikes, fitting);
  const middle = atmRow < 0 ? Math.floor(strikes / 2) : atmRow;
  const firstRow = Math.min(Math.max(0, middle - (rows >> 1)), strikes - rows);
  const room = Math.max(0, Math.floor((width - SPINE) / 2) - SUMS);
  const columns = Math.min(times, Math.floor(room / CELL_WIDTH));
  return {
    width,
    height,
    spineLeft: Math.round((width - SPINE) / 2),
    firstRow,
    rows,
    firstColumn: times - columns,
    columns,
  };
}

/** Left edge of a column of the snapshot: the newest next to the strikes. */
export function columnLeft({ spineLeft, firstColumn, columns }: MapLayout, side: 0 | 1, column: number): number {
  const fromSpine = firstColumn + columns - column;
  return side === 0 ? spineLeft - fromSpine * CELL_WIDTH : spineLeft + SPINE + (fromSpine - 1) * CELL_WIDTH;
}

export const rowTop = ({ firstRow }: MapLayout, row: number): number => (row - firstRow) * ROW_HEIGHT;
export const mapBottom = ({ rows }: MapLayout): number => rows * ROW_HEIGHT;

export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly side: 0 | 1;
}

/** The cell at a point; undefined beside the map. */
export function cellAt(layout: MapLayout, x: number, y: number): Cell | undefined {
  const { spineLeft, firstRow, rows, firstColumn, columns } = layout;
  const row = firstRow + Math.floor(y / ROW_HEIGHT);
  if (y < 0 || row >= firstRow + rows) return undefined;
  const side = x < spineLeft ? 0 : 1;
  const fromSpine = Math.floor((side === 0 ? spineLeft - x : x - spineLeft - SPINE) / CELL_WIDTH);
  const column = firstColumn + columns - 1 - fromSpine;
  return fromSpine < 0 || column < firstColumn ? undefined : { row, column, side };
}
