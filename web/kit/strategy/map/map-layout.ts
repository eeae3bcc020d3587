/** Where the cells of the map stand, in CSS pixels: spots down, the highest at the top, dates across. Pure. */
import type { StrategyMap } from "#contract/domain/strategy/valuation.ts";

export const HEAD = 36;
export const ROW_HEIGHT = 17;
const LABELS = 76;
const TAGS = 124;
const LEAST_WIDTH = 62;

export interface MapLayout {
  readonly left: number;
  readonly right: number;
  readonly cellWidth: number;
  /** Columns of the map that are shown, from now to the expiry. */
  readonly columns: readonly number[];
  /** Its rows that are shown: indexes of spots, the highest first. */
  readonly rows: readonly number[];
}

export interface MapCell {
  /** Places among those that are shown. */
  readonly row: number;
  readonly column: number;
}

/** @param centre rupees: the row that stays in view */
export function layOutMap(
  { spots, daysLeft }: StrategyMap,
  { width, height }: { readonly width: number; readonly height: number },
  centre: number,
): MapLayout {
  const room = Math.max(width - LABELS - TAGS, LEAST_WIDTH);
  const most = Math.max(Math.floor(room / LEAST_WIDTH), 2);
  const columns = thinned(daysLeft.length, most);
  const fitting = Math.min(Math.max(Math.floor((height - HEAD) / ROW_HEIGHT), 1), spots.length);
  const middle = nearestOf(spots, centre);
  const lowest = Math.min(Math.max(middle - Math.floor(fitting / 2), 0), spots.length - fitting);
  const rows = Array.from({ length: fitting }, (_, i) => lowest + fitting - 1 - i);
  const cellWidth = room / columns.length;
  return { left: LABELS, right: LABELS + cellWidth * columns.length, cellWidth, columns, rows };
}

/** So many of `count` indexes at most, the first and the last always. */
function thinned(count: number, most: number): readonly number[] {
  const shown = Math.min(count, most);
  if (shown < 2) return Array.from({ length: shown }, (_, i) => i);
  return Array.from({ length: shown }, (_, i) => Math.round((i * (count - 1)) / (shown - 1)));
}

/** Index of the value nearest to `wanted`. */
export function nearestOf(values: ArrayLike<number>, wanted: number): number {
  let best = 0;
  for (let i = 1; i < values.length; i++)
    if (Math.abs(values[i]! - wanted) < Math.abs(values[best]! - wanted)) best = i;
  return best;
}

export const rowTop = (row: number): number => HEAD + row * ROW_HEIGHT;

/** Where a spot stands between the rows: the middle of its own row where it is one of them. */
export function spotTop({ rows }: MapLayout, { spots }: StrategyMap, spot: number): number {
  const [highest = 0] = rows;
  const step = spots.length > 1 ? spots[1]! - spots[0]! : 1;
  return HEAD + ROW_HEIGHT / 2 + ((spots[highest]! - spot) / step) * ROW_HEIGHT;
}

export const columnLeft = ({ left, cellWidth }: MapLayout, column: number): number => left + column * cellWidth;

export function cellAt(layout: MapLayout, x: number, y: number): MapCell | undefined {
  const column = Math.floor((x - layout.left) / layout.cellWidth);
  const row = Math.floor((y - HEAD) / ROW_HEIGHT);
  const isInside = column >= 0 && column < layout.columns.length && row >= 0 && row < layout.rows.length;
  return isInside ? { row, column } : undefined;
}

/** Rupees of a cell. */
export const valueAt = (map: StrategyMap, { rows, columns }: MapLayout, { row, column }: MapCell): number =>
  map.values[(columns[column] ?? 0) * map.spots.length + (rows[row] ?? 0)]!;
