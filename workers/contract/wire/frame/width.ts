/**
 * Hot (bench/decode). How wide a column's steps are packed: the window of 2^width steps in which the column costs least.
 */
import { MAX_WIDTH } from "./layout.ts";

/** What an exception costs: its place, its size, and (in bits never sent) the time it takes. */
export const EXCEPTION_BITS = 20;

export interface Choice {
  width: number;
  lowest: number;
  /** Values that fit no window: they become exceptions. */
  exceptions: number;
  bits: number;
}

export const createChoice = (): Choice => ({ width: 0, lowest: 0, exceptions: 0, bits: 0 });

/**
 * The cheapest window for `count` values of which `known` are whole steps: the first `known` of `sorted`, ascending.
 * Widths are tried from the one that holds all downwards; of equally cheap ones the narrowest wins.
 */
export function chooseWidth(choice: Choice, sorted: Int32Array, known: number, count: number): void {
  choice.width = 0;
  choice.lowest = 0;
  choice.exceptions = count;
  choice.bits = count * EXCEPTION_BITS;
  if (known === 0) return;
  const range = sorted[known - 1] - sorted[0];
  for (let width = Math.min(MAX_WIDTH, 32 - Math.clz32(range)); width >= 0; width--) {
    const span = 1 << width;
    // A window is of interest if it holds enough to be as cheap as the best so far, and more than the one before it.
    const enough = count - Math.floor((choice.bits - count * width) / EXCEPTION_BITS);
    let most = Math.max(0, enough - 1);
    let first = -1;
    for (let from = 0; from + most < known; from++) {
      while (from + most < known && sorted[from + most] - sorted[from] < span) {
        most++;
        first = from;
      }
    }
    if (first < 0) continue;
    choice.width = width;
    choice.lowest = sorted[first];
    choice.exceptions = count - most;
    choice.bits = count * width + choice.exceptions * EXCEPTION_BITS;
  }
}
