/** The forward that a chain implies: the price that ATM and the model stand on where neither spot nor future is known. */
import { ASK, BID, LTP, VOL } from "#contract/domain/columns.ts";
import { type ScaledPrice, scaledPrice } from "#contract/domain/units.ts";
import type { StrikeTable } from "../strikes/strikes.ts";
import { type Cells, cellOf } from "./moment.ts";

/** Strikes that the parity forward is taken from. */
const PARITY_STRIKES = 7;
/** Fewer pairs than this say nothing about each other. */
const LEAST_PAIRS = 3;

/** How a pair of call and put is priced and weighed: by quotes, by trades, or by last prices alone. */
type PairBasis = "quotes" | "trades" | "prices";
const PAIR_BASES: readonly PairBasis[] = ["quotes", "trades", "prices"];
/**
 * Without the weights of trades: they grow through the day, and a forward that moves while no price does is no cause of a
 * profit.
 */
export const STEADY_BASES: readonly PairBasis[] = ["quotes", "prices"];

/** A strike's call and put, scaled; reused. A weight of 0: the strike has no pair. */
const pair = { call: 0, put: 0, weight: 0 };
const gaps = new Float64Array(PARITY_STRIKES);
const forwards = new Float64Array(PARITY_STRIKES);
const weights = new Float64Array(PARITY_STRIKES);

/**
 * The weighted median of K + C - P over the (up to) seven strikes with the smallest |C - P|, scaled; NaN below three.
 *
 * Prices of a thin chain are old: in a falling market they bend the forward by tens of points. So a pair whose both sides
 * are quoted counts by the inverse of its spread, at the middle of its quotes; where fewer than three pairs are quoted, a
 * pair counts by the smaller volume of its two sides; where nothing has traded, all last prices count alike. A median
 * drops what is outside.
 */
export function parityForward(table: StrikeTable, moment: Cells, bases = PAIR_BASES): ScaledPrice {
  for (const basis of bases) {
    const held = gatherPairs(table, moment, basis);
    if (held >= LEAST_PAIRS) return scaledPrice(weightedMedian(held));
  }
  return scaledPrice(Number.NaN);
}

/** Fills the seven pairs nearest the money, nearest first. @returns how many there are */
function gatherPairs(table: StrikeTable, moment: Cells, basis: PairBasis): number {
  let held = 0;
  for (let i = 0; i < table.count; i++) {
    readPair(table.ce[i]!, table.pe[i]!, moment, basis);
    if (pair.weight <= 0) continue;
    const gap = Math.abs(pair.call - pair.put);
    if (held === PARITY_STRIKES && gap >= gaps[held - 1]!) continue;
    let at = held < PARITY_STRIKES ? held++ : held - 1;
    for (; at > 0 && gaps[at - 1]! > gap; at--) moveEntry(at - 1, at);
    gaps[at] = gap;
    forwards[at] = table.strikes[i]! + pair.call - pair.put;
    weights[at] = pair.weight;
  }
  // Of pairs that count alike an odd number has one in the middle: the widest gap is dropped.
  return basis === "prices" && held >= LEAST_PAIRS ? held - ((held + 1) % 2) : held;
}

function moveEntry(from: number, to: number): void {
  gaps[to] = gaps[from]!;
  forwards[to] = forwards[from]!;
  weights[to] = weights[from]!;
}

function readPair(ce: number, pe: number, moment: Cells, basis: PairBasis): void {
  pair.weight = 0;
  if (ce < 0 || pe < 0) return;
  if (basis === "quotes") {
    const [callBid, callAsk] = [cellOf(moment, BID, ce), cellOf(moment, ASK, ce)];
    const [putBid, putAsk] = [cellOf(moment, BID, pe), cellOf(moment, ASK, pe)];
    if (callBid <= 0 || putBid <= 0 || callAsk < callBid || putAsk < putBid) return;
    pair.call = (callBid + callAsk) / 2;
    pair.put = (putBid + putAsk) / 2;
    pair.weight = 1 / Math.max(callAsk - callBid + (putAsk - putBid), 1);
    return;
  }
  pair.call = cellOf(moment, LTP, ce);
  pair.put = cellOf(moment, LTP, pe);
  if (pair.call <= 0 || pair.put <= 0) return;
  pair.weight = basis === "prices" ? 1 : Math.min(cellOf(moment, VOL, ce), cellOf(moment, VOL, pe));
}

/** Of the first `count` forwards: the one in the middle of the weight; between two, where it stands between them. */
function weightedMedian(count: number): number {
  let total = 0;
  for (let i = 0; i < count; i++) {
    total += weights[i]!;
    const [forward, weight] = [forwards[i]!, weights[i]!];
    let at = i;
    for (; at > 0 && forwards[at - 1]! > forward; at--) moveEntry(at - 1, at);
    forwards[at] = forward;
    weights[at] = weight;
  }
  let below = 0;
  for (let i = 0; i < count; i++) {
    below += weights[i]!;
    if (below * 2 > total) return forwards[i]!;
    if (below * 2 === total) return (forwards[i]! + forwards[i + 1]!) / 2;
  }
  return Number.NaN;
}
