/**
 * A strategy's greeks: the sum over its legs of quantity times greek, at one spot and moment. The legs' own figures are those
 * of the chain kernel, one row a leg, turned from forward to spot where the model prices on the forward.
 */
import type { ChainKernel } from "./calls/chain-calls.ts";
import { createChainGreeks } from "./chain-columns.ts";
import { carryOf, type PayoffLeg, type PayoffMoment, yearsLeft } from "./payoff-legs.ts";

/** For quantities in units: rupees. (For a figure per unit, give quantities per unit: everything is linear in them.) */
export interface StrategyGreeks {
  /** What the legs are worth: positive where closing them pays. Futures count with what they gained since their entry. */
  readonly value: number;
  /** Rupees a rupee of spot. */
  readonly delta: number;
  /** Change of delta a rupee of spot. */
  readonly gamma: number;
  /** Rupees a year, the spot standing still. */
  readonly theta: number;
  /** Rupees for 1.00 of IV on every leg. */
  readonly vega: number;
}

const row = createChainGreeks(1);
const strike = new Float64Array(1);
const callPrice = new Float64Array(1);
const putPrice = new Float64Array(1);

/** Sums over the legs; a leg without IV or time counts with its intrinsic value and that line's delta, and no more. */
export function strategyGreeks(
  kernel: ChainKernel,
  legs: readonly PayoffLeg[],
  moment: PayoffMoment,
  spot: number,
): StrategyGreeks {
  const sum = { value: 0, delta: 0, gamma: 0, theta: 0, vega: 0 };
  for (const leg of legs) {
    const greeks = legGreeks(kernel, leg, moment, spot);
    sum.value += leg.quantity * greeks.value;
    sum.delta += leg.quantity * greeks.delta;
    sum.gamma += leg.quantity * greeks.gamma;
    sum.theta += leg.quantity * greeks.theta;
    sum.vega += leg.quantity * greeks.vega;
  }
  return sum;
}

function legGreeks(kernel: ChainKernel, leg: PayoffLeg, moment: PayoffMoment, spot: number): StrategyGreeks {
  const years = yearsLeft(leg, moment.elapsed);
  const carry = carryOf(leg, moment);
  const growth = Math.exp(carry * years); // the leg's forward is spot x growth
  const forward = spot * growth;
  if (leg.type === "FUT")
    return { value: forward - leg.entry, delta: growth, gamma: 0, theta: -carry * forward, vega: 0 };
  const isSpot = moment.model === "spot";
  const underlying = isSpot ? spot : forward;
  strike[0] = leg.strike;
  row.call.iv[0] = leg.iv;
  row.put.iv[0] = leg.iv;
  kernel.valueChain(1, strike, { model: moment.model, underlying, years, rate: moment.rate }, row, callPrice, putPrice);
  const isCall = leg.type === "CE";
  const side = isCall ? row.call : row.put;
  const value = (isCall ? callPrice : putPrice)[0]!;
  if (!(side.iv[0]! > 0)) {
    const slope = growth * Math.exp(-moment.rate * years);
    return { value, delta: value > 0 ? (isCall ? slope : -slope) : 0, gamma: 0, theta: 0, vega: 0 };
  }
  const turn = isSpot ? 1 : growth; // d(underlying) / d(spot)
  const delta = side.delta[0]!;
  return {
    value,
    delta: delta * turn,
    gamma: side.gamma[0]! * turn * turn,
    theta: side.theta[0]! - (isSpot ? 0 : delta * carry * forward), // the forward slides while the spot stands still
    vega: side.vega[0]!,
  };
}
