/** Hot: totals of the chosen puts and calls by slot, for each category. */

import { greeksOverSlots } from "#chain/greek-lines.ts";
import { type SideTotalLines, totalsOverSlots } from "#chain/side-totals.ts";
import type { ChosenRows } from "#contract/domain/choices/strike-choice.ts";
import { LTP, MISSING_MINUTE, OI, VOL } from "#contract/domain/columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { ChainMoment } from "#market/chain.ts";
import type { Stretch } from "#market/lines/day-lines.ts";
import { divideOverSlots } from "#market/lines/slots.ts";
import { cellOf } from "#market/reference/moment.ts";
import type { ShownContract } from "#market/reference/priced-day.ts";
import type { ReferenceSeries } from "#market/reference/reference-series.ts";
import type { KeyedRows } from "#market/strikes/chosen-rows.ts";
import type { StrikeTable } from "#market/strikes/strikes.ts";
import type { Category } from "./snapshot.ts";

type Slots = Omit<Stretch<never>, "lines">;

/** Fills both lines for the slots of the stretch, in units, rupees or vega. */
export function totalsOf(
  category: Category,
  kernel: Kernel,
  out: SideTotalLines,
  rows: ChosenRows,
  at: ChainMoment,
  stretch: Slots,
  reference: ReferenceSeries,
): void {
  if (category === "oi") totalsOverSlots(kernel, out, OI, rows, stretch);
  else if (category === "volume") totalsOverSlots(kernel, out, VOL, rows, stretch);
  else if (category === "vega") vegaOverSlots(kernel, out, rows, at, stretch, reference);
  else if (category === "price") {
    totalsOverSlots(kernel, out, LTP, rows, stretch);
    divideOverSlots(out.ce, at.day.priceScale, stretch.from, stretch.to);
    divideOverSlots(out.pe, at.day.priceScale, stretch.from, stretch.to);
  } else {
    changeOverSlots(out.ce, rows.ce, at, stretch);
    changeOverSlots(out.pe, rows.pe, at, stretch);
  }
}

/**
 * The rows that are added up. A sum of prices leaves out what has not traded by the moment shown, in every row alike: a
 * contract that came and went from minute to minute would move the sum by its whole price. One that trades later in the
 * day counts before its first trade with the price that it stood at.
 */
export function countedRows(category: Category, rows: KeyedRows, { moment, pricing }: ChainMoment): KeyedRows {
  if (category !== "price" || pricing.untraded) return rows;
  const traded = (side: Int32Array): Int32Array => side.filter((row) => cellOf(moment, VOL, row) !== 0);
  const [ce, pe] = [traded(rows.ce), traded(rows.pe)];
  // Through a day contracts are only added, so their numbers tell which they are.
  return { ...rows, ce, pe, key: `${rows.key} ${ce.length} ${pe.length}` };
}

/** The contracts that are added up, by strike and side. */
export const contractsOf = (rows: ChosenRows, table: StrikeTable): readonly ShownContract[] =>
  (["ce", "pe"] as const).flatMap((side) => {
    const chosen = new Set(rows[side]);
    return Array.from(table[side], (row, strike) => ({ row, strike }))
      .filter(({ row }) => row >= 0 && chosen.has(row))
      .map(({ strike }) => ({ strike, side }));
  });

/** OI less the previous day's, over the contracts that have both; NaN where none has. */
function changeOverSlots(out: Float64Array, rows: Int32Array, { day }: ChainMoment, stretch: Slots): void {
  const { minutes, from, to } = stretch;
  const oi = minutes.columns[OI]!;
  const { prevOi } = day.tokens;
  for (let slot = from; slot < to; slot++) {
    let sum = 0;
    let counted = 0;
    const base = slot * minutes.stride;
    for (let i = 0; i < rows.length && minutes.state[slot] !== MISSING_MINUTE; i++) {
      const now = oi[base + rows[i]!]!;
      const before = prevOi[rows[i]!]!;
      if (now < 0 || before < 0) continue;
      sum += now - before;
      counted++;
    }
    out[slot] = counted === 0 ? Number.NaN : sum;
  }
}

/** Vega as chains show it, added up over the contracts that have one. */
function vegaOverSlots(
  kernel: Kernel,
  out: SideTotalLines,
  rows: ChosenRows,
  at: ChainMoment,
  stretch: Slots,
  reference: ReferenceSeries,
): void {
  const { from, to } = stretch;
  const lines = contractsOf(rows, at.table).map((contract) => ({
    ...contract,
    figure: "vega" as const,
    out: new Float64Array(to),
  }));
  greeksOverSlots(kernel, lines, at, stretch, reference);
  for (const side of ["ce", "pe"] as const) {
    out[side].fill(Number.NaN, from, to);
    for (const line of lines) {
      if (line.side !== side) continue;
      for (let slot = from; slot < to; slot++) {
        const vega = line.out[slot]!;
        if (Number.isNaN(vega)) continue;
        out[side][slot] = (Number.isNaN(out[side][slot]!) ? 0 : out[side][slot]!) + vega;
      }
    }
  }
}
