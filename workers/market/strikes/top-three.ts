/** The highest three of a side, for highlighting. */

/**
 * Writes each index's rank among the values of [from, to): 1, 2, 3 for the highest three, else 0. Equal values share
 * the better rank. Only values above zero rank: a missing (NaN, ABSENT) or a falling figure is never highlighted.
 */
export function rankTopThree(ranks: Uint8Array, values: Float64Array | Int32Array, from: number, to: number): void {
  let first = 0;
  let second = 0;
  let third = 0;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (!(value > third)) continue;
    if (value > first) {
      third = second;
      second = first;
      first = value;
    } else if (value > second) {
      third = second;
      second = value;
    } else third = value;
  }
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    ranks[i] = !(value > 0) ? 0 : value === first ? 1 : value === second ? 2 : value === third ? 3 : 0;
  }
}
