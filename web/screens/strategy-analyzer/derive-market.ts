/** Everything of a chain that an analysis is made of, in one look. */
import { inMoneyCurve } from "#chain/strategy/in-money-curve.ts";
import { stepOf } from "#chain/strategy/ladder.ts";
import type { MarginAt } from "#chain/strategy/margin-at.ts";
import { type ExpiryChain, markLeg, payoffSpot } from "#chain/strategy/marked-legs.ts";
import { probabilityStrikes, roundToStep } from "#contract/domain/strategy/analyzer-limits.ts";
import { unitsPerLot } from "#contract/domain/strategy/position.ts";
import { NO_SHIFT } from "#contract/domain/strategy/valuation.ts";
import { carryRate } from "#kernel/payoff-legs.ts";
import type { AnalyzerMarket, MarketSide } from "./snapshot.ts";

/** Undefined while no price of the underlying is known, or with fewer than two strikes. */
export function marketOf(chain: ExpiryChain, margins: MarginAt): AnalyzerMarket | undefined {
  const { at, priced } = chain;
  const { day, minute, pricing, table } = at;
  const step = stepOf(at);
  const spot = payoffSpot(at);
  if (!(step > 0) || !(spot > 0)) return undefined;
  const frame = {
    spotRound: roundToStep(spot, step),
    step,
    lowest: priced.strike[0]!,
    highest: priced.strike[priced.strike.length - 1]!,
  };
  const { from, to } = probabilityStrikes(frame);
  const rows = [...priced.strike.keys()].filter((row) => priced.strike[row]! >= from && priced.strike[row]! <= to);
  const strikes = Float64Array.from(rows, (row) => priced.strike[row]!);
  const curve = inMoneyCurve(chain, spot, NO_SHIFT, 0);
  const [lotSize = 1] = rows
    .map((row) => Math.max(table.ce[row]!, table.pe[row]!))
    .flatMap((row) => (row < 0 ? [] : [day.tokens.lotSize[row]!]));

  const sideOf = (type: "CE" | "PE", inMoney: ArrayLike<number>): MarketSide => {
    const subject = { symbol: day.symbol, date: day.date, minute, spot };
    const legs = Array.from(strikes, (strike) =>
      markLeg({ type, expiry: day.expiry, strike, lots: 1, lotSize, entry: 0 }, chain, subject, NO_SHIFT.iv),
    );
    const bases = legs.map((leg) => margins.of(at, leg));
    return {
      price: Float64Array.from(legs, ({ price }) => price),
      iv: Float64Array.from(legs, ({ iv }) => iv),
      inMoney: Float64Array.from(rows, (row) => inMoney[row]!),
      base: Float64Array.from(bases, ({ base }) => base),
      delta: Float64Array.from(bases, ({ delta }) => delta),
    };
  };
  return {
    frame,
    spot,
    units: unitsPerLot(lotSize, at.underlying.multiplier),
    strikes,
    call: sideOf("CE", curve.callInMoney),
    put: sideOf("PE", curve.putInMoney),
    model: {
      kind: pricing.model,
      rate: pricing.rate,
      carry: carryRate(pricing.underlying / day.priceScale, spot, pricing.years),
      years: pricing.years,
    },
  };
}
