/** A limit that follows the quotes: where it goes next. Prices are rupees. Pure. */
import { BUY, type Side } from "./order.ts";

/** Brokers count changes, and an order that is changed for ever is a program of its own. */
export const MOST_CHANGES = 5;

export interface Quotes {
  readonly bid: number;
  readonly ask: number;
}

export interface NextLimit extends Quotes {
  readonly side: Side;
  /** The order's now. */
  readonly limitPrice: number;
  /** It goes no further than this. */
  readonly worst: number;
  readonly tick: number;
  /** Which change it would be, from 1. */
  readonly change: number;
}

/** How far an order that is armed now may go: to the best price of the other side. */
export const worstOf = (side: Side, { bid, ask }: Quotes): number => (side === BUY ? ask : bid);

/** A price in steps is binary: it is on a step when it is missed by less than this share of one. */
const SLACK = 1e-6;

/**
 * The first change goes to the middle of bid and ask, each later one a share of the way that is left, the last to the other side's
 * best price; never back, never beyond `worst`, and on the tick that is worse for the other side.
 * @returns undefined where the limit stands as near as that already
 */
export function nextLimit({ side, limitPrice, bid, ask, worst, tick, change }: NextLimit): number | undefined {
  // In steps, and so that more is nearer to a trade, whichever the side.
  const steps = (price: number): number => (side * price) / tick;
  const [own, middle, far] = [steps(limitPrice), steps((bid + ask) / 2), steps(worstOf(side, { bid, ask }))];
  const left = MOST_CHANGES - change + 1;
  const wanted = left <= 1 ? far : own < middle ? middle : own + (far - own) / left;
  const next = Math.floor(Math.min(wanted, steps(worst)) + SLACK);
  if (next <= own + SLACK) return undefined;
  return Number((side * next * tick).toFixed(4));
}
