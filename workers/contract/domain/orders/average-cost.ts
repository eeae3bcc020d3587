/**
 * Average cost, the one rule by which positions are held here: what increases a position moves its average, what reduces it
 * realises the difference to its average, and what crosses zero opens the rest at its own price.
 */

export interface Holding {
  /** Units or lots; negative where sold. */
  readonly net: number;
  /** Rupees, of what is open; 0 where nothing is. */
  readonly average: number;
  /** Rupees x units or lots of `net`. */
  readonly realised: number;
}

export const NOTHING_HELD: Holding = { net: 0, average: 0, realised: 0 };

/**
 * @param change bought; negative where sold
 * @param rounded what an average is kept to; default as it is
 */
export function afterTrade(
  { net, average, realised }: Holding,
  change: number,
  price: number,
  rounded: (average: number) => number = (exact) => exact,
): Holding {
  if (change === 0) return { net, average, realised };
  const after = net + change;
  if (net === 0 || Math.sign(change) === Math.sign(net)) {
    const cost = average * Math.abs(net) + price * Math.abs(change);
    return { net: after, average: rounded(cost / Math.abs(after)), realised };
  }
  const closed = Math.min(Math.abs(change), Math.abs(net));
  const left = after === 0 ? 0 : Math.sign(after) === Math.sign(net) ? average : rounded(price);
  return { net: after, average: left, realised: realised + Math.sign(net) * (price - average) * closed };
}

/** Rupees x units or lots of what is open, at `price`; 0 where nothing is, NaN where the price is not known. */
export const gainOf = ({ net, average }: Pick<Holding, "net" | "average">, price: number): number =>
  net === 0 ? 0 : net * (price - average);
