/** Build-up over time of one contract in blocks, or of a call beside a put. */

import { LONG_UNWIND, SHORT_COVER } from "#contract/domain/build-up.ts";
import { BLOCK_FRAME, fittingFrame, rowsInBlock } from "#contract/domain/choices/frames.ts";
import { centreOf } from "#contract/domain/choices/strike-choice.ts";
import { CELL_ITM, type CellInk, inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { analysisInk } from "#market/futures/build-up-inks.ts";
import { BUILD_UP_SUMS } from "#market/futures/build-up-sums.ts";
import { addUpBlocks } from "#market/lines/blocks.ts";
import { type ContractLineReader, createContractLines } from "#market/lines/contract-lines.ts";
import {
  type ContractRows,
  createContractRows,
  createTimeRows,
  fillContractRows,
  type TimeRowReader,
  type TimeRows,
} from "#market/lines/time-rows.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { createStrikeLister, type StrikeLister } from "#market/strikes/strike-list.ts";
import { clearTable, createTable, type Table } from "#market/table.ts";
import { screen } from "./screen.ts";
import {
  BUILD_UP,
  LTP,
  NET,
  OI,
  OI_CHANGE,
  type Params,
  PRICE_CHANGE,
  SLOTS,
  type Snapshot,
  type Strike,
  sideSlot,
  sumSlot,
  TIME,
  TOTALS_LABEL,
  TOTALS_SLOTS,
  totalSlot,
  VOLUME,
  VOLUME_BAR,
  VOLUME_CHANGE,
} from "./snapshot.ts";

/** One side: its lines by slot, its figures by row, and its sums. */
interface SideScratch {
  readonly lines: ContractLineReader;
  readonly rows: ContractRows;
  readonly day: Float64Array;
}

interface Scratch {
  readonly chain: ChainReader;
  readonly strikes: StrikeLister;
  readonly times: TimeRowReader;
  readonly sides: readonly [SideScratch, SideScratch];
  readonly table: Table;
  readonly totals: Float64Array;
  running: Float64Array;
}

const createSide = (): SideScratch => ({
  lines: createContractLines(),
  rows: createContractRows(),
  day: new Float64Array(BUILD_UP_SUMS),
});

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    chain: createChainReader(),
    strikes: createStrikeLister(),
    times: createTimeRows(),
    sides: [createSide(), createSide()],
    table: createTable(SLOTS),
    totals: new Float64Array(TOTALS_SLOTS),
    running: new Float64Array(0),
  }),

  derive(input, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    const { view, strikes, side, rowsPerBlock, isNewestFirst } = input.params;
    const { cadence, priceScale } = at.day;
    const frame = view === 1 ? Math.max(BLOCK_FRAME, cadence) : fittingFrame(input.params.frame, cadence);
    const times = scratch.times(at, frame);
    const indexes = strikes.map((strike) => indexOf(strike, at));
    const { ce, pe } = at.table;
    const contracts = [ce[indexes[0]!] ?? -1, pe[indexes[1]!] ?? -1];
    const shown = view === 1 ? [contracts[side === "ce" ? 0 : 1]!] : contracts;
    if (scratch.running.length < times.count * BUILD_UP_SUMS)
      scratch.running = new Float64Array(times.count * BUILD_UP_SUMS);

    // The first row has nothing before it: it is what the others count from.
    const rows = Math.max(0, times.count - 1);
    const { table, totals } = scratch;
    clearTable(table, rows);
    table.values.fill(Number.NaN);
    totals.fill(Number.NaN);
    totals[TOTALS_LABEL] = 0;
    const rowsOfBlock = rowsInBlock(rowsPerBlock, frame);
    shown.forEach((row, s) => {
      const one = scratch.sides[s]!;
      fillContractRows(one.rows, one.lines.upTo(at, row), times);
      addUpBlocks(scratch.running, one.day, one.rows, times, rowsOfBlock);
      fillSide(table, s, one.rows, isNewestFirst);
      if (row >= 0) fillTotals(totals, s, one.day);
    });
    if (view === 1) fillSums(table, scratch.running, isNewestFirst);
    fillTimes(table, times, isNewestFirst);
    fillBars(table, shown.length);

    const strikeOf = (index: number): number => (at.table.strikes[index] ?? Number.NaN) / priceScale;
    return {
      rows,
      slots: SLOTS,
      values: table.values,
      styles: table.styles,
      totals,
      followed: rows === 0 ? -1 : isNewestFirst ? 0 : rows - 1,
      view,
      frame,
      open: at.day.open,
      cadence,
      shown: [strikeOf(indexes[0]!), strikeOf(indexes[1]!)],
      strikes: scratch.strikes.of(at),
      spot: spotFacts(at),
    };
  },
});

