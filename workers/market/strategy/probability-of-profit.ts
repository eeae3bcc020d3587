/**
 * Probability of profit from a strategy's break-evens and the chain's in-the-money probabilities: that of ending beyond a
 * price is interpolated between the strikes beside it, the call's where the price is at or above spot, the put's below it.
 * Everything is in percent, unrounded; NaN where there is no answer (no break-even, a strike without probability).
 */

export interface InMoneyCurve {
  /** Strikes, rupees, ascending. */
  readonly strikes: ArrayLike<number>;
  /** Percent that the spot ends above the strike; NaN where the call has no IV. */
  readonly callInMoney: ArrayLike<number>;
  /** Percent that it ends below. */
  readonly putInMoney: ArrayLike<number>;
  readonly spot: number;
}

export interface ProfitQuestion {
  /** Rupees, ascending. */
  readonly breakEvens: readonly number[];
  /** Profit or loss at a spot on expiry, rupees: only its sign is asked. */
  readonly profitAt: (spot: number) => number;
  /** Premiums received less premiums paid, rupees. */
  readonly netCredit: number;
  /** Futures and nothing else. */
  readonly isFuturesOnly: boolean;
}

/**
 * The specification's figure: 50 for futures; with two break-evens 100 - |a - b| when both are on one side of the spot, else
 * a + b, and 100 less that when the strategy brings in a credit (0 counts as one); with one break-even, or more than two,
 * the probability of ending where the payoff is positive.
 *
 * The rule takes a credit for a profit in the middle. For butterflies bought at a debit and backspreads sold for a credit
 * that is the wrong way round; chanceOfGain has no such exceptions.
 */
export function probabilityOfProfit(question: ProfitQuestion, curve: InMoneyCurve): number {
  const { breakEvens, netCredit, isFuturesOnly } = question;
  if (isFuturesOnly) return 50;
  const [first, second, third] = breakEvens;
  if (first === undefined || second === undefined || third !== undefined) return chanceOfGain(question, curve);
  const a = chanceBeyond(first, curve);
  const b = chanceBeyond(second, curve);
  const isOneSide = first >= curve.spot === second >= curve.spot;
  const outside = Math.min(isOneSide ? 100 - Math.abs(a - b) : a + b, 100);
  return netCredit >= 0 ? 100 - outside : outside;
}

/** Probability of ending where the payoff is positive, for any number of break-evens. */
export function chanceOfGain({ breakEvens, profitAt }: ProfitQuestion, curve: InMoneyCurve): number {
  if (breakEvens.length === 0) return Number.NaN;
  let chance = 0;
  let aboveLow = 100;
  for (let i = 0; i <= breakEvens.length; i++) {
    const low = i === 0 ? 0 : breakEvens[i - 1]!;
    const high = breakEvens[i];
    const aboveHigh = high === undefined ? 0 : chanceAbove(high, curve);
    if (profitAt(high === undefined ? low * 1.01 + 1 : (low + high) / 2) > 0) chance += aboveLow - aboveHigh;
    aboveLow = aboveHigh;
  }
  return Math.min(Math.max(chance, 0), 100);
}

/** Percent that the spot ends beyond `price`, seen from where it is: the in-the-money probability of an option struck there. */
function chanceBeyond(price: number, curve: InMoneyCurve): number {
  return interpolate(price, curve.strikes, price >= curve.spot ? curve.callInMoney : curve.putInMoney);
}

/** Percent that the spot ends above `price`, by the out-of-the-money side. */
export function chanceAbove(price: number, curve: InMoneyCurve): number {
  const beyond = chanceBeyond(price, curve);
  return price >= curve.spot ? beyond : 100 - beyond;
}

/** Linear between neighbouring strikes, level beyond the last. */
function interpolate(price: number, strikes: ArrayLike<number>, values: ArrayLike<number>): number {
  const count = strikes.length;
  if (count === 0 || Number.isNaN(price)) return Number.NaN;
  let above = 0;
  while (above < count && strikes[above]! < price) above++;
  if (above === 0) return values[0]!;
  if (above === count) return values[count - 1]!;
  if (strikes[above] === price) return values[above]!;
  const below = above - 1;
  const share = (price - strikes[below]!) / (strikes[above]! - strikes[below]!);
  return values[below]! + share * (values[above]! - values[below]!);
}
