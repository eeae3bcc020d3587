/** Puts less calls through the day, by the minute and in rows, with the future's build-up. */
import { createSideTotalLines, type SideTotalLines } from "#chain/side-totals.ts";
import { fittingFrame } from "#contract/domain/choices/frames.ts";
import { VWAP } from "#contract/domain/columns.ts";
import { CELL_ITM, CELL_RANK_SHIFT, inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { CRORE, LAKH } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { type ContractLineReader, createContractLines } from "#market/lines/contract-lines.ts";
import { createDayLines, type DayLines } from "#market/lines/day-lines.ts";
import { exponentialAverage } from "#market/lines/ema.ts";
import { differenceOverSlots, divideOverSlots, sumOverSlots } from "#market/lines/slots.ts";
import {
  type ContractRows,
  createContractRows,
  createTimeRows,
  fillContractRows,
  type TimeRowReader,
} from "#market/lines/time-rows.ts";
import { pricedOverDay } from "#market/reference/priced-day.ts";
import { createDayReference, type DayReference, spotOverSlots } from "#market/reference/reference-series.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { createRowChooser, type RowChooser } from "#market/strikes/chosen-rows.ts";
import { createStrikeLister, type StrikeLister } from "#market/strikes/strike-list.ts";
import { clearTable, createTable, type Table } from "#market/table.ts";
import { contractsOf, countedRows, totalsOf } from "./derive-totals.ts";
import { signTrend, trendInk, vegaTrend } from "./derive-trends.ts";
import { screen } from "./screen.ts";
import {
  BAR,
  type Category,
  CE,
  CE_CHANGE,
  CE_PERCENT,
  CE_STATUS,
  DIFFERENCE,
  DIFFERENCE_STATUS,
  FUTURE_ANALYSIS,
  FUTURE_LTP,
  FUTURE_LTP_STATUS,
  FUTURE_OI,
  FUTURE_OI_STATUS,
  FUTURE_VWAP,
  isPriced,
  type LineId,
  type Params,
  PE,
  PE_CHANGE,
  PE_PERCENT,
  PE_STATUS,
  SLOTS,
  type Snapshot,
  SPOT_LTP,
  TIME,
  TREND,
  TRENDS,
  type Trend,
} from "./snapshot.ts";

/** Which lowest and highest stand out: the highest as first, the lowest as third. */
const HIGHEST = 1 << CELL_RANK_SHIFT;
const LOWEST = 3 << CELL_RANK_SHIFT;

interface Scratch {
  readonly chain: ChainReader;
  readonly rows: RowChooser;
  readonly strikes: StrikeLister;
  readonly lines: DayLines<LineId>;
  readonly future: ContractLineReader;
  readonly futureRows: ContractRows;
  readonly reference: DayReference;
  readonly times: TimeRowReader;
  readonly table: Table;
  totals: SideTotalLines;
  /** Crores, once a total of these rows has reached one: the unit does not go to and fro. */
  croresOf: string;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    chain: createChainReader(),
    rows: createRowChooser(),
    strikes: createStrikeLister(),
    lines: createDayLines(["pe", "ce", "difference", "ema", "spot", "futureVwap"]),
    future: createContractLines(),
    futureRows: createContractRows(),
    reference: createDayReference(),
    times: createTimeRows(),
    table: createTable(SLOTS),
    totals: createSideTotalLines(0),
    croresOf: "",
  }),

  derive(input, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    const { category, choice, period, isNewestFirst } = input.params;
    const { cadence, open, minutes, priceScale } = at.day;
    if (scratch.totals.ce.length !== minutes.slots) scratch.totals = createSideTotalLines(minutes.slots);
    const chosen = scratch.rows.of(choice, at);
    const rows = countedRows(category, chosen, at);
    const key = `${rows.key} ${category}`;
    const series = scratch.lines.upTo(at, linesOf(input.kernel, input.params, at, scratch, `${key} ${period}`));
    const future = scratch.future.upTo(at, at.table.fut);
    const frame = fittingFrame(input.params.frame, cadence);
    const times = scratch.times(at, frame);
    fillContractRows(scratch.futureRows, future, times);

    const { table, futureRows } = scratch;
    const count = times.count;
    clearTable(table, count);
    table.values.fill(Number.NaN);
    const trendOf = category === "vega" ? vegaTrend : signTrend;
    for (let time = 0; time < count; time++) {
      const row = isNewestFirst ? count - 1 - time : time;
      const before = isNewestFirst ? row + 1 : row - 1;
      fillRow(table, row, time === 0 ? -1 : before, series.lines, times.slots[time]!, trendOf);
      fillFuture(table, row, futureRows, time);
      table.values[row * SLOTS + TIME] = times.minutes[time]!;
    }
    if (times.isPartial) {
      const newest = (isNewestFirst ? 0 : count - 1) * SLOTS;
      for (let slot = 0; slot < SLOTS; slot++) table.styles[newest + slot]! |= CELL_ITM;
    }
    for (const slot of [PE, CE, DIFFERENCE]) markExtremes(table, slot, isNewestFirst);
    fillBars(table);
    const latest = series.lines.difference.at(-1) ?? Number.NaN;
    return {
      rows: count,
      slots: SLOTS,
      values: table.values,
      styles: table.styles,
      followed: count === 0 ? -1 : isNewestFirst ? 0 : count - 1,
      category,
      series,
      strikes: scratch.strikes.of(at),
      spot: spotFacts(at),
      pricedOn: isPriced(category)
        ? pricedOverDay(at, scratch.reference.upTo(at), contractsOf(chosen, at.table))
        : undefined,
      divisor: divisorOf(category, key, series.lines, scratch),
      frame,
      open,
      cadence,
      latest,
      trend: Number.isNaN(latest) ? Number.NaN : TRENDS.indexOf(trendOf(latest)),
    };

    function linesOf(kernel: Kernel, params: Params, moment: ChainMoment, { totals }: Scratch, lineKey: string) {
      const reference = scratch.reference.upTo(moment);
      const futureRow = Int32Array.of(moment.table.fut);
      return {
        key: lineKey,
        read(stretch: Parameters<Parameters<DayLines<LineId>["upTo"]>[1]["read"]>[0]) {
          const { lines, from, to } = stretch;
          totalsOf(params.category, kernel, totals, rows, moment, stretch, reference);
          for (let slot = from; slot < to; slot++) {
            lines.pe[slot] = totals.pe[slot]!;
            lines.ce[slot] = totals.ce[slot]!;
          }
          differenceOverSlots(lines.difference, lines.pe, lines.ce, from, to);
          spotOverSlots(lines.spot, moment, stretch, reference);
          sumOverSlots(lines.futureVwap, stretch.minutes, VWAP, futureRow, from, to);
          divideOverSlots(lines.futureVwap, priceScale, from, to);
        },
        follow: (lines: Readonly<Record<LineId, Float64Array>>, from: number, to: number) =>
          exponentialAverage(lines.ema, lines.difference, params.period, from, to),
      };
    }
  },
});

