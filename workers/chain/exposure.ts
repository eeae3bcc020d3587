/**
 * Hot: each run of the exposure screen. What open interest is exposed to, by strike: gamma x OI x S² x 1 %, delta x OI x S and
 * vega x OI, of one chain or of several together. S is what the model takes, so that the figures of chains with different
 * forwards add up to those of one move of the spot.
 */
import { OI } from "#contract/domain/columns.ts";
import type { GammaBook } from "#kernel/calls/gamma-calls.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { ChainMoment } from "#market/chain.ts";
import { columnOf } from "#market/reference/moment.ts";
import { type ChainPricer, createChainPricer } from "./table/prices.ts";

/** Which side counts as positive in gamma and vega. A delta keeps each option's own sign. */
export type SignRule = "calls" | "puts";

/** By strike, rupees: gamma for a move of 1 %, vega for a point of IV. Open interest as it is quoted: contracts of a currency, else units. */
export interface SideExposure {
  readonly gamma: Float64Array;
  readonly delta: Float64Array;
  readonly vega: Float64Array;
  readonly oi: Float64Array;
}

export interface ExposureTotals {
  readonly gamma: number;
  readonly delta: number;
  readonly vega: number;
}

export interface Exposure {
  /** Of all chains, rupees, ascending. */
  readonly strikes: Float64Array;
  readonly ce: SideExposure;
  readonly pe: SideExposure;
  /** Net of each chain, over all its strikes, in the order given. */
  readonly totals: readonly ExposureTotals[];
  /** The options that have a part: what re-prices the gamma at other spots. */
  readonly book: GammaBook;
  /** Contracts that are held and have no IV: no part of anything here. */
  readonly left: number;
  readonly leftOi: number;
  /** Whether any contract's open interest is known. */
  readonly hasOi: boolean;
}

export interface ExposureReader {
  /** Valid until the next call. */
  of(kernel: Kernel, chains: readonly ChainMoment[], positive: SignRule): Exposure;
}

const ONE_PER_CENT = 0.01;
const POINTS = 100;

export function createExposureReader(): ExposureReader {
  const pricers: ChainPricer[] = [];
  return {
    of(kernel, chains, positive) {
      const strikes = strikesOf(chains);
      const placeOf = new Map(Array.from(strikes, (strike, place) => [strike, place]));
      const sides = { ce: createSide(strikes.length), pe: createSide(strikes.length) };
      const most = chains.reduce((sum, { table }) => sum + 2 * table.count, 0);
      const book = {
        length: 0,
        centre: new Float64Array(most),
        vol: new Float64Array(most),
        weight: new Float64Array(most),
      };
      const counts = { left: 0, leftOi: 0, hasOi: false };
      const totals = chains.map(() => ({ gamma: 0, delta: 0, vega: 0 }));
      chains.forEach((at, i) => {
        const { table, day, moment, pricing } = at;
        const oi = columnOf(moment, OI);
        if (!oi) return;
        const pricer = pricers[i] ?? createChainPricer();
        pricers[i] = pricer; // each chain's columns keep their length
        const priced = { rows: table.count, from: 0, table, moment, scale: day.priceScale };
        const exact = pricer.exact(kernel, priced, pricing);
        const model = modelOf(at);
        const total = totals[i]!;
        const { multiplier } = at.underlying;
        for (const side of ["ce", "pe"] as const) {
          const greeks = side === "ce" ? exact.call : exact.put;
          const sign = (side === "ce") === (positive === "calls") ? 1 : -1;
          const out = sides[side];
          for (let k = 0; k < table.count; k++) {
            const row = table[side][k]!;
            const held = row < 0 ? -1 : oi[moment.base + row]!;
            if (held < 0) continue;
            counts.hasOi = true;
            if (held === 0) continue;
            const strike = table.strikes[k]! / day.priceScale;
            const place = placeOf.get(strike)!;
            out.oi[place]! += held;
            const iv = greeks.iv[k]!;
            if (!(iv > 0)) {
              counts.left++;
              counts.leftOi += held;
              continue;
            }
            const units = held * multiplier;
            const gamma = sign * greeks.gamma[k]! * units * model.price * model.price * ONE_PER_CENT;
            const delta = greeks.delta[k]! * units * model.price;
            const vega = (sign * greeks.vega[k]! * units) / POINTS;
            out.gamma[place]! += gamma;
            out.delta[place]! += delta;
            out.vega[place]! += vega;
            total.gamma += gamma;
            total.delta += delta;
            total.vega += vega;
            const vol = iv * model.rootYears;
            book.vol[book.length] = vol;
            book.centre[book.length] = -(Math.log(model.price / strike) + model.carry + (vol * vol) / 2);
            book.weight[book.length] = (sign * units * ONE_PER_CENT * model.price * model.discount) / vol;
            book.length++;
          }
        }
      });
      return { strikes, ...sides, totals, book, ...counts };
    },
  };
}

const createSide = (strikes: number): SideExposure => ({
  gamma: new Float64Array(strikes),
  delta: new Float64Array(strikes),
  vega: new Float64Array(strikes),
  oi: new Float64Array(strikes),
});

function strikesOf(chains: readonly ChainMoment[]): Float64Array {
  const all = new Set<number>();
  for (const { table, day } of chains)
    for (let i = 0; i < table.count; i++) all.add(table.strikes[i]! / day.priceScale);
  return Float64Array.from(all).sort();
}

/** What of the model a change of the spot goes through: Black-Scholes carries at its rate, Black-76 discounts. */
function modelOf({ pricing, day }: ChainMoment) {
  const { model, underlying, years, rate } = pricing;
  const isSpot = model === "spot";
  return {
    price: underlying / day.priceScale,
    rootYears: Math.sqrt(years),
    carry: isSpot ? rate * years : 0,
    discount: isSpot ? 1 : Math.exp(-rate * years),
  };
}
