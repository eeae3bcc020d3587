/** Chances by strike of the nearest expiry, for a probability of profit. */
import type { WhatIf } from "#contract/domain/strategy/valuation.ts";
import type { SideGreeks } from "#kernel/chain-columns.ts";
import { normalCdf } from "#market/strategy/black76.ts";
import type { InMoneyCurve } from "#market/strategy/probability-of-profit.ts";
import { type ExpiryChain, shifted } from "./marked-legs.ts";

/**
 * As the chain is priced where nothing is moved. At another spot, moment or IV each strike's chance is that of its own IV there.
 *
 * @param chain undefined where the expiry's room cannot be had: nothing is known
 * @param spot rupees: where the payoff's axis stands now
 * @param elapsed years from now to the target
 */
export function inMoneyCurve(
  chain: ExpiryChain | undefined,
  spot: number,
  whatIf: WhatIf,
  elapsed: number,
): InMoneyCurve {
  if (!chain) return { strikes: [], callInMoney: [], putInMoney: [], spot };
  const { at, priced } = chain;
  const { strike, greeks } = priced;
  const share = (whatIf.spot ?? spot) / spot;
  const isMoved = share !== 1 || elapsed !== 0 || !isStill(whatIf, at.day.expiry);
  const moved = (side: SideGreeks): Float64Array => {
    const { model, rate } = at.pricing;
    const years = at.pricing.years - elapsed;
    const underlying = (at.pricing.underlying / at.day.priceScale) * share;
    const drift = model === "spot" ? rate * years : 0;
    return side.iv.map((iv, i) => {
      if (!(iv > 0)) return Number.NaN;
      const deviation = shifted(iv, whatIf.iv, at.day.expiry) * Math.sqrt(Math.max(years, 0));
      const distance = Math.log(underlying / strike[i]!) + drift;
      return deviation > 0 ? normalCdf(distance / deviation - deviation / 2) : Number(distance > 0);
    });
  };
  const above = (side: SideGreeks): Float64Array => (isMoved ? moved(side) : side.probAbove);
  return {
    strikes: strike,
    callInMoney: above(greeks.call).map((chance) => chance * 100),
    putInMoney: above(greeks.put).map((chance) => (1 - chance) * 100),
    spot: spot * share,
  };
}

const isStill = ({ iv }: WhatIf, expiry: string): boolean => iv.all === 0 && (iv.byExpiry[expiry] ?? 0) === 0;
