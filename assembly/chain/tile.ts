/**
 * The scratch of a chain: a tile of strikes at a time, few enough to stay in the first cache between the loops over it. Lanes of
 * strikes share a block, whose fields (16 bytes each, a T in each) stand together.
 */
const BLOCKS_A_TILE = 32;
export const BLOCK_SIZE: usize = 352;
export const BLOCKS: usize = memory.data(11264, 64); // BLOCKS_A_TILE x BLOCK_SIZE

// Fields of a block; the first nine are those of storeExpansion.
/** Discounted underlying less discounted strike, and its rounding rest. */
export const GAP: usize = 144;
export const GAP_LOW: usize = 160;
/** k / (M - m), 1 over the logarithmic mean; NaN outside the fast domain. */
export const INVERSE_MEAN: usize = 176;
export const K: usize = 192;
export const SMALLER: usize = 208;
export const INVERSE_SMALLER: usize = 224;
/** m / M. */
export const LEG_RATIO: usize = 240;
export const STRIKE_VALUE: usize = 256;
/** Total volatility of the call, NaN where it has none, and its time value; the put's are SIDE_SIZE behind. */
export const VOL: usize = 272;
export const TIME_VALUE: usize = 288;
export const SIDE_SIZE: usize = 32;

/** Bytes of a column that one tile covers. */
export function tileSize<T>(): usize {
  return <usize>(BLOCKS_A_TILE * sizeof<T>());
}

/** A block's address, from how far a row is from the tile's first in a column. */
export function blockAt<T>(offset: usize): usize {
  return BLOCKS + (offset / sizeof<T>()) * BLOCK_SIZE;
}

// Contracts set aside for a sure but slower way: offset in a column, plus 1 for a put.
const ASIDE: usize = memory.data(512, 16); // two sides of 2 x BLOCKS_A_TILE strikes, i32
let asideCount: i32 = 0;

export function clearAside(): void {
  asideCount = 0;
}

export function countAside(): i32 {
  return asideCount;
}

/** Sets the lanes of `bits` (lowest first) aside, of the rows from `offset` on. */
export function setAside(bits: i32, offset: usize, side: i32): void {
  for (; bits != 0; bits >>= 1, offset += 8) {
    if (bits & 1) {
      store<i32>(ASIDE + ((<usize>asideCount) << 2), <i32>offset | side);
      asideCount++;
    }
  }
}

export function asideAt(i: i32): i32 {
  return load<i32>(ASIDE + ((<usize>i) << 2));
}
