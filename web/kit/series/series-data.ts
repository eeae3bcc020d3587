/** A set of series as the data of a chart. */
import type { DateX, MinuteX, SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import { dayNumber } from "../../charts/axes/date-ticks.ts";
import type { ChartData } from "../../charts/chart-spec.ts";

const isDates = (x: MinuteX | DateX): x is DateX => "dates" in x;

/** Minutes of a day, one after another: made once a session, and cut to the points so far. */
let session = new Float64Array(0);
function minutesFrom(open: number, count: number): Float64Array {
  if (session[0] !== open || session.length < count)
    session = Float64Array.from({ length: Math.max(count, 512) }, (_, i) => open + i);
  return session.subarray(0, count);
}

const gaps = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);

/**
 * @param ids the lines of the chart, in the order of its series.
 * @param more marks, levels, note.
 */
export function seriesData<Id extends string>(
  { x, lines }: SeriesSet<Id>,
  ids: readonly Id[],
  more: Omit<ChartData, "x" | "columns" | "cadence"> = {},
): ChartData {
  // Between a choice of lines and their first figures, the snapshot has those of the choice before.
  const [any] = Object.values<Float64Array>(lines);
  const columns = ids.map((id): ArrayLike<number> => lines[id] ?? gaps(any?.length ?? 0));
  if (isDates(x)) return { ...more, x: x.dates.map(dayNumber), columns };
  const count = columns[0]?.length ?? 0;
  return { ...more, x: minutesFrom(x.open, count), columns, cadence: x.cadence };
}
