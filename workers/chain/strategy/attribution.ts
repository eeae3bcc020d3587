/**
 * What the P&L of a leg came from, step by step from one priced minute to the next, with the greeks of both ends:
 * delta Δ₀ dF · gamma ½ (Δ₁ − Δ₀) dF · theta mean θ dt · vega mean ν dσ · residual the rest. A hole is one long step; a step
 * without an IV at both ends is all residual. Both are counted.
 */
import { CAUSES, type LegTrade, MOVES } from "#contract/domain/strategy/attribution.ts";
import type { IsoDate, Minute } from "#contract/domain/units.ts";
import type { ChainLines, ContractLine } from "./contract-lines.ts";

/** Figures of a leg: one of each cause, in the order of CAUSES. */
const COUNT = CAUSES.length;
const FIRST_MOVE = CAUSES.indexOf(MOVES[0]);
const DELTA = FIRST_MOVE;
const RESIDUAL = CAUSES.indexOf("residual");
const EARLIER = CAUSES.indexOf("earlier");
const TRADES = CAUSES.indexOf("trades");

/** A leg through the day of its chain. */
export interface LegDay {
  readonly date: IsoDate;
  readonly open: Minute;
  /** Minutes from one record of the source to the next. */
  readonly cadence: number;
  readonly lines: Pick<ChainLines, "length" | "forward" | "years">;
  readonly contract: ContractLine;
  readonly isFuture: boolean;
}

export interface LegCauses {
  /** Rupees up to the moment, in the order of CAUSES. */
  readonly sums: Float64Array;
  /** The last slot that was priced; -1: the leg has no price on this day. */
  readonly last: number;
  /** Minutes inside a longer step than the source's own. */
  readonly holes: number;
  /** Steps that were made, and how many of them had no IV at one of their ends. */
  readonly steps: number;
  readonly withoutIv: number;
  /** Its P&L is whole: it has a price, or nothing is held. */
  readonly isKnown: boolean;
}

/**
 * @param trades from the oldest on; those after the moment are not known yet
 * @param each called with every slot's sums so far: they are valid during the call
 */
export function attributeLeg(
  { date, open, cadence, lines, contract, isFuture }: LegDay,
  trades: readonly LegTrade[],
  each?: (slot: number, sums: Float64Array) => void,
): LegCauses {
  const sums = new Float64Array(COUNT);
  const step = new Float64Array(COUNT);
  let units = 0;
  let cash = 0;
  let next = 0;
  for (; next < trades.length && trades[next]!.date < date; next++) {
    units += trades[next]!.units;
    cash -= trades[next]!.units * trades[next]!.price;
  }
  const today = trades.slice(next).filter((trade) => trade.date === date);
  const heldBefore = units;
  sums[EARLIER] = units === 0 ? cash : 0;
  next = 0;
  let last = -1;
  let holes = 0;
  let steps = 0;
  let withoutIv = 0;
  for (let slot = 0; slot < lines.length; slot++) {
    const price = contract.price[slot]!;
    const isPriced = price > 0 && (isFuture || lines.forward[slot]! > 0);
    if (isPriced) {
      if (last < 0) sums[EARLIER] = cash + units * price;
      else if (units !== 0) {
        const hasIv = readStep(step, { lines, contract, isFuture }, last, slot);
        for (let cause = FIRST_MOVE; cause < COUNT; cause++) sums[cause]! += units * step[cause]!;
        if (!hasIv) withoutIv++;
        if (slot - last > cadence) holes += slot - last - cadence;
        steps++;
      }
      for (; next < today.length && Math.floor(today[next]!.minute) <= open + slot; next++) {
        const trade = today[next]!;
        sums[TRADES]! += trade.units * (price - trade.price);
        units += trade.units;
      }
      last = slot;
    }
    each?.(slot, sums);
  }
  return { sums, last, holes, steps, withoutIv, isKnown: last >= 0 || (heldBefore === 0 && today.length === 0) };
}

/** What a unit won from slot a to slot b, by cause. @returns whether it had an IV at both */
function readStep(
  out: Float64Array,
  { lines, contract, isFuture }: Pick<LegDay, "lines" | "contract" | "isFuture">,
  a: number,
  b: number,
): boolean {
  const { price, iv, delta, theta, vega } = contract;
  out.fill(0);
  const moved = price[b]! - price[a]!;
  if (isFuture) {
    out[DELTA] = moved;
    return true;
  }
  const hasIv = iv[a]! > 0 && iv[b]! > 0;
  if (hasIv) {
    const forward = lines.forward[b]! - lines.forward[a]!;
    out[DELTA] = delta[a]! * forward;
    out[DELTA + 1] = ((delta[b]! - delta[a]!) / 2) * forward;
    out[DELTA + 2] = ((theta[a]! + theta[b]!) / 2) * (lines.years[a]! - lines.years[b]!);
    out[DELTA + 3] = ((vega[a]! + vega[b]!) / 2) * (iv[b]! - iv[a]!);
  }
  out[RESIDUAL] = moved - out[DELTA]! - out[DELTA + 1]! - out[DELTA + 2]! - out[DELTA + 3]!;
  return hasIv;
}
