/** What buyers of the chosen calls and puts have lost since the first minutes of the day, with spot and future. */

import { countPicks } from "#contract/domain/choices/strike-choice.ts";
import { LTP } from "#contract/domain/columns.ts";
import { CELL_ATM } from "#contract/domain/snapshots/cell-style.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader, strikeIndex } from "#market/chain.ts";
import { createDayLines, type DayLines, type Stretch } from "#market/lines/day-lines.ts";
import { type PremiumBase, premiumBase, premiumChangeOverSlots } from "#market/lines/premium.ts";
import { divideOverSlots, sumOverSlots } from "#market/lines/slots.ts";
import { cellOf } from "#market/reference/moment.ts";
import { createRowChooser, type RowChooser } from "#market/strikes/chosen-rows.ts";
import { createStrikeLister, type StrikeLister } from "#market/strikes/strike-list.ts";
import { clearTable, createTable, type Table } from "#market/table.ts";
import { halfHoursOf } from "./derive-half-hours.ts";
import { screen } from "./screen.ts";
import {
  type Base,
  CE_BAR,
  CE_CHANGE,
  type LineId,
  type Params,
  PE_BAR,
  PE_CHANGE,
  SLOTS,
  type Snapshot,
  STRIKE,
} from "./snapshot.ts";

interface Scratch {
  readonly chain: ChainReader;
  readonly rows: RowChooser;
  readonly strikes: StrikeLister;
  readonly lines: DayLines<LineId>;
  readonly table: Table;
}

/** Spot and future begin with the premiums, a minute after the open. */
const FIRST_SLOT = 1;

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    chain: createChainReader(),
    rows: createRowChooser(),
    strikes: createStrikeLister(),
    lines: createDayLines(["ce", "pe", "both", "spot", "future"]),
    table: createTable(SLOTS),
  }),

  derive({ params, ...input }, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    const { day, table } = at;
    const rows = scratch.rows.of(params.choice, at);
    const ce = premiumBase(day.minutes, rows.ce, at.pricing);
    const pe = premiumBase(day.minutes, rows.pe, at.pricing);
    const spot = Int32Array.of(table.eq);
    const future = Int32Array.of(table.fut);

    function read(stretch: Stretch<LineId>): void {
      const { lines, minutes, from, to, first } = stretch;
      premiumChangeOverSlots(lines.ce, stretch, ce);
      premiumChangeOverSlots(lines.pe, stretch, pe);
      sumOverSlots(lines.spot, minutes, LTP, spot, from, to);
      sumOverSlots(lines.future, minutes, LTP, future, from, to);
      for (const line of [lines.ce, lines.pe, lines.spot, lines.future])
        divideOverSlots(line, day.priceScale, from, to);
      for (const line of [lines.spot, lines.future]) line.fill(Number.NaN, from, Math.min(to, FIRST_SLOT - first));
      for (let slot = from; slot < to; slot++) lines.both[slot] = lines.ce[slot]! + lines.pe[slot]!;
    }

    const series = scratch.lines.upTo(at, { key: `${rows.key} ${ce.slot} ${ce.sum} ${pe.sum}`, read });
    const base = baseOf(at, ce, pe, params);
    fillTable(scratch.table, at, params, [ce, pe]);
    const { values, styles } = scratch.table;
    return {
      series,
      strikes: scratch.strikes.of(at),
      base,
      halfHours: halfHoursOf(day.open, series.lines, base.minute),
      rows: scratch.table.rows,
      slots: SLOTS,
      values,
      styles,
      totals: Float64Array.of(0, series.lines.ce.at(-1) ?? Number.NaN, series.lines.pe.at(-1) ?? Number.NaN),
    };
  },
});

function baseOf({ day, closed }: ChainMoment, ce: PremiumBase, pe: PremiumBase, { choice }: Params): Base {
  const chosen = countPicks(choice.picks);
  const isReached = ce.slot >= 0 && ce.slot < closed;
  const sum = ({ rows, sum: then }: PremiumBase): number =>
    isReached && rows.length > 0 ? then / day.priceScale : Number.NaN;
  return {
    minute: isReached ? day.open + ce.slot : Number.NaN,
    ce: sum(ce),
    pe: sum(pe),
    priced: isReached ? ce.rows.length + pe.rows.length : 0,
    chosen: chosen.ce + chosen.pe,
  };
}

/** A row for each chosen strike; a side that is off, or that had no price, has no figure. */
function fillTable(
  out: Table,
  at: ChainMoment,
  { choice: { picks } }: Params,
  bases: readonly [ce: PremiumBase, pe: PremiumBase],
): void {
  const { day, table, moment, atm, closed } = at;
  const ltp = day.minutes.columns[LTP]!;
  clearTable(out, picks.length);
  const change = (row: number, { slot, rows }: PremiumBase): number => {
    if (!rows.includes(row) || slot >= closed) return Number.NaN;
    const now = cellOf(moment, LTP, row);
    const then = ltp[slot * day.minutes.stride + row]!;
    return now > 0 ? (now - then) / day.priceScale : Number.NaN;
  };
  let longest = 0;
  picks.forEach((pick, place) => {
    const index = strikeIndex(at, pick.strike);
    const ce = pick.ce ? change(table.ce[index] ?? -1, bases[0]) : Number.NaN;
    const pe = pick.pe ? change(table.pe[index] ?? -1, bases[1]) : Number.NaN;
    out.values.set([pick.strike, ce, pe], place * SLOTS);
    if (index >= 0 && index === atm) out.styles[place * SLOTS + STRIKE] = CELL_ATM;
    longest = Math.max(longest, Math.abs(ce) || 0, Math.abs(pe) || 0);
  });
  const bar = (value: number): number => (longest > 0 ? Math.abs(value) / longest : 0);
  for (let row = 0; row < out.rows * SLOTS; row += SLOTS) {
    out.values[row + CE_BAR] = bar(out.values[row + CE_CHANGE]!);
    out.values[row + PE_BAR] = bar(out.values[row + PE_CHANGE]!);
  }
}
