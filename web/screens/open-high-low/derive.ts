/** Strikes whose open was the high, or the low, of the first minutes, and whether it has been broken since. */

import { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { HIGH, hasField, LOW, LTP as LTP_FIELD, OPEN as OPEN_FIELD } from "#contract/domain/columns.ts";
import { CELL_ATM, CELL_ITM, inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { inRupees, type ScaledPrice, scaledPrice } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { atmIndex, type StrikeRange, selectRange } from "#market/reference/atm.ts";
import { priceOf } from "#market/reference/moment.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { strikeAt } from "#market/strikes/strikes.ts";
import { clearTable, createTable, sortTable, type Table } from "#market/table.ts";
import { createScanner, type Scan, type Scanner } from "./derive-scan.ts";
import { screen } from "./screen.ts";
import {
  BAR,
  type Counts,
  H_BREAK,
  HIT_ORDER,
  HIT_TIME,
  KEY,
  L_BREAK,
  LTP,
  MAIN,
  type Mode,
  NEW_HIGH,
  NEW_LOW,
  OPEN,
  type Params,
  POINTS,
  PROGRESS,
  RANGE_ALL,
  SLOT_OF,
  SLOTS,
  type Snapshot,
  STRIKE,
  sideSlot,
  UNHIT,
} from "./snapshot.ts";

interface Scratch {
  readonly chain: ChainReader;
  readonly scanner: Scanner;
  readonly range: StrikeRange;
  readonly table: Table;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    chain: createChainReader(),
    scanner: createScanner(),
    range: { from: 0, to: 0 },
    table: createTable(SLOTS),
  }),

  derive({ params, ...input }, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    const { mode, timeframe, range, sort } = params;
    const { day, closed, table: chain } = at;
    const { fields } = day.minutes;
    const hasOpens = [OPEN_FIELD, HIGH, LOW].every((field) => hasField(fields, field));
    const isForming = hasOpens && closed < timeframe;
    const scan = hasOpens && !isForming ? scratch.scanner.upTo(at, timeframe) : undefined;
    const known = scan?.hasStart ? scan : undefined;
    const atm = atmOf(at);
    selectRange(chain, atm, range === RANGE_ALL ? ALL_STRIKES : range, scratch.range);
    const sides = [chain.ce, chain.pe];
    const qualifies = (strike: number, side: number): boolean =>
      known !== undefined && isQualified(known, sides[side]![strike]!, params, day.priceScale);
    const strikes: number[] = [];
    for (let strike = scratch.range.from; known !== undefined && strike < scratch.range.to; strike++)
      if (mode === "all" || strike === atm || qualifies(strike, 0) || qualifies(strike, 1)) strikes.push(strike);

    const { table } = scratch;
    clearTable(table, strikes.length);
    table.values.fill(Number.NaN);
    strikes.forEach((strike, row) => {
      table.values[row * SLOTS + STRIKE] = inRupees(strikeAt(chain, strike), day.priceScale);
      if (strike === atm) table.styles[row * SLOTS + STRIKE] = CELL_ATM;
      for (const side of [0, 1])
        if (known && qualifies(strike, side)) fillSide(table, row, side, at, known, sides[side]![strike]!, mode);
      markInTheMoney(table, row, strike, at);
    });
    const counts = [0, 1].map((side) => countsOf(at, known, scratch.range, sides[side]!, params));
    sortTable(table, { keySlot: STRIKE, slot: SLOT_OF.get(sort.by) ?? STRIKE, sort });
    let followed = -1;
    for (let row = 0; row < strikes.length; row++) if (table.styles[row * SLOTS + STRIKE]! & CELL_ATM) followed = row;
    return {
      rows: strikes.length,
      slots: SLOTS,
      values: table.values,
      styles: table.styles,
      followed,
      mode,
      counts: [counts[0]!, counts[1]!],
      formingUntil: isForming ? day.open + timeframe : Number.NaN,
      lacks: hasOpens ? (scan && !scan.hasStart ? "start" : "") : "opens",
      spot: spotFacts(at),
    };
  },
});

/** Nearest to the price of the underlying itself, though it may stand still; without one, to what stands for it. */
function atmOf({ spot, table, atm }: ChainMoment): number {
  return spot.spot > 0 ? atmIndex(table, spot.spot) : atm;
}

