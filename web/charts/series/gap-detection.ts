/** Points further apart than this many cadences are not joined. */
export const JOINED_CADENCES = 1.5;

/** True if a line may run from one x to the next. */
export function isJoined(from: number, to: number, cadence: number): boolean {
  return to - from <= JOINED_CADENCES * cadence;
}

/**
 * Holes of a chart: stretches between two points with data, within which no column has data.
 * Missing minutes before the first and after the last point do not count: the session was not there.
 * @param start index of the first point that counts, and of the first that does not any more
 * @returns pairs of x, from the last point before to the first point after.
 */
export function findHoles(
  x: ArrayLike<number>,
  columns: readonly ArrayLike<number>[],
  cadence: number,
  [start, end] = [0, x.length],
): readonly (readonly [number, number])[] {
  const holes: (readonly [number, number])[] = [];
  let last: number | undefined;
  for (let i = start; i < end; i++) {
    if (!hasValue(columns, i)) continue;
    const at = x[i] as number;
    if (last !== undefined && !isJoined(last, at, cadence)) holes.push([last, at]);
    last = at;
  }
  return holes;
}

/** Index of the last present value, or -1. */
export function lastPresent(column: ArrayLike<number>): number {
  for (let i = column.length - 1; i >= 0; i--) if (!Number.isNaN(column[i])) return i;
  return -1;
}

function hasValue(columns: readonly ArrayLike<number>[], index: number): boolean {
  for (const column of columns) {
    const value = column[index];
    if (value !== undefined && !Number.isNaN(value)) return true;
  }
  return false;
}
