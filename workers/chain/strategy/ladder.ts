/** Every strike of the pane's expiry with what its two buttons need. */

import { ageCode } from "#contract/domain/choices/pricing.ts";
import { LTP, OI } from "#contract/domain/columns.ts";
import type { FutureFacts, Ladder, LadderSide } from "#contract/worker/strategy-pane.ts";
import type { ChainMoment } from "#market/chain.ts";
import { strikeStep } from "#market/reference/atm.ts";
import { cellOf } from "#market/reference/moment.ts";
import { isPriceOfToday } from "#market/reference/pricing.ts";
import { agesOf } from "#market/reference/untraded.ts";
import type { ExpiryChain } from "./marked-legs.ts";

export interface LadderReader {
  /** Valid until the next call. */
  of(chain: ExpiryChain): Ladder;
}

export function createLadderReader(): LadderReader {
  let ce = createSide(0);
  let pe = createSide(0);

  return {
    of({ at, priced }) {
      const { table, atm } = at;
      if (ce.ltp.length !== table.count) {
        ce = createSide(table.count);
        pe = createSide(table.count);
      }
      fill(ce, at, table.ce, priced.greeks.call);
      fill(pe, at, table.pe, priced.greeks.put);
      const middle = middleOf(at);
      const listed = Math.max(table.ce[middle] ?? -1, table.pe[middle] ?? -1);
      return {
        strikes: priced.strike,
        ce,
        pe,
        atm,
        step: stepOf(at),
        lotSize: at.day.tokens.lotSize[listed] ?? 1,
        years: at.pricing.years,
      };
    },
  };
}

/** Row of the money, with another one after it. */
const middleOf = ({ atm, table }: ChainMoment): number => Math.min(Math.max(atm, 0), Math.max(table.count - 2, 0));

/** Rupees between strikes near the money; NaN where there are fewer than two. */
export const stepOf = ({ table, atm, day }: ChainMoment): number =>
  strikeStep(table, atm) / day.priceScale || Number.NaN;

function fill(
  side: LadderSide,
  chain: ChainMoment,
  rows: Int32Array,
  { delta, derivedIv }: { readonly delta: Float64Array; readonly derivedIv: Float64Array },
): void {
  const { day, moment } = chain;
  const { tokens, priceScale } = day;
  const ageOf = agesOf(chain);
  for (let i = 0; i < side.ltp.length; i++) {
    const row = rows[i]!;
    const price = cellOf(moment, LTP, row);
    const oi = cellOf(moment, OI, row);
    side.ltp[i] = price > 0 ? price / priceScale : Number.NaN;
    side.age[i] = price > 0 && !isPriceOfToday(moment, row) ? ageCode(ageOf(row)) : 0;
    side.delta[i] = delta[i]!;
    side.iv[i] = derivedIv[i]!;
    side.token[i] = row < 0 ? -1 : tokens.token[row]!;
    side.oi[i] = oi < 0 ? Number.NaN : oi;
    const before = row < 0 ? -1 : tokens.prevOi[row]!;
    side.oiChange[i] = oi < 0 || before < 0 ? Number.NaN : oi - before;
  }
}

const createSide = (count: number): LadderSide => ({
  ltp: new Float64Array(count),
  age: new Float64Array(count),
  delta: new Float64Array(count),
  iv: new Float64Array(count),
  token: new Float64Array(count),
  oi: new Float64Array(count),
  oiChange: new Float64Array(count),
});

/** The future that expires with the options; undefined where there is none, as with weekly options. */
export function futureOf({ table, day, moment, futureIsOfExpiry }: ChainMoment): FutureFacts | undefined {
  const row = table.fut;
  if (row < 0 || !futureIsOfExpiry) return undefined;
  const price = cellOf(moment, LTP, row);
  return {
    ltp: price > 0 ? price / day.priceScale : Number.NaN,
    lotSize: day.tokens.lotSize[row]!,
    token: day.tokens.token[row]!,
  };
}
