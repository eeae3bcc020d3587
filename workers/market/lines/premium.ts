/**
 * Hot: runs over a day of slots, so nothing is allocated in them.
 *
 * What option buyers lose: the change of premium since the first minutes of the day, and the time value of a pair.
 * `out` is filled by slot for [from, to): NaN for holes and where a price is missing.
 */

import type { PricingChoice } from "#contract/domain/choices/pricing.ts";
import { LTP, MISSING_MINUTE, type MinuteColumns } from "#contract/domain/columns.ts";
import { CE, PE } from "#contract/domain/instruments.ts";
import { cellsOf } from "../reference/moment.ts";
import { pricedLtp } from "../reference/pricing.ts";
import type { Stretch } from "./day-lines.ts";
import { timeValue } from "./time-value.ts";

/** Premiums count from the minute after the open: the first prices of the day are the auction's. */
const PREMIUM_BASE_SLOT = 1;

/** The slot premiums count from: slot 1, or where that is a hole the first filled one after it; -1 before there is one. */
export function premiumBaseSlot(minutes: MinuteColumns): number {
  for (let slot = PREMIUM_BASE_SLOT; slot < minutes.slots; slot++)
    if (minutes.state[slot] !== MISSING_MINUTE) return slot;
  return -1;
}

/** What a change of premium counts from. */
export interface PremiumBase {
  /** -1 before there is one. */
  readonly slot: number;
  /** Rows of the contracts that had a price then; the others take no part, or the sum would jump with their first trade. */
  readonly rows: Int32Array;
  /** Their prices added up, scaled. */
  readonly sum: number;
}

/**
 * A price of an earlier day is none to count from: what it has lost since is not today's decay.
 * @param rows one side's contracts; -1 is no contract. @param minutes the day's.
 */
export function premiumBase(minutes: MinuteColumns, rows: Int32Array, pricing: PricingChoice): PremiumBase {
  const slot = premiumBaseSlot(minutes);
  if (slot < 0) return { slot, rows: rows.subarray(0, 0), sum: 0 };
  const cells = cellsOf(minutes, slot);
  const priced = rows.filter((row) => pricedLtp(cells, row, pricing) > 0); // 0: never traded
  return { slot, rows: priced, sum: priced.reduce((sum, row) => sum + pricedLtp(cells, row, pricing), 0) };
}

/** The change of premium since the base, summed over its contracts, scaled; slots before the base have no change. */
export function premiumChangeOverSlots(
  out: Float64Array,
  { minutes, from, to, first }: Omit<Stretch<never>, "lines">,
  { slot: base, rows, sum: then }: PremiumBase,
): void {
  const ltp = minutes.columns[LTP]!;
  for (let slot = from; slot < to; slot++) {
    const isKnown = rows.length > 0 && first + slot >= base && minutes.state[slot] !== MISSING_MINUTE;
    const at = slot * minutes.stride;
    let sum = isKnown ? -then : Number.NaN;
    for (let i = 0; i < rows.length; i++) {
      const price = ltp[at + rows[i]!]!;
      sum += price > 0 ? price : Number.NaN; // left out, it would make the sum jump
    }
    out[slot] = sum;
  }
}

/** A call and a put: their rows and scaled strikes. One strike is a straddle, two are a strangle. */
export interface OptionPair {
  readonly ce: number;
  readonly ceStrike: number;
  readonly pe: number;
  readonly peStrike: number;
}

/** Time value (extrinsic) of the pair, scaled; `spot` is the scaled underlying by slot, NaN where unknown. */
export function extrinsicOverSlots(
  out: Float64Array,
  minutes: MinuteColumns,
  pair: OptionPair,
  spot: Float64Array,
  from: number,
  to: number,
): void {
  const ltp = minutes.columns[LTP]!;
  const isPair = pair.ce >= 0 && pair.pe >= 0;
  for (let slot = from; slot < to; slot++) {
    out[slot] = Number.NaN;
    if (!isPair || minutes.state[slot] === MISSING_MINUTE) continue;
    const at = slot * minutes.stride;
    out[slot] =
      timeValue(CE, ltp[at + pair.ce]!, pair.ceStrike, spot[slot]!) +
      timeValue(PE, ltp[at + pair.pe]!, pair.peStrike, spot[slot]!);
  }
}
