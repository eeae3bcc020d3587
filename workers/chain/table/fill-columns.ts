/** Hot: writes the columns of a view into its table: figures, bars, and the marks of the highest three. */

import { OI, VOL } from "#contract/domain/columns.ts";
import { CELL_RANK_SHIFT } from "#contract/domain/snapshots/cell-style.ts";
import {
  type ChainParams,
  type ColumnId,
  type ColumnKey,
  columnSlot,
  isCustomKey,
} from "#contract/domain/snapshots/chain-table.ts";
import { cellOf } from "#market/reference/moment.ts";
import { rankTopThree } from "#market/strikes/top-three.ts";
import type { ChainFigures, FillContext, SideFigures } from "./context.ts";
import type { FormulaColumns } from "./formula-columns.ts";

/** Columns whose bar shows open interest or volume. */
const BARS: Readonly<Partial<Record<ColumnId, number>>> = {
  OI: OI,
  "OI Lakh": OI,
  "OI Lot": OI,
  "OI Bar": OI,
  Volume: VOL,
  "Vol Lakh": VOL,
  "Vol Lot": VOL,
  "Vol Bar": VOL,
};
const RANKED: ReadonlySet<ColumnId> = new Set<ColumnKey>([
  "OI",
  "OI Lakh",
  "OI Lot",
  "OI Chg",
  "OIChg Lakh",
  "OIChg Lot",
  "Volume",
  "Vol Lakh",
  "Vol Lot",
]);

export interface ColumnWriter {
  write(context: FillContext, params: ChainParams, figures: ChainFigures, formulas: FormulaColumns): void;
}

export function createColumnWriter(): ColumnWriter {
  let ranks = new Uint8Array(0);

  function mark(context: FillContext, slot: number, figures: Float64Array): void {
    const { styles, slots, rows } = context;
    if (ranks.length < rows) ranks = new Uint8Array(rows + 16);
    rankTopThree(ranks, figures, 0, rows);
    for (let i = 0; i < rows; i++) styles[rowOf(context, i) * slots + slot]! |= ranks[i]! << CELL_RANK_SHIFT;
  }

  return {
    write(context, params, { sides }, formulas) {
      const { columns, vegaTop3 } = params;
      for (const figures of sides) {
        for (let index = 0; index < columns.length; index++) {
          const id = columns[index]!;
          const slot = columnSlot(columns.length, figures.side, index);
          if (isCustomKey(id)) {
            formulas.write(id, figures.side, context.values, firstOf(context) + slot, stepOf(context));
            continue;
          }
          const column = figures.of(id);
          put(context, slot, column);
          if (RANKED.has(id) || (id === "Vega" && vegaTop3)) mark(context, slot, column);
          const barred = BARS[id];
          if (barred !== undefined) fillBars(context, figures, slot + 1, barred);
        }
      }
    },
  };
}

/** Writes a column into its slot of the rows, in the order in force. */
function put(context: FillContext, slot: number, column: Float64Array): void {
  const { values, rows } = context;
  const step = stepOf(context);
  for (let i = 0, at = slot + firstOf(context); i < rows; i++, at += step) values[at] = column[i]!;
}

/** Where the row of the lowest strike begins, and how far it is to that of the next higher one. */
const firstOf = ({ slots, rows, inverse }: FillContext): number => (inverse ? (rows - 1) * slots : 0);
const stepOf = ({ slots, inverse }: FillContext): number => (inverse ? -slots : slots);

/** The row of the i-th strike shown, under the order in force. */
const rowOf = ({ inverse, rows }: FillContext, i: number): number => (inverse ? rows - 1 - i : i);

/** Bars are shares of the highest value of both sides in the range. */
function fillBars(context: FillContext, figures: SideFigures, slot: number, field: number): void {
  const { values, slots, rows, table, from, moment } = context;
  let highest = 0;
  for (let i = 0; i < rows; i++) {
    highest = Math.max(highest, cellOf(moment, field, table.ce[from + i]!), cellOf(moment, field, table.pe[from + i]!));
  }
  const own = figures.raw(field);
  for (let i = 0; i < rows; i++)
    values[rowOf(context, i) * slots + slot] = highest === 0 ? Number.NaN : own[i]! / highest;
}
