/** What the strategies of a portfolio win and lose at given prices. Rupees; NaN where a price is not known. */
import type { FrozenDay } from "../clock.ts";
import type { InstrumentName, RoomName } from "../instruments.ts";
import type { LegContract } from "./legs.ts";
import { unrealised } from "./position.ts";

/** A leg as its orders left it. */
export interface LegPosition extends LegContract {
  /** Its price is joined under it while the market is live. */
  readonly name: InstrumentName;
  /** Its chain, where its price is read on a past day. */
  readonly room: RoomName;
  /** Held, negative where sold. */
  readonly lots: number;
  readonly average: number;
  readonly unitsPerLot: number;
  readonly realised: number;
  /** The day of its expiry, where that has passed and the day is known: its price is what it was settled at. */
  readonly settledOn?: FrozenDay;
}

export interface StrategyPosition {
  /** The strategy's name. */
  readonly name: string;
  readonly legs: readonly LegPosition[];
}

export interface Profits {
  /** By strategy, then leg by leg. */
  readonly prices: Float64Array;
  readonly legs: Float64Array;
  /** Unrealised, by strategy; NaN where an open leg has no price. */
  readonly strategies: Float64Array;
  /** Of the strategies whose open legs all have a price, and how many they are. */
  readonly unrealised: number;
  readonly priced: number;
}

/** Hot: a thousand legs twice a second. @param priceOf of a leg, and of its place among the legs of all strategies */
export function profitsOf(
  strategies: readonly StrategyPosition[],
  priceOf: (leg: LegPosition, at: number) => number,
): Profits {
  const count = strategies.reduce((sum, { legs }) => sum + legs.length, 0);
  const profits = {
    prices: new Float64Array(count),
    legs: new Float64Array(count),
    strategies: new Float64Array(strategies.length),
    unrealised: 0,
    priced: 0,
  };
  let at = 0;
  strategies.forEach(({ legs }, index) => {
    let sum = 0;
    for (const leg of legs) {
      const price = priceOf(leg, at);
      const profit = unrealised(leg, price, leg);
      profits.prices[at] = price;
      profits.legs[at++] = profit;
      sum += profit;
    }
    profits.strategies[index] = sum;
    if (Number.isNaN(sum)) return;
    profits.unrealised += sum;
    profits.priced++;
  });
  return profits;
}
