/** The forward that a chain's calls and puts agree on, and how far they disagree. */
import type { ChainView } from "../chain-view.ts";
import { deviation, median } from "../statistics.ts";

const STRIKES = 7;
const FEWEST = 3;
/** Parity is judged among strikes this near to the forward, a share of it. */
const NEAR = 0.01;

type Price = (view: ChainView, slot: number, row: number) => number;

interface Pair {
  readonly strike: number;
  readonly forward: number;
  readonly gap: number;
}

function pairs(view: ChainView, slot: number, price: Price): Pair[] {
  const { table, day } = view;
  const found: Pair[] = [];
  for (let i = 0; i < table.count; i++) {
    const call = price(view, slot, table.ce[i]);
    const put = price(view, slot, table.pe[i]);
    if (Number.isNaN(call) || Number.isNaN(put)) continue;
    const strike = table.strikes[i] / day.priceScale;
    found.push({ strike, forward: strike + call - put, gap: Math.abs(call - put) });
  }
  return found.sort((a, b) => a.gap - b.gap);
}

const middle = (found: readonly Pair[]): number =>
  found.length < FEWEST ? Number.NaN : median(found.slice(0, STRIKES).map(({ forward }) => forward));

/** The median of K + C - P of the strikes with the smallest |C - P|, rupees. NaN below three strikes. */
export const forwardAt = (view: ChainView, slot: number, price: Price): number => middle(pairs(view, slot, price));

/** sd of K + C - P over the strikes within 1 % of the forward, rupees. NaN below three strikes. */
export function parityError(view: ChainView, slot: number, price: Price): number {
  const found = pairs(view, slot, price);
  const forward = middle(found);
  const near = found.filter(({ strike }) => Math.abs(strike / forward - 1) < NEAR);
  return near.length < FEWEST ? Number.NaN : deviation(near.map((pair) => pair.forward));
}
