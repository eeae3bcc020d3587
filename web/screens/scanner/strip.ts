/** The strip of matches by minute, as shapes. Pure. */

/** How many passed at the minutes at which the server answered, of one question. */
export interface History {
  readonly question: string;
  readonly counts: ReadonlyMap<number, number>;
}

export const HEIGHT = 28;
/** Least width of the strip: a scan that has just begun is no wall of one bar. */
const LEAST_MINUTES = 30;

/** The history with one more answer; of another question it begins anew. */
export function withAnswer(history: History | undefined, question: string, minute: number, matches: number): History {
  const counts = history?.question === question ? history.counts : new Map<number, number>();
  return counts.get(minute) === matches && history
    ? history
    : { question, counts: new Map(counts).set(minute, matches) };
}

/** Undefined without an answer. Bars are an SVG path of one unit a minute; gaps are minutes [from, to). */
export function stripOf(history: History | undefined) {
  const minutes = [...(history?.counts.keys() ?? [])].sort((a, b) => a - b);
  const first = minutes[0];
  const newest = minutes.at(-1);
  if (!history || first === undefined || newest === undefined) return undefined;
  const countAt = (minute: number): number => history.counts.get(minute) ?? 0;
  const highestAt = minutes.reduce((best, minute) => (countAt(minute) > countAt(best) ? minute : best));
  const highest = countAt(highestAt);
  const bars = minutes.map((minute) => {
    const top = HEIGHT - (highest === 0 ? 0 : (countAt(minute) / highest) * HEIGHT);
    return `M${minute - first} ${HEIGHT}V${Math.round(top * 100) / 100}h.8V${HEIGHT}z`;
  });
  const gaps = minutes.flatMap((minute, i) => {
    const before = minutes[i - 1];
    return before === undefined || minute - before === 1 ? [] : [{ from: before + 1, to: minute }];
  });
  const last = Math.max(newest, first + LEAST_MINUTES - 1);
  return { first, last, bars: bars.join(""), gaps, highest, highestAt, now: countAt(newest) };
}
