/** IV by strike, each from its out-of-the-money side, and IV at the money: what a smile and a term structure are drawn of. */

import { scaledPrice } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { ChainMoment } from "#market/chain.ts";
import { atmIndex } from "#market/reference/atm.ts";
import { type ChainPricer, createChainPricer } from "./table/prices.ts";

export interface SmileReader {
  /**
   * IVs of the strikes [from, to), per cent as chains show them, into `out` from its first cell: the call's at and above the
   * price that the chain is priced on, the put's below. In forward mode, where a strike has one IV, its other side stands in
   * for a missing price; priced on the spot the two sides have two IVs, and a missing one is a gap (NaN).
   */
  smile(kernel: Kernel, at: ChainMoment, from: number, to: number, out: Float64Array): void;
  /**
   * IV of the strike nearest to the price that the chain is priced on, per cent: in forward mode its one IV, else the mean of
   * call and put. NaN where there is none, and where one of two is missing.
   */
  atMoney(kernel: Kernel, at: ChainMoment): number;
}

export function createSmileReader(): SmileReader {
  const chain = createChainPricer();
  const money = createChainPricer(); // one strike: its columns keep their length
  return {
    smile(kernel, at, from, to, out) {
      const { table, pricing } = at;
      const [calls, puts] = price(chain, kernel, at, from, to);
      for (let i = 0; i < to - from; i++) {
        const isCall = table.strikes[from + i]! >= pricing.reference;
        const outside = (isCall ? calls : puts).iv[i]!;
        const inside = pricing.forward ? (isCall ? puts : calls).iv[i]! : Number.NaN;
        out[i] = outside > 0 ? outside : inside > 0 ? inside : Number.NaN;
      }
    },

    atMoney(kernel, at) {
      const strike = atmIndex(at.table, scaledPrice(at.pricing.reference));
      if (strike < 0) return Number.NaN;
      const [calls, puts] = price(money, kernel, at, strike, strike + 1);
      const call = calls.iv[0]!;
      const put = puts.iv[0]!;
      if (at.pricing.forward) return call > 0 ? call : put > 0 ? put : Number.NaN;
      return call > 0 && put > 0 ? (call + put) / 2 : Number.NaN;
    },
  };
}

const price = (
  pricer: ChainPricer,
  kernel: Kernel,
  { table, moment, day, pricing }: ChainMoment,
  from: number,
  to: number,
) => pricer.price(kernel, { rows: to - from, from, table, moment, scale: day.priceScale }, pricing);
