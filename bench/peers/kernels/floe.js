/** floe by its fastest way: the implied volatility of a price, then all greeks at it. Probabilities it has none of. */
import { calculateGreeks, calculateImpliedVolatility } from "@fullstackcraftllc/floe";

const SIDES = [
  ["call", "callPrice"],
  ["put", "putPrice"],
];

/** Prices a chain of the workload into columns like the kernel's, in floe's own units: IV in percent, theta a day. */
export function priceChain(chain, out) {
  const { underlying, years, rate, length, strike } = chain;
  for (const [optionType, prices] of SIDES) {
    const side = out[optionType];
    for (let i = 0; i < length; i++) {
      const iv = calculateImpliedVolatility(chain[prices][i], underlying, strike[i], rate, 0, years, optionType);
      const greeks = calculateGreeks({
        spot: underlying,
        strike: strike[i],
        timeToExpiry: years,
        volatility: iv / 100,
        riskFreeRate: rate,
        dividendYield: 0,
        optionType,
      });
      side.iv[i] = iv;
      side.delta[i] = greeks.delta;
      side.gamma[i] = greeks.gamma;
      side.theta[i] = greeks.theta;
      side.vega[i] = greeks.vega;
    }
  }
}
