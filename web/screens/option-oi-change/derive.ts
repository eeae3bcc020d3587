/** What each strike's call and put did in the intervals of the day, five at a time. */
import { createLevelReader, type LevelReader, type Levels } from "#chain/chain-levels.ts";
import { LONG_BUILD, NO_BUILD_UP, SHORT_BUILD } from "#contract/domain/build-up.ts";
import { fittingFrame } from "#contract/domain/choices/frames.ts";
import { CELL_ATM, CELL_ITM, inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { inRupees } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { buildUp } from "#market/futures/build-up.ts";
import { createTimeRows, type TimeRowReader, type TimeRows } from "#market/lines/time-rows.ts";
import { strikeBelowIndex } from "#market/reference/atm.ts";
import { pricedOverDay, type ShownContract } from "#market/reference/priced-day.ts";
import { createDayReference, type DayReference } from "#market/reference/reference-series.ts";
import { spotFacts, standingFacts } from "#market/reference/spot-facts.ts";
import { strikeAt } from "#market/strikes/strikes.ts";
import { clearTable, createTable, type Table } from "#market/table.ts";
import { screen } from "./screen.ts";
import {
  barOf,
  COLUMNS,
  isPriced,
  type Metric,
  type Params,
  SINCE_CLOSE,
  SINCE_CLOSE_BAR,
  SLOTS,
  type Snapshot,
  STRIKE,
  sideSlot,
} from "./snapshot.ts";

interface Scratch {
  readonly chain: ChainReader;
  readonly times: TimeRowReader;
  readonly levels: LevelReader;
  readonly reference: DayReference;
  readonly table: Table;
  readonly totals: Float64Array;
  /** Of the run in hand. */
  kernel: Kernel | undefined;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch() {
    const reference = createDayReference();
    const scratch: Scratch = {
      chain: createChainReader(),
      times: createTimeRows(),
      levels: createLevelReader(() => scratch.kernel as Kernel, reference),
      reference,
      table: createTable(SLOTS),
      totals: new Float64Array(SLOTS),
      kernel: undefined,
    };
    return scratch;
  },

  derive(input, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    scratch.kernel = input.kernel;
    const { metric, inLots, isInverse } = input.params;
    const { cadence, open } = at.day;
    const frame = fittingFrame(input.params.frame, cadence);
    const times = scratch.times(at, frame);
    const shown = columnsOf(times, input.params.start);
    const { table, totals } = scratch;
    const { count } = at.table;
    clearTable(table, count);
    table.values.fill(Number.NaN);
    totals.fill(Number.NaN);
    totals[STRIKE] = 0;
    const hasVega = metric === "vega";
    for (let column = 0; column < shown.count; column++) {
      const time = shown.first + column;
      const [then, now] = [time - 1, time].map((one) => scratch.levels.at(at, times.slots[one]!, hasVega)) as [
        Levels,
        Levels,
      ];
      for (const side of [0, 1]) fillColumn(scratch, at, input.params, { side, column, then, now });
    }
    if (times.count > 0) {
      const last = scratch.levels.at(at, times.slots[times.count - 1]!, false);
      for (const side of [0, 1]) fillSinceClose(scratch, at, input.params, side, last);
    }
    fillStrikes(table, at, isInverse);
    fillBars(
      table,
      Array.from({ length: COLUMNS }, (_, column) => [column, barOf(column)] as const),
    );
    fillBars(table, [[SINCE_CLOSE, SINCE_CLOSE_BAR]]);
    const below = strikeBelowIndex(at.table, at.spot.underlying) + 1;
    const hasSplit = at.atm >= 0;
    const facts = sinceCloseOf(at, times, scratch);
    const last = shown.first + shown.count - 1;
    return {
      rows: count,
      slots: SLOTS,
      values: table.values,
      styles: table.styles,
      totals,
      followed: at.atm < 0 ? -1 : isInverse ? count - 1 - at.atm : at.atm,
      metric,
      inLots,
      frame,
      cadence,
      times: Float64Array.from({ length: shown.count }, (_, column) => times.minutes[shown.first + column]!),
      partial:
        times.isPartial && last === times.count - 1
          ? times.minutes[last]! - open - (times.steps[last]! - 1) * frame
          : 0,
      starts: Float64Array.from(times.minutes.subarray(1, Math.max(1, times.count - COLUMNS + 1))),
      splitRow: hasSplit ? (isInverse ? count - below : below) : -1,
      ...facts,
      spot: spotFacts(at),
      standing: standingFacts(at),
      pricedOn: isPriced(metric) ? pricedOverDay(at, scratch.reference.upTo(at), contractsOf(at.table)) : undefined,
    };
  },
});

/** The open has nothing before it, so it is no column. A start that is too late, or gone, gives way to the latest five. */
function columnsOf({ count, minutes }: TimeRows, start: number | undefined) {
  const latest = Math.max(1, count - COLUMNS);
  const wanted = start === undefined ? latest : minutes.indexOf(start);
  const first = wanted < 1 || wanted > latest ? latest : wanted;
  return { first, count: Math.max(0, Math.min(COLUMNS, count - first)) };
}

const contractsOf = ({ count }: ChainMoment["table"]): readonly ShownContract[] =>
  (["ce", "pe"] as const).flatMap((side) => Array.from({ length: count }, (_, strike) => ({ strike, side })));

const rowsOf = ({ table }: ChainMoment, side: number): Int32Array => (side === 0 ? table.ce : table.pe);
const placeOf = (strike: number, { table }: ChainMoment, { isInverse }: Params): number =>
  isInverse ? table.count - 1 - strike : strike;
const lotOf = ({ day }: ChainMoment, row: number, { inLots }: Params): number =>
  inLots ? day.tokens.lotSize[row]! || 1 : 1;