const indexOf = (strike: Strike, { table, atm, day }: ChainMoment): number =>
  centreOf(strike, table, atm, day.priceScale);

/** Where the row of a time stands: times begin with the one that is not shown. */
const placeOf = (time: number, rows: number, isNewestFirst: boolean): number =>
  isNewestFirst ? rows - time : time - 1;

const OI_CHANGE_INK: Readonly<Record<number, CellInk>> = { [SHORT_COVER]: "up", [LONG_UNWIND]: "down" };

function fillSide(
  { rows, slots, values, styles }: Table,
  side: number,
  from: ContractRows,
  isNewestFirst: boolean,
): void {
  for (let time = 1; time <= rows; time++) {
    const at = placeOf(time, rows, isNewestFirst) * slots + sideSlot(side, 0);
    const code = from.buildUp[time]!;
    // A row without figures is no row whose figures stood still.
    values[at + BUILD_UP] = Number.isNaN(from.oiChange[time]!) ? Number.NaN : code;
    values[at + VOLUME] = from.volume[time]!;
    values[at + VOLUME_CHANGE] = from.volumeChange[time]!;
    values[at + OI] = from.oi[time]!;
    values[at + OI_CHANGE] = from.oiChange[time]!;
    values[at + LTP] = from.ltp[time]!;
    values[at + PRICE_CHANGE] = from.priceChange[time]!;
    styles[at + BUILD_UP] = analysisInk(code);
    styles[at + OI_CHANGE] = inkCode(OI_CHANGE_INK[code] ?? "column");
  }
}

function fillSums({ rows, slots, values }: Table, running: Float64Array, isNewestFirst: boolean): void {
  for (let time = 1; time <= rows; time++) {
    const at = placeOf(time, rows, isNewestFirst) * slots;
    for (let sum = 0; sum < BUILD_UP_SUMS; sum++) values[at + sumSlot(sum)] = running[time * BUILD_UP_SUMS + sum]!;
  }
}

/** The row of an interval that still runs stands on another ground. */
function fillTimes(
  { rows, slots, values, styles }: Table,
  { minutes, isPartial }: TimeRows,
  isNewestFirst: boolean,
): void {
  for (let time = 1; time <= rows; time++) values[placeOf(time, rows, isNewestFirst) * slots + TIME] = minutes[time]!;
  if (!isPartial || rows === 0) return;
  const newest = placeOf(rows, rows, isNewestFirst) * slots;
  for (let slot = 0; slot < slots; slot++) styles[newest + slot]! |= CELL_ITM;
}

function fillBars({ rows, slots, values }: Table, sides: number): void {
  let longest = 0;
  for (let side = 0; side < sides; side++)
    for (let row = 0; row < rows; row++)
      longest = Math.max(longest, values[row * slots + sideSlot(side, VOLUME_CHANGE)]! || 0);
  for (let side = 0; side < sides; side++)
    for (let row = 0; row < rows; row++) {
      const at = row * slots + sideSlot(side, 0);
      values[at + VOLUME_BAR] = longest > 0 ? values[at + VOLUME_CHANGE]! / longest : 0;
    }
}

function fillTotals(totals: Float64Array, side: number, day: Float64Array): void {
  for (let sum = 0; sum < BUILD_UP_SUMS; sum++) totals[totalSlot(side, sum)] = day[sum]!;
  totals[totalSlot(side, NET)] = day.reduce((net, sum) => net + sum, 0);
}
