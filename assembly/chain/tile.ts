/**
 * The scratch of a chain: a tile of strikes at a time, few enough to stay in the first cache between the loops over it. Lanes of
 * strikes share a block, and so do their calls and their puts; fields are 16 bytes each, a T in each.
 *
 * The loops are many and short on purpose: a processor overlaps as many rounds as its scheduler holds, and the fewer
 * instructions wait for one another in a round, the more rounds that is. What divides shares a loop with what does not: a
 * division keeps its unit busy for several cycles, and nothing else.
 */
const BLOCKS_A_TILE = 32;

/** Strikes. The first nine fields are those of storeExpansion. */
export const STRIKES: usize = memory.data(8704, 64); // BLOCKS_A_TILE x STRIKE_SIZE
export const STRIKE_SIZE: usize = 272;
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

/** Contracts: a block of calls, the block of the same strikes' puts, and so on. The first five fields are those of storeNormals. */
export const CONTRACTS: usize = memory.data(9216, 64); // 2 x BLOCKS_A_TILE x CONTRACT_SIZE
export const CONTRACT_SIZE: usize = 144;
export const PAIR_SIZE: usize = 288;
/** The time value P. */
export const VALUE: usize = 80;
/** The total volatility v, NaN where there is none to be used. */
export const VOL: usize = 96;
/** G(z - 1) (pricing/bachelier.ts) or, where IVs are given, v0; then 1 / v. */
export const INVERSE: usize = 112;
/** v as it is given, whatever it is. */
export const GIVEN_VOL: usize = 128;

/** Bytes of a column that one tile covers. */
export function tileSize<T>(): usize {
  return <usize>(BLOCKS_A_TILE * sizeof<T>());
}

/** The end of the strikes' blocks, when the tile covers `size` bytes of a column. */
export function strikesEnd<T>(size: usize): usize {
  return STRIKES + (size / sizeof<T>()) * STRIKE_SIZE;
}

/** The end of the contracts' blocks, likewise. */
export function contractsEnd<T>(size: usize): usize {
  return CONTRACTS + (size / sizeof<T>()) * PAIR_SIZE;
}

/** Where the contracts of a side (0 call, 1 put) begin; PAIR_SIZE leads from one to the next. */
export function contractsOf(side: i32): usize {
  return CONTRACTS + <usize>side * CONTRACT_SIZE;
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