interface Cells {
  readonly side: number;
  readonly column: number;
  readonly then: Levels;
  readonly now: Levels;
}

function changeOf(metric: Metric, row: number, strike: number, { side, then, now }: Cells): number {
  const oi = now.oi[row]! - then.oi[row]!;
  switch (metric) {
    case "oi":
      return oi;
    case "oiPercent":
      return then.oi[row]! > 0 ? (oi / then.oi[row]!) * 100 : Number.NaN;
    case "volume":
      return now.volume[row]! - then.volume[row]!;
    case "price":
      return Math.round((now.ltp[row]! - then.ltp[row]!) * 1e4) / 1e4;
    case "analysis":
      return buildUp(Math.round((now.ltp[row]! - then.ltp[row]!) * 1e4), oi);
    case "vega": {
      const of = side === 0 ? "ce" : "pe";
      return Math.round((now.vega[of][strike]! - then.vega[of][strike]!) * 1e3) / 1e3;
    }
  }
}

const ANALYSIS_INK = new Map<number, number>([
  [LONG_BUILD, inkCode("up")],
  [SHORT_BUILD, inkCode("down")],
]);

function fillColumn({ table, totals }: Scratch, at: ChainMoment, params: Params, cells: Cells): void {
  const { metric } = params;
  const rows = rowsOf(at, cells.side);
  const slot = sideSlot(cells.side, cells.column);
  const isSummed = metric === "oi" || metric === "volume";
  let sum = 0;
  let counted = 0;
  for (let strike = 0; strike < at.table.count; strike++) {
    const row = rows[strike]!;
    if (row < 0) continue;
    const cell = placeOf(strike, at, params) * SLOTS + slot;
    const change = changeOf(metric, row, strike, cells);
    if (metric === "analysis") {
      // '-' where nothing was built up, or where a figure is missing.
      table.values[cell] = change === NO_BUILD_UP ? Number.NaN : change;
      table.styles[cell] = ANALYSIS_INK.get(change) ?? 0;
      continue;
    }
    table.values[cell] = isSummed ? change / lotOf(at, row, params) : change;
    if (!isSummed || Number.isNaN(change)) continue;
    sum += table.values[cell]!;
    counted++;
  }
  if (counted > 0) totals[slot] = sum;
}

function fillSinceClose(
  { table, totals }: Scratch,
  at: ChainMoment,
  params: Params,
  side: number,
  { oi }: Levels,
): void {
  const { prevOi } = at.day.tokens;
  const slot = sideSlot(side, SINCE_CLOSE);
  let sum = Number.NaN;
  rowsOf(at, side).forEach((row, strike) => {
    if (row < 0 || prevOi[row]! < 0 || Number.isNaN(oi[row]!)) return;
    const change = (oi[row]! - prevOi[row]!) / lotOf(at, row, params);
    table.values[placeOf(strike, at, params) * SLOTS + slot] = change;
    sum = (Number.isNaN(sum) ? 0 : sum) + change;
  });
  totals[slot] = sum;
}

/** In units, whatever the table counts in. */
function sinceCloseOf(at: ChainMoment, times: TimeRows, { levels }: Scratch) {
  const change: [number, number] = [Number.NaN, Number.NaN];
  const percent: [number, number] = [Number.NaN, Number.NaN];
  if (times.count === 0) return { sinceClose: change, sinceClosePercent: percent };
  const { oi } = levels.at(at, times.slots[times.count - 1]!, false);
  const { prevOi } = at.day.tokens;
  for (const side of [0, 1]) {
    let now = 0;
    let before = 0;
    let counted = 0;
    for (const row of rowsOf(at, side)) {
      if (row < 0 || prevOi[row]! < 0 || Number.isNaN(oi[row]!)) continue;
      now += oi[row]!;
      before += prevOi[row]!;
      counted++;
    }
    if (counted === 0) continue;
    change[side] = now - before;
    percent[side] = before > 0 ? (change[side] / before) * 100 : Number.NaN;
  }
  return { sinceClose: change, sinceClosePercent: percent };
}

/** The strike at the money is inverted; in the money is below the price of the underlying for calls, above it for puts. */
function fillStrikes({ values, styles }: Table, at: ChainMoment, isInverse: boolean): void {
  const { table, atm, day, spot } = at;
  for (let strike = 0; strike < table.count; strike++) {
    const row = (isInverse ? table.count - 1 - strike : strike) * SLOTS;
    values[row + STRIKE] = inRupees(strikeAt(table, strike), day.priceScale);
    if (strike === atm) styles[row + STRIKE] = CELL_ATM;
    if (atm < 0) continue;
    const side = strikeAt(table, strike) < spot.underlying ? 0 : 1;
    for (let slot = sideSlot(side, 0); slot < sideSlot(side + 1, 0); slot++) styles[row + slot]! |= CELL_ITM;
  }
}

/** Bars of both sides on one scale; what is shorter than a pixel is none. */
const SHORTEST = 1 / 40;

function fillBars({ rows, values }: Table, pairs: readonly (readonly [figure: number, bar: number])[]): void {
  let largest = 0;
  const each = (visit: (figure: number, bar: number) => void): void => {
    for (let row = 0; row < rows; row++)
      for (const side of [0, 1])
        for (const [figure, bar] of pairs)
          visit(row * SLOTS + sideSlot(side, figure), row * SLOTS + sideSlot(side, bar));
  };
  each((figure) => {
    largest = Math.max(largest, Math.abs(values[figure]!) || 0);
  });
  each((figure, bar) => {
    const length = values[figure]! / largest;
    values[bar] = Math.abs(length) >= SHORTEST ? length : 0;
  });
}
