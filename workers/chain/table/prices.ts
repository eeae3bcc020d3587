/** Prices the strikes of a table in one kernel call: IV, greeks and probability, rounded as they are displayed. */
import { type ChainGreeks, type ChainModel, createChainGreeks } from "#kernel/chain-columns.ts";
import { createSideDisplay, roundForDisplay, type SideDisplay } from "#kernel/display.ts";
import { priceForwardChain } from "#kernel/forward-chain.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type Pricing, pricedLtp } from "#market/reference/pricing.ts";
import type { FillContext } from "./context.ts";

/** A side without a price that counts has no figures at all, not even those of the strike's other side. */
function clear(side: SideDisplay, index: number): void {
  for (const column of Object.values(side) as Float64Array[]) column[index] = Number.NaN;
}

/** Strikes of a chain at a moment. */
type PricedStrikes = Pick<FillContext, "rows" | "from" | "table" | "moment" | "scale">;

export interface ChainPricer {
  /** Figures of both sides by strike from the range's first. */
  price(kernel: Kernel, strikes: PricedStrikes, pricing: Pricing): readonly [calls: SideDisplay, puts: SideDisplay];
  /**
   * The same at full precision, for figures that are made of them. In forward mode both sides of a strike have its one IV,
   * whichever of them has a price. Valid until the next call.
   */
  exact(kernel: Kernel, strikes: PricedStrikes, pricing: Pricing): ChainGreeks;
}

export function createChainPricer(): ChainPricer {
  let length = 0;
  let strike = new Float64Array(0);
  let callPrice = new Float64Array(0);
  let putPrice = new Float64Array(0);
  let modelPrices = { callPrice, putPrice };
  let exact: ChainGreeks = createChainGreeks(0);
  let shown: readonly [SideDisplay, SideDisplay] = [createSideDisplay(0), createSideDisplay(0)];

  /** Columns as long as the chain: the quickest for the kernel. A view's range seldom changes its length. */
  function reserve(rows: number): void {
    if (rows === length) return;
    length = rows;
    strike = new Float64Array(rows);
    callPrice = new Float64Array(rows);
    putPrice = new Float64Array(rows);
    exact = createChainGreeks(rows);
    modelPrices = { callPrice: new Float64Array(rows), putPrice: new Float64Array(rows) };
    shown = [createSideDisplay(rows), createSideDisplay(rows)];
  }

  function solve(kernel: Kernel, { rows, from, table, moment, scale }: PricedStrikes, pricing: Pricing): void {
    reserve(rows);
    for (let i = 0; i < rows; i++) {
      strike[i] = table.strikes[from + i]! / scale;
      const ce = table.ce[from + i]!;
      const pe = table.pe[from + i]!;
      callPrice[i] = Math.max(pricedLtp(moment, ce, pricing), 0) / scale;
      putPrice[i] = Math.max(pricedLtp(moment, pe, pricing), 0) / scale;
    }
    const chain = { length: rows, strike, callPrice, putPrice };
    const model: ChainModel = { ...pricing, underlying: pricing.underlying / scale };
    if (pricing.forward) priceForwardChain(kernel, chain, model, exact, modelPrices);
    else kernel.priceChain(chain, model, exact);
  }

  return {
    exact(kernel, strikes, pricing) {
      solve(kernel, strikes, pricing);
      return exact;
    },

    price(kernel, strikes, pricing) {
      const { rows } = strikes;
      solve(kernel, strikes, pricing);
      roundForDisplay(exact.call, rows, shown[0]);
      roundForDisplay(exact.put, rows, shown[1]);
      for (let i = 0; i < rows; i++) {
        if (callPrice[i] === 0) clear(shown[0], i);
        if (putPrice[i] === 0) clear(shown[1], i);
      }
      return shown;
    },
  };
}
