/**
 * Totals by side and their ratios. PCR = put / call, of open interest or of volume, over a range of strikes; spot and
 * future rows have no strike, so they never take part.
 */

import type { ChosenRows } from "#contract/domain/choices/strike-choice.ts";
import { OI, VOL } from "#contract/domain/columns.ts";
import type { TokenTable } from "#contract/domain/instruments.ts";
import { columnOf, type Moment } from "../reference/moment.ts";
import type { StrikeTable } from "./strikes.ts";

/** Units. A total is NaN when no contract of that side has the figure. */
export interface SideTotals {
  ceOi: number;
  peOi: number;
  cePrevOi: number;
  pePrevOi: number;
  ceVol: number;
  peVol: number;
  cePrevVol: number;
  pePrevVol: number;
}

export const createSideTotals = (): SideTotals => ({
  ceOi: Number.NaN,
  peOi: Number.NaN,
  cePrevOi: Number.NaN,
  pePrevOi: Number.NaN,
  ceVol: Number.NaN,
  peVol: Number.NaN,
  cePrevVol: Number.NaN,
  pePrevVol: Number.NaN,
});

/** Sum of `column[base + rows[i]]` over [from, to); absent cells are skipped, NaN when none is left. */
export function sumRows(
  column: Float64Array | Int32Array,
  base: number,
  rows: Int32Array,
  from: number,
  to: number,
): number {
  let sum = 0;
  let counted = 0;
  for (let i = from; i < to; i++) {
    const row = rows[i]!;
    if (row < 0) continue;
    const value = column[base + row]!;
    if (value < 0) continue;
    sum += value;
    counted++;
  }
  return counted === 0 ? Number.NaN : sum;
}

/** Totals of the strikes [from, to): the whole chain with 0 and `table.count`. */
export function sumSides(
  out: SideTotals,
  tokens: TokenTable,
  table: StrikeTable,
  moment: Moment,
  from = 0,
  to = table.count,
): SideTotals {
  const { base } = moment;
  const oi = columnOf(moment, OI);
  const vol = columnOf(moment, VOL);
  out.ceOi = oi ? sumRows(oi, base, table.ce, from, to) : Number.NaN;
  out.peOi = oi ? sumRows(oi, base, table.pe, from, to) : Number.NaN;
  out.ceVol = vol ? sumRows(vol, base, table.ce, from, to) : Number.NaN;
  out.peVol = vol ? sumRows(vol, base, table.pe, from, to) : Number.NaN;
  out.cePrevOi = sumRows(tokens.prevOi, 0, table.ce, from, to);
  out.pePrevOi = sumRows(tokens.prevOi, 0, table.pe, from, to);
  out.cePrevVol = sumRows(tokens.prevVol, 0, table.ce, from, to);
  out.pePrevVol = sumRows(tokens.prevVol, 0, table.pe, from, to);
  return out;
}

/**
 * Whole per cent by which the total of a field grew since the previous day, of the contracts that have both figures: a
 * contract without one would count on one side only. NaN where none has both, or the total before is 0.
 */
export function totalChange(
  moment: Moment,
  field: number,
  previous: Float64Array,
  rows: Int32Array,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const column = columnOf(moment, field);
  let [now, before] = [0, 0];
  for (let i = from; column && i < to; i++) {
    const row = rows[i]!;
    if (row < 0 || column[moment.base + row]! < 0 || previous[row]! < 0) continue;
    now += column[moment.base + row]!;
    before += previous[row]!;
  }
  return changePercent(now, before);
}

/** a / b, unrounded; NaN where either is missing or b is 0. Changes may be negative. */
export const ratio = (a: number, b: number): number => (b === 0 ? Number.NaN : a / b);

/** Whole per cent of change against `before`, from unrounded figures; NaN where it is missing or 0. Never -0. */
export const changePercent = (now: number, before: number): number => Math.round(ratio(now - before, before) * 100) + 0;

export const pcrOf = (totals: SideTotals): number => ratio(totals.peOi, totals.ceOi);
export const prevPcrOf = (totals: SideTotals): number => ratio(totals.pePrevOi, totals.cePrevOi);
export const pcrChangeOf = (totals: SideTotals): number => changePercent(pcrOf(totals), prevPcrOf(totals));

/** Put / call of the chosen contracts, of open interest and of volume; unrounded, NaN where there is none. */
export interface SideRatios {
  readonly oi: number;
  readonly volume: number;
}

/** The previous day's ratios of the chosen contracts. */
export function previousRatios({ prevOi, prevVol }: TokenTable, { ce, pe }: ChosenRows): SideRatios {
  const total = (column: Float64Array, rows: Int32Array): number => sumRows(column, 0, rows, 0, rows.length);
  return {
    oi: ratio(total(prevOi, pe), total(prevOi, ce)),
    volume: ratio(total(prevVol, pe), total(prevVol, ce)),
  };
}
