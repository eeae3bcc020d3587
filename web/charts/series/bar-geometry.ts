/** Two bars of a pair take 34 % of the step each, with this gap between, CSS pixels. */
const PAIR_PART = 0.34;
const GAP = 2;
const SINGLE_PART = 0.6;

/** Width and left edges of the bars of one group, in whole device pixels relative to the middle of the step. */
export type GroupLayout = { readonly width: number; readonly lefts: readonly number[] };

/**
 * @param step distance between two strikes, device pixels
 * @param slots bars in a group
 * @param pixelRatio device pixels per CSS pixel
 */
export function groupLayout(step: number, slots: number, pixelRatio: number): GroupLayout {
  const gap = Math.max(1, Math.round(GAP * pixelRatio));
  const part = slots === 1 ? SINGLE_PART : (2 * PAIR_PART) / slots;
  const width = Math.max(1, Math.round(step * part));
  const total = width * slots + gap * (slots - 1);
  const first = -Math.round(total / 2);
  return { width, lefts: Array.from({ length: slots }, (_, slot) => first + slot * (width + gap)) };
}

/** Top and height of a bar between zero and a value, whole device pixels; a value that is not zero shows one pixel at least. */
export function barSpan(zeroAt: number, valueAt: number, value: number): { top: number; height: number } {
  const zero = Math.round(zeroAt);
  const end = Math.round(valueAt);
  if (value === 0) return { top: zero, height: 0 };
  const height = Math.max(1, Math.abs(end - zero));
  return { top: value > 0 ? zero - height : zero, height };
}
