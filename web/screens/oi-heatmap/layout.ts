/** Where the cells of the heat map stand, in CSS pixels: time runs toward the strikes on both sides. */
export const CELL_WIDTH = 11;
/** Of a row. What the height leaves over is given to the rows: a map that ends halfway down a large screen wastes it. */
const LEAST_HEIGHT = 24;
const MOST_HEIGHT = 56;
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
  readonly rowHeight: number;
  /** Columns of the snapshot that are shown: the latest. */
  readonly firstColumn: number;
  readonly columns: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export function layOut({ width, height }: Size, strikes: number, times: number, atmRow: number): MapLayout {
  const forRows = height - AXIS - NET;
  const rows = Math.min(strikes, Math.max(1, Math.floor(forRows / LEAST_HEIGHT)));
  const rowHeight = Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, Math.floor(forRows / rows)));
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
    rowHeight,
    firstColumn: times - columns,
    columns,
  };
}

/** Left edge of a column of the snapshot: the newest next to the strikes. */
export function columnLeft({ spineLeft, firstColumn, columns }: MapLayout, side: 0 | 1, column: number): number {
  const fromSpine = firstColumn + columns - column;
  return side === 0 ? spineLeft - fromSpine * CELL_WIDTH : spineLeft + SPINE + (fromSpine - 1) * CELL_WIDTH;
}

/** @param row with a fraction: a place within it. */
export const rowTop = ({ firstRow, rowHeight }: MapLayout, row: number): number => (row - firstRow) * rowHeight;
export const mapBottom = ({ rows, rowHeight }: MapLayout): number => rows * rowHeight;

export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly side: 0 | 1;
}

/** The cell at a point; undefined beside the map. */
export function cellAt(layout: MapLayout, x: number, y: number): Cell | undefined {
  const { spineLeft, firstRow, rows, rowHeight, firstColumn, columns } = layout;
  const row = firstRow + Math.floor(y / rowHeight);
  if (y < 0 || row >= firstRow + rows) return undefined;
  const side = x < spineLeft ? 0 : 1;
  const fromSpine = Math.floor((side === 0 ? spineLeft - x : x - spineLeft - SPINE) / CELL_WIDTH);
  const column = firstColumn + columns - 1 - fromSpine;
  return fromSpine < 0 || column < firstColumn ? undefined : { row, column, side };
}
