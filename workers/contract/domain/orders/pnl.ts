/**
 * Profit and loss of a broker's position, rupees. Quantities are in units, of USDINR in contracts of 1,000 dollars: the multiplier is
 * 1, there 1,000. The lot size in its place would show the lot's multiple of what was made.
 */

export interface PnlFigures {
  /** Negative where sold. */
  readonly netQty: number;
  readonly avgPrice: number;
  readonly buyQty: number;
  readonly buyAvg: number;
  readonly sellQty: number;
  readonly sellAvg: number;
}

/** Of what was both bought and sold. */
export function realizedPnl(
  { netQty, buyQty, buyAvg, sellQty, sellAvg }: Omit<PnlFigures, "avgPrice">,
  multiplier: number,
): number {
  const matched = netQty === 0 ? sellQty : Math.min(buyQty, sellQty);
  return matched === 0 ? 0 : (sellAvg - buyAvg) * matched * multiplier;
}

/** Of what is held; NaN without a price. */
export const unrealizedPnl = (
  { netQty, avgPrice }: Pick<PnlFigures, "netQty" | "avgPrice">,
  ltp: number,
  multiplier: number,
): number => (netQty === 0 ? 0 : (ltp - avgPrice) * netQty * multiplier);

/** What a holding has made: rupees a unit, and per cent of its cost. NaN without a price, which is 0 then, and without a cost. */
export function holdingPnl(costPrice: number, ltp: number): { readonly pnl: number; readonly percent: number } {
  const pnl = ltp > 0 ? ltp - costPrice : Number.NaN;
  return { pnl, percent: costPrice > 0 ? (pnl / costPrice) * 100 : Number.NaN };
}
