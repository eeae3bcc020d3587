/** Where words stand that must not cover others. Pure; device pixels. */
import type { LabelBox } from "../chart-model.ts";

/** Between two rows of words. */
const APART = 2;

type Ends = readonly [from: number, to: number];

/**
 * The place nearest to the wanted one where the words cover no others: rows over it and under it, one after another.
 *
 * @param box where they would stand
 * @param within the plot's top and bottom: they do not leave it
 * @returns its top; the wanted one where every row is taken
 */
export function freeTop(box: LabelBox, taken: readonly LabelBox[], [from, to]: Ends): number {
  const height = box.bottom - box.top;
  const beside = taken.filter(({ left, right }) => left < box.right && box.left < right);
  const isFree = (top: number): boolean =>
    top >= from && top + height <= to && beside.every((other) => other.bottom <= top || top + height <= other.top);
  const edges = beside.flatMap(({ top, bottom }) => [top - APART - height, bottom + APART]);
  const places = [box.top, ...edges].filter(isFree);
  return places.sort((a, b) => Math.abs(a - box.top) - Math.abs(b - box.top))[0] ?? box.top;
}
