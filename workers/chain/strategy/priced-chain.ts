/** Every strike of a chain at one moment, priced in one kernel call: what a ladder, a leg and a probability read. */
import { type ChainGreeks, type ChainModel, createChainGreeks } from "#kernel/chain-columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { ChainMoment } from "#market/chain.ts";
import { pricedLtp } from "#market/reference/pricing.ts";

/** Row i of each column is strike i; prices in rupees, 0 where there is none. */
export interface PricedChain {
  readonly strike: Float64Array;
  readonly callPrice: Float64Array;
  readonly putPrice: Float64Array;
  /** Each option's own IV, and greeks on it. */
  readonly greeks: ChainGreeks;
}

export interface ChainPricer {
  /** Valid until the next call. */
  of(at: ChainMoment, kernel: Kernel): PricedChain;
}

export function createChainPricer(): ChainPricer {
  let columns: PricedChain | undefined;

  return {
    of({ table, day, moment, pricing }, kernel) {
      const { count } = table;
      if (columns?.strike.length !== count) columns = createColumns(count);
      const { strike, callPrice, putPrice, greeks } = columns;
      for (let i = 0; i < count; i++) {
        strike[i] = table.strikes[i]! / day.priceScale;
        callPrice[i] = Math.max(pricedLtp(moment, table.ce[i]!, pricing), 0) / day.priceScale;
        putPrice[i] = Math.max(pricedLtp(moment, table.pe[i]!, pricing), 0) / day.priceScale;
      }
      const model: ChainModel = { ...pricing, underlying: pricing.underlying / day.priceScale };
      kernel.priceChain({ length: count, strike, callPrice, putPrice }, model, greeks);
      return columns;
    },
  };
}

const createColumns = (count: number): PricedChain => ({
  strike: new Float64Array(count),
  callPrice: new Float64Array(count),
  putPrice: new Float64Array(count),
  greeks: createChainGreeks(count),
});