function fillRow(
  { values, styles }: Table,
  row: number,
  before: number,
  lines: Readonly<Record<LineId, Float64Array>>,
  slot: number,
  trendOf: (difference: number) => Trend,
): void {
  const at = row * SLOTS;
  const was = (figure: number): number => (before < 0 ? Number.NaN : values[before * SLOTS + figure]!);
  const pe = lines.pe[slot]!;
  const ce = lines.ce[slot]!;
  const difference = lines.difference[slot]!;
  values[at + PE] = pe;
  values[at + CE] = ce;
  values[at + DIFFERENCE] = difference;
  values[at + PE_CHANGE] = pe - was(PE);
  values[at + CE_CHANGE] = ce - was(CE);
  values[at + PE_PERCENT] = percent(pe, was(PE));
  values[at + CE_PERCENT] = percent(ce, was(CE));
  values[at + PE_STATUS] = Math.sign(pe - was(PE));
  values[at + CE_STATUS] = Math.sign(ce - was(CE));
  values[at + DIFFERENCE_STATUS] = Math.sign(difference - was(DIFFERENCE));
  values[at + SPOT_LTP] = lines.spot[slot]!;
  values[at + FUTURE_VWAP] = lines.futureVwap[slot]!;
  if (Number.isNaN(difference)) return;
  const trend = trendOf(difference);
  values[at + TREND] = TRENDS.indexOf(trend);
  styles[at + TREND] = inkCode(trendInk(trend));
}

const percent = (now: number, before: number): number => (before > 0 ? ((now - before) / before) * 100 : Number.NaN);

/** Before the second row there is no build-up, and none without a future. */
function fillFuture({ values, styles }: Table, row: number, rows: ContractRows, time: number): void {
  const at = row * SLOTS;
  values[at + FUTURE_OI] = rows.oi[time]!;
  values[at + FUTURE_LTP] = rows.ltp[time]!;
  values[at + FUTURE_OI_STATUS] = Math.sign(rows.oiChange[time]!);
  values[at + FUTURE_LTP_STATUS] = Math.sign(rows.priceChange[time]!);
  values[at + FUTURE_ANALYSIS] = Number.isNaN(rows.oiChange[time]!) ? Number.NaN : rows.buildUp[time]!;
  const vwap = values[at + FUTURE_VWAP]!;
  const over = rows.ltp[time]! - vwap;
  if (over !== 0 && !Number.isNaN(over)) styles[at + FUTURE_LTP] = inkCode(over > 0 ? "up" : "down");
}

/** The first highest and the first lowest in time order; where all are equal none stands out. */
function markExtremes({ rows, values, styles }: Table, slot: number, isNewestFirst: boolean): void {
  let highest = -1;
  let lowest = -1;
  for (let time = 0; time < rows; time++) {
    const row = isNewestFirst ? rows - 1 - time : time;
    const value = values[row * SLOTS + slot]!;
    if (Number.isNaN(value)) continue;
    if (highest < 0 || value > values[highest * SLOTS + slot]!) highest = row;
    if (lowest < 0 || value < values[lowest * SLOTS + slot]!) lowest = row;
  }
  if (highest < 0 || highest === lowest) return;
  styles[highest * SLOTS + slot]! |= HIGHEST;
  styles[lowest * SLOTS + slot]! |= LOWEST;
}

function fillBars({ rows, values }: Table): void {
  let largest = 0;
  for (let row = 0; row < rows; row++) largest = Math.max(largest, Math.abs(values[row * SLOTS + DIFFERENCE]!) || 0);
  for (let row = 0; row < rows; row++)
    values[row * SLOTS + BAR] = largest > 0 ? values[row * SLOTS + DIFFERENCE]! / largest : 0;
}

function divisorOf(
  category: Category,
  key: string,
  { pe, ce }: Readonly<Record<LineId, Float64Array>>,
  scratch: Scratch,
): number {
  if (category === "price" || category === "vega") return 1;
  const reaches = (line: Float64Array): boolean => line.some((value) => Math.abs(value) >= CRORE);
  if (scratch.croresOf !== key && (reaches(pe) || reaches(ce))) scratch.croresOf = key;
  return scratch.croresOf === key ? CRORE : LAKH;
}
