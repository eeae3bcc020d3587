/** Positions with their profit and loss at the last prices, and the totals. Pure. */
import { realizedPnl, unrealizedPnl } from "#contract/domain/orders/pnl.ts";
import type { PositionBody } from "#contract/wire/http/order-bodies.ts";
import { nameWords } from "./book-words.ts";

export interface PositionRow {
  readonly position: PositionBody;
  /** Rupees, as the three figures of it. */
  readonly ltp: number;
  readonly realized: number;
  readonly unrealized: number;
  readonly total: number;
}

export interface PositionTotals {
  readonly realized: number;
  readonly unrealized: number;
  readonly total: number;
  /** How many positions they are of. */
  readonly of: number;
}

/**
 * @param ltpOf the live price of a position, rupees; NaN where none is known, then it is the book's
 * @param tellsRealized realized P&L is the broker's own figure
 */
export function rowOf(
  position: PositionBody,
  ltpOf: (position: PositionBody) => number,
  tellsRealized: boolean,
): PositionRow {
  const live = ltpOf(position);
  const ltp = live > 0 ? live : position.ltp > 0 ? position.ltp : Number.NaN;
  const { multiplier, realized_profit } = position;
  const realized = tellsRealized ? realized_profit : realizedPnl(position, multiplier);
  const unrealized = unrealizedPnl(position, ltp, multiplier);
  return { position, ltp, realized, unrealized, total: realized + unrealized };
}

/** NaN where one of the figures is not known: a sum without it would be wrong. */
export function totalsOf(rows: readonly PositionRow[]): PositionTotals {
  let realized = 0;
  let unrealized = 0;
  for (const row of rows) {
    realized += row.realized;
    unrealized += row.unrealized;
  }
  return { realized, unrealized, total: realized + unrealized, of: rows.length };
}

/** A position beside the others. */
export interface SharedRow extends PositionRow {
  /** Size of its profit or loss against the largest of all, 0 to 1. */
  readonly share: number;
}

export function withShares(rows: readonly PositionRow[]): readonly SharedRow[] {
  const sizes = rows.map(({ total }) => (Number.isNaN(total) ? 0 : Math.abs(total)));
  const largest = Math.max(...sizes, 0);
  return rows.map((row, i) => ({ ...row, share: largest === 0 ? 0 : (sizes[i] ?? 0) / largest }));
}

export const closeQuestion = (position: PositionBody): string =>
  `Close position of ${nameWords(position)} ${position.netQty} qty ?`;
