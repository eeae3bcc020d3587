/**
 * A contract's prices through a day, scaled, with the least and greatest of each block of slots: a search for a price leaves
 * out the blocks that cannot have it.
 */

/** Slots of a block, as a power of two. */
export const BLOCK_SHIFT = 4;

/** Greater than any price: the least of no prices. */
const NO_LOW = 0x7fff_ffff;

export interface ContractDay {
  /** By slot; 0 where nothing was recorded. */
  readonly prices: Int32Array;
  /** By slot: the newest price until then; 0 before the first one. */
  readonly known: Int32Array;
  /** Of `prices`, by block; the greatest of no prices is 0. */
  readonly lows: Int32Array;
  readonly highs: Int32Array;
}

/** @param prices kept, not copied */
export function createContractDay(prices: Int32Array): ContractDay {
  const known = new Int32Array(prices.length);
  const blocks = ((prices.length - 1) >> BLOCK_SHIFT) + 1;
  const lows = new Int32Array(blocks).fill(NO_LOW);
  const highs = new Int32Array(blocks);
  let newest = 0;
  for (let slot = 0; slot < prices.length; slot++) {
    const price = prices[slot]!;
    if (price > 0) {
      newest = price;
      const block = slot >> BLOCK_SHIFT;
      lows[block] = Math.min(lows[block]!, price);
      highs[block] = Math.max(highs[block]!, price);
    }
    known[slot] = newest;
  }
  return { prices, known, lows, highs };
}

/**
 * The first slot from `from` on and before `to` where sign x (price - base) x 100 is at most `limit`; `to` where none is. What
 * is at least a limit is found with the other sign and the limit's negative.
 */
export function firstAtMost(
  { prices, lows, highs }: ContractDay,
  sign: 1 | -1,
  base: number,
  limit: number,
  from: number,
  to: number,
): number {
  for (let slot = from; slot < to; ) {
    const block = slot >> BLOCK_SHIFT;
    const end = Math.min((block + 1) << BLOCK_SHIFT, to);
    const least = sign > 0 ? lows[block]! : highs[block]!;
    if (sign * (least - base) * 100 <= limit)
      for (; slot < end; slot++) {
        const price = prices[slot]!;
        if (price > 0 && sign * (price - base) * 100 <= limit) return slot;
      }
    slot = end;
  }
  return to;
}
