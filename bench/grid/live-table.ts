/**
 * The table every competitor shows: 200 rows of 15 columns, four of them with bars, 40 % of all cells changed by a
 * tick. Seeded: the same figures in every page.
 */
import { type CellFormat, formats } from "../../web/format/format.ts";
import type { CellText } from "../browser/bench-page.ts";
import { createRandom } from "../synthetic/random.ts";

export const ROWS = 200;
export const CHANGED_SHARE = 0.4;
/** CSS pixels, the same for everyone who takes a height. */
export const ROW_HEIGHT = 24;

export interface TableColumn {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly format: CellFormat;
  readonly decimals: number;
  /** Values are uniform in this range; the bar's is `max` wide. */
  readonly min: number;
  readonly max: number;
  readonly bar: boolean;
}

const column = (
  id: string,
  header: string,
  format: CellFormat,
  decimals: number,
  min: number,
  max: number,
  bar = false,
): TableColumn => ({ id, header, width: bar ? 108 : 83, format, decimals, min, max, bar });

/** Calls, the strike, puts, as the chain shows them. */
export const columns: readonly TableColumn[] = [
  column("ceIv", "IV", formats.price, 2, 8, 60),
  column("ceDelta", "Delta", formats.price, 2, 0, 1),
  column("ceVolume", "Volume", formats.lakh, 2, 0, 9e7, true),
  column("ceOiChange", "OI chg", formats.signedLakh, 2, -4e6, 4e6),
  column("ceOi", "OI", formats.lakh, 2, 0, 9e7, true),
  column("ceChange", "Chg", formats.signedPrice, 2, -200, 200),
  column("ceLtp", "LTP", formats.price, 2, 1, 2500),
  column("strike", "Strike", formats.whole, 0, 0, 0),
  column("peLtp", "LTP", formats.price, 2, 1, 2500),
  column("peChange", "Chg", formats.signedPrice, 2, -200, 200),
  column("peOi", "OI", formats.lakh, 2, 0, 9e7, true),
  column("peOiChange", "OI chg", formats.signedLakh, 2, -4e6, 4e6),
  column("peVolume", "Volume", formats.lakh, 2, 0, 9e7, true),
  column("peDelta", "Delta", formats.signedPrice, 2, -1, 0),
  column("peIv", "IV", formats.price, 2, 8, 60),
];
export const STRIKE = 7;

export interface LiveTable {
  /** Cell (row, column) at `row * columns.length + column`. */
  readonly values: Float64Array;
  /** Indices of the cells that the last step changed, ascending; the first `changedCount` hold. */
  readonly changed: Int32Array;
  readonly changedCount: number;
  step(): void;
}

export function createLiveTable(): LiveTable {
  const random = createRandom(20_260_818);
  const width = columns.length;
  const values = new Float64Array(ROWS * width);
  const changed = new Int32Array(ROWS * width);
  const chance = (CHANGED_SHARE * width) / (width - 1); // strikes never change
  const draw = ({ min, max }: TableColumn): number => Math.round((min + random.next() * (max - min)) * 100) / 100;
  for (let row = 0; row < ROWS; row++) {
    for (let c = 0; c < width; c++) values[row * width + c] = c === STRIKE ? 19_500 + row * 50 : draw(columns[c]!);
  }
  const table = {
    values,
    changed,
    changedCount: 0,
    step() {
      let count = 0;
      for (let i = 0; i < values.length; i++) {
        const c = i % width;
        if (c === STRIKE || random.next() >= chance) continue;
        values[i] = draw(columns[c]!);
        changed[count++] = i;
      }
      table.changedCount = count;
    },
  };
  return table;
}

/** Text of a cell as the data say. */
export const textOf = (table: LiveTable, row: number, c: number): string =>
  columns[c]!.format.text(table.values[row * columns.length + c]!);

/** Length of a cell's bar, 0 to 1. */
export const barOf = (value: number, { max }: TableColumn): number => value / max;

/** A few visible cells: figures with and without bars, and the strike. */
const LOOKED_AT = [
  [0, 0],
  [3, 2],
  [7, STRIKE],
  [11, 10],
  [20, 5],
] as const;

/**
 * Pairs of what is shown and what the data say.
 * @param shown reads a cell's text from the screen
 * @param written how this competitor writes a figure; default as everybody who takes a formatter
 */
export const lookAt = (
  table: LiveTable,
  shown: (row: number, column: number) => string | undefined,
  written = (row: number, column: number): string => textOf(table, row, column),
): readonly CellText[] =>
  LOOKED_AT.map(([row, c]) => ({ row, column: c, shown: shown(row, c), expected: written(row, c) }));
