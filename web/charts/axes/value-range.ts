/** Room above and below the data, as a part of its span, so that lines and bar labels do not touch the edge. */
const HEADROOM = 0.05;

/**
 * Range of a value axis over the present values of its columns.
 * @param includeZero bars stand on zero, so it is in their range, without room beyond it on a side that holds no bar
 * @param labelRoom extra part of the span kept free above (and below negative bars) for bar labels
 */
export function valueRange(
  columns: readonly ArrayLike<number>[],
  includeZero: boolean,
  labelRoom = 0,
): readonly [number, number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    for (let i = 0; i < column.length; i++) {
      const value = column[i] as number;
      if (value < min) min = value; // NaN compares false
      if (value > max) max = value;
    }
  }
  if (min > max) return [0, 1];
  if (includeZero) {
    if (min > 0) min = 0;
    if (max < 0) max = 0;
  }
  const span = max - min;
  if (span === 0) {
    const pad = Math.abs(max) * HEADROOM || 1;
    return includeZero && max === 0 ? [0, 1] : [min - pad, max + pad];
  }
  const room = span * (HEADROOM + labelRoom);
  const low = includeZero && min === 0 ? 0 : min - room;
  const high = includeZero && max === 0 ? 0 : max + room;
  return [low, high];
}