/** The open was the extreme of the first minutes, and is above the filter. In the mode 'all' every open above it counts. */
function isQualified(scan: Scan, row: number, { mode, filter }: Params, priceScale: number): boolean {
  const open = row < 0 ? -1 : scan.open[row]!;
  if (open <= 0 || !(open > filter * priceScale)) return false;
  return mode === "all" || open === (mode === "high" ? scan.high : scan.low)[row];
}

function fillSide(
  table: Table,
  row: number,
  side: number,
  at: ChainMoment,
  scan: Scan,
  token: number,
  mode: Mode,
): void {
  const { values, styles } = table;
  const { day, moment } = at;
  const cell = row * SLOTS + sideSlot(side, 0);
  const rupees = (price: number): number => (price > 0 ? inRupees(scaledPrice(price), day.priceScale) : Number.NaN);
  const open = scan.open[token]!;
  const high = priceOf(moment, HIGH, token);
  const low = priceOf(moment, LOW, token);
  const ltp = priceOf(moment, LTP_FIELD, token);
  const isLow = mode === "low";
  const time = breakOf(at, scan, token, mode);
  const isHit = !Number.isNaN(time);
  values[cell + KEY] = day.tokens.token[token]!;
  values[cell + OPEN] = rupees(open);
  values[cell + MAIN] = rupees((isLow ? scan.low : scan.high)[token]!);
  values[cell + NEW_HIGH] = rupees(high);
  values[cell + NEW_LOW] = rupees(low);
  values[cell + LTP] = rupees(ltp);
  values[cell + POINTS] = isHit ? NO_POINTS : pointsOf(open, ltp, isLow, day.priceScale);
  values[cell + HIT_TIME] = isHit ? time : UNHIT;
  values[cell + HIT_ORDER] = isHit ? time : Number.NaN;
  const progress = ltp > 0 ? Math.min(1, Math.abs(open - ltp) / open) : Number.NaN;
  values[cell + PROGRESS] = isHit ? (isLow ? L_BREAK : H_BREAK) : progress * 100;
  values[cell + BAR] = isHit ? 0 : progress;
  styles[cell + PROGRESS] = inkCode(isHit ? (isLow ? "down" : "up") : "column");
  styles[cell + (isLow ? NEW_LOW : NEW_HIGH)] = inkCode(isHit ? "ink" : "column");
}

/**
 * Minute of the IST day that broke the open; NaN where none did. A break that a replay has not come to is none; one of the
 * minute in progress is not yet in the minutes.
 */
function breakOf(at: ChainMoment, scan: Scan, row: number, mode: Mode): number {
  if (mode === "all") return Number.NaN;
  const { day, closed, moment, minute } = at;
  const slot = (mode === "low" ? scan.lowBroken : scan.highBroken)[row]!;
  if (slot >= 0 && slot < closed) return day.open + slot;
  const open = scan.open[row]!;
  const low = priceOf(moment, LOW, row);
  const isBroken = mode === "low" ? low > 0 && low < open : priceOf(moment, HIGH, row) > open;
  return isBroken ? minute : Number.NaN;
}

/** Infinity is drawn '-', and stands for "broken": nothing is left to reach. */
const NO_POINTS = Number.POSITIVE_INFINITY;

const pointsOf = (open: number, ltp: number, isLow: boolean, scale: number): number =>
  ltp > 0 ? (isLow ? ltp - open : open - ltp) / scale : Number.NaN;

function markInTheMoney({ styles }: Table, row: number, strike: number, { table, spot }: ChainMoment): void {
  if (Number.isNaN(spot.underlying)) return;
  const side = strikeAt(table, strike) < (spot.underlying as ScaledPrice) ? 0 : 1;
  for (let slot = sideSlot(side, 0); slot < sideSlot(side + 1, 0); slot++) styles[row * SLOTS + slot]! |= CELL_ITM;
}

function countsOf(
  at: ChainMoment,
  scan: Scan | undefined,
  { from, to }: StrikeRange,
  rows: Int32Array,
  params: Params,
): Counts {
  let qualified = 0;
  let broken = 0;
  let traded = 0;
  const scale = at.day.priceScale;
  for (let strike = from; scan !== undefined && strike < to; strike++) {
    const row = rows[strike]!;
    if (priceOf(at.moment, OPEN_FIELD, row) > params.filter * scale) traded++;
    if (!isQualified(scan, row, params, scale)) continue;
    qualified++;
    if (!Number.isNaN(breakOf(at, scan, row, params.mode))) broken++;
  }
  return { qualified, broken, traded };
}
