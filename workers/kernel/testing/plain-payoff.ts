/** A strategy's profit and loss by the textbook, leg after leg: what the payoff kernel's tests compare with. */
import { carryOf, type PayoffLeg, type PayoffMoment, yearsLeft } from "../payoff-legs.ts";
import { plainValue } from "./plain-black.ts";

/** Rupees, all legs together, at one spot. */
export function plainPayoff(legs: readonly PayoffLeg[], moment: PayoffMoment, spot: number): number {
  return legs.reduce((sum, leg) => sum + leg.quantity * (plainLegPrice(leg, moment, spot) - leg.entry), 0);
}

/** The price of one unit of a leg at the moment. */
function plainLegPrice(leg: PayoffLeg, moment: PayoffMoment, spot: number): number {
  const years = yearsLeft(leg, moment.elapsed);
  const carry = carryOf(leg, moment);
  const forward = spot * Math.exp(carry * years);
  if (leg.type === "FUT") return forward;
  const { strike, iv } = leg;
  const isCall = leg.type === "CE";
  if (years === 0 || !(iv > 0) || spot === 0) {
    const growth = Math.exp((carry - moment.rate) * years);
    const gap = spot * growth - strike * Math.exp(-moment.rate * years);
    return Math.max(isCall ? gap : -gap, 0);
  }
  const isSpot = moment.model === "spot";
  return plainValue(
    { model: moment.model, isCall, underlying: isSpot ? spot : forward, strike, years, rate: moment.rate },
    iv,
  ).price;
}
