/**
 * Hot (bench/decode). Sorts a column's steps by counting: most are within a few dozen of zero, and a library sort of
 * eighty numbers takes five times as long (it was a third of the encoder's time).
 */
import { MAX_ROWS } from "./layout.ts";

/** Steps at most this far from zero are counted; the few others are sorted apart. */
const NEAR = 256;
/** Up to so many are sorted by insertion. */
const FEW = 16;
/** Equal steps that are written without asking how many there are. */
const AT_ONCE = 4;

/** Stands for a difference that is no whole step of moderate size. */
export const NO_STEP = 0x7fff_ffff;
/** Entries an output needs beyond its steps. */
export const SORT_SPARE = AT_ONCE;

const counts = new Uint16Array(2 * NEAR);
const far = new Int32Array(MAX_ROWS);

/** Puts the first `count` steps into `sorted`, ascending, but for those that are NO_STEP; gives how many those were not. */
export function sortSteps(sorted: Int32Array, steps: Int32Array, count: number): number {
  let farCount = 0;
  let lowest = 2 * NEAR;
  let highest = -1;
  for (let i = 0; i < count; i++) {
    const step = steps[i];
    const bin = (step + NEAR) | 0;
    if (bin >= 0 && bin < 2 * NEAR) {
      counts[bin]++;
      if (bin < lowest) lowest = bin;
      if (bin > highest) highest = bin;
    } else if (step !== NO_STEP) far[farCount++] = step;
  }
  if (farCount > 1) sortFar(farCount);
  let known = 0;
  let next = 0;
  while (next < farCount && far[next] < 0) sorted[known++] = far[next++];
  for (let bin = lowest; bin <= highest; bin++) {
    const equal = counts[bin];
    const step = bin - NEAR;
    counts[bin] = 0;
    // Whatever is too many is written over: whether there is a step of this size is anybody's guess.
    sorted[known] = step;
    sorted[known + 1] = step;
    sorted[known + 2] = step;
    sorted[known + 3] = step;
    for (let i = AT_ONCE; i < equal; i++) sorted[known + i] = step;
    known += equal;
  }
  while (next < farCount) sorted[known++] = far[next++];
  return known;
}

function sortFar(count: number): void {
  if (count > FEW) {
    far.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const step = far[i];
    let at = i - 1;
    while (at >= 0 && far[at] > step) {
      far[at + 1] = far[at];
      at--;
    }
    far[at + 1] = step;
  }
}
