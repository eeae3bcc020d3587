/** What price, open interest and volume of a future did, interval by interval, block by block, and over the day. */

import { BLOCK_FRAME, fittingFrame, rowsInBlock } from "#contract/domain/choices/frames.ts";
import { futuresRoomName, isCurrency } from "#contract/domain/instruments.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { CELL_ITM } from "#contract/domain/snapshots/cell-style.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import { ownFutureExpiry } from "#contract/worker/own-future-expiries.ts";
import { spotRoomOf } from "#contract/worker/spot-need.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { buildUp } from "#market/futures/build-up.ts";
import { analysisInk } from "#market/futures/build-up-inks.ts";
import { costOfCarry, futureRow, spotAt } from "#market/futures/future-row.ts";
import { inSession } from "#market/futures/own-session.ts";
import { blockOf } from "#market/lines/blocks.ts";
import { type ContractLineReader, createContractLines } from "#market/lines/contract-lines.ts";
import {
  type ContractRows,
  createContractRows,
  createTimeRows,
  fillContractRows,
  type TimeRowReader,
  type TimeRows,
} from "#market/lines/time-rows.ts";
import { dayMomentAt } from "#market/reference/moment.ts";
import { clearTable, createTable, type Table } from "#market/table.ts";
import { screen } from "./screen.ts";
import {
  BLOCK_TOTAL,
  BUILD_UP,
  LTP,
  OI_CHANGE,
  type Params,
  PRICE_CHANGE,
  SLOTS,
  type Snapshot,
  TIME,
  VOLUME_CHANGE,
} from "./snapshot.ts";

interface Scratch {
  readonly lines: ContractLineReader;
  readonly times: TimeRowReader;
  readonly rows: ContractRows;
  readonly table: Table;
  readonly totals: Float64Array;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    lines: createContractLines(),
    times: createTimeRows(),
    rows: createContractRows(),
    table: createTable(SLOTS),
    totals: new Float64Array(SLOTS),
  }),

  derive({ market, pane, params, clock }, scratch) {
    const { exchange, symbol } = pane;
    const futureExpiry = ownFutureExpiry(pane);
    if (futureExpiry === undefined) return undefined;
    const at = dayMomentAt(inSession(market.room(futuresRoomName(exchange, futureExpiry)), symbol), clock);
    if (!at) return undefined;
    const { view, rowsPerBlock, isNewestFirst } = params;
    const { day } = at;
    const { cadence, tokens } = day;
    const frame = view === 1 ? Math.max(BLOCK_FRAME, cadence) : fittingFrame(params.frame, cadence);
    const row = futureRow(day, symbol);
    const lines = scratch.lines.upTo(at, row);
    const times = scratch.times(at, frame);
    fillContractRows(scratch.rows, lines, times);
    const rowsOfBlock = view === 1 ? rowsInBlock(rowsPerBlock, frame) : 0;
    fillTable(scratch, times, rowsOfBlock, isNewestFirst);
    addUp(scratch.totals, scratch.rows, 1, times.count);

    const { table, totals } = scratch;
    const last = at.tail < 0 ? at.closed - 1 : at.tail;
    const price = lines.ltp[last] ?? Number.NaN;
    const spotRoom = isCurrency(symbol) ? undefined : spotRoomOf(pane);
    const spots = spotRoom && market.room(spotRoom)?.day;
    const spot = spots
      ? spotAt(spots, futureRow(spots, symbol), at.minute - spots.open, at.moment.slot < 0)
      : Number.NaN;
    const known = (value: number | undefined, least: number): number =>
      value === undefined || value < least ? Number.NaN : value;
    return {
      rows: table.rows,
      slots: SLOTS,
      values: table.values,
      styles: table.styles,
      totals,
      followed: table.rows === 0 ? -1 : isNewestFirst ? 0 : table.rows - 1,
      view,
      frame,
      open: day.open,
      cadence,
      isListed: row >= 0,
      price,
      spot,
      carry: costOfCarry(price, spot, daysBetween(day.date, day.expiry)),
      lacksSpots: spotRoom !== undefined && market.missing(spotRoom) !== undefined,
      previousClose: known(tokens.prevClose[row], 1) / day.priceScale,
      oi: lines.oi[last] ?? Number.NaN,
      previousOi: known(tokens.prevOi[row], 0),
    };
  },
});

/**
 * The rows in the user's order; the first time is what they count from, and no row of its own.
 * @param rowsOfBlock a total follows each block of so many; 0: there are no blocks
 */
function fillTable({ table, rows }: Scratch, times: TimeRows, rowsOfBlock: number, isNewestFirst: boolean): void {
  const { count, steps, minutes, isPartial } = times;
  const endsBlock = (time: number): boolean =>
    rowsOfBlock > 0 &&
    (time === count - 1 || blockOf(steps[time]!, rowsOfBlock) !== blockOf(steps[time + 1]!, rowsOfBlock));
  let total = Math.max(0, count - 1);
  for (let time = 1; time < count; time++) if (endsBlock(time)) total++;
  clearTable(table, total);
  let place = 0;
  const next = (): number => {
    const at = (isNewestFirst ? total - 1 - place : place) * SLOTS;
    place++;
    return at;
  };
  const { values, styles } = table;
  let begin = 1;
  for (let time = 1; time < count; time++) {
    const at = next();
    const code = rows.buildUp[time]!;
    values[at + TIME] = minutes[time]!;
    values[at + LTP] = rows.ltp[time]!;
    values[at + PRICE_CHANGE] = rows.priceChange[time]!;
    values[at + OI_CHANGE] = rows.oiChange[time]!;
    values[at + VOLUME_CHANGE] = rows.volumeChange[time]!;
    // A row without figures is no row whose figures stood still.
    values[at + BUILD_UP] = Number.isNaN(rows.oiChange[time]!) ? Number.NaN : code;
    styles[at + BUILD_UP] = analysisInk(code);
    // An interval that still runs stands on another ground.
    if (isPartial && time === count - 1) raise(table, at);
    if (!endsBlock(time)) continue;
    const end = next();
    const sums = values.subarray(end, end + SLOTS);
    addUp(sums, rows, begin, time + 1);
    sums[TIME] = minutes[time]! + BLOCK_TOTAL;
    styles[end + BUILD_UP] = analysisInk(sums[BUILD_UP]!);
    raise(table, end);
    begin = time + 1;
  }
}

function raise({ styles }: Table, at: number): void {
  for (let slot = 0; slot < SLOTS; slot++) styles[at + slot]! |= CELL_ITM;
}

/** The changes of the rows [from, to) added up, what they say together, and the price at their end. */
function addUp(out: Float64Array, rows: ContractRows, from: number, to: number): void {
  out.fill(Number.NaN);
  out[TIME] = 0;
  const sum = (changes: Float64Array): number => {
    let total = Number.NaN;
    for (let time = from; time < to; time++) {
      const change = changes[time]!;
      if (!Number.isNaN(change)) total = Number.isNaN(total) ? change : total + change;
    }
    return total;
  };
  // Sums of prices have at most four decimals.
  out[PRICE_CHANGE] = Math.round(sum(rows.priceChange) * 1e4) / 1e4;
  out[OI_CHANGE] = sum(rows.oiChange);
  out[VOLUME_CHANGE] = sum(rows.volumeChange);
  for (let time = to - 1; time >= from && Number.isNaN(out[LTP]!); time--) out[LTP] = rows.ltp[time]!;
  out[BUILD_UP] = Number.isNaN(out[OI_CHANGE]!) ? Number.NaN : buildUp(out[PRICE_CHANGE]!, out[OI_CHANGE]!);
}
