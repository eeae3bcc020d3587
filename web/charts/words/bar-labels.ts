/** How the labels of a chart's bars stand: one line, two lines split at ' ( ', upright, where it is low without the second, or not at all. */
export type LabelStance = "flat" | "stacked" | "upright" | "short" | "none";

/** Free space between two labels, and what a line takes across, CSS pixels. */
const GAP = 6;
export const LINE_HEIGHT = 13;

/** Lines of a label: 'total' and '( +rest )' where it has such a part. */
export function labelLines(text: string): readonly string[] {
  const at = text.indexOf(" ( ");
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * One stance for all labels of a chart, so that they read as a row.
 * @param labels texts standing on every strike
 * @param room distance between strikes, and the height that labels may take, CSS pixels
 * @param measure width of a text, CSS pixels
 */
export function labelStance(
  labels: readonly string[],
  room: { readonly step: number; readonly height: number },
  measure: (text: string) => number,
): LabelStance {
  let whole = 0;
  let longestLine = 0;
  let longestShort = 0;
  for (const label of labels) {
    whole = Math.max(whole, measure(label));
    longestShort = Math.max(longestShort, measure(shownLabel(label, "short")));
    for (const line of labelLines(label)) longestLine = Math.max(longestLine, measure(line));
  }
  if (whole + GAP <= room.step) return "flat";
  if (longestLine + GAP <= room.step) return "stacked";
  // Cut or over each other they would be other figures.
  if (room.step < LINE_HEIGHT || longestShort > room.height) return "none";
  return whole <= room.height ? "upright" : "short";
}

/** What is read of a label. */
export const shownLabel = (text: string, stance: LabelStance): string =>
  stance === "none" ? "" : stance === "short" ? (labelLines(text)[0] ?? "") : text;

/** Index of the highest present value, the first of equals, or -1. */
export function highestIndex(column: ArrayLike<number>): number {
  let best = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < column.length; i++) {
    const value = column[i] as number;
    if (value > highest) {
      highest = value;
      best = i;
    }
  }
  return best;
}
