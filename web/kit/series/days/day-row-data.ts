/** Hot: runs with each snapshot. The lines of several days as the data of one chart. */
import { dayWords } from "#contract/domain/date-words.ts";
import type { Session } from "#contract/domain/reference/calendar.ts";
import type { MinuteX, SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { ChartData } from "../../../charts/chart-spec.ts";
import type { ChartDay } from "../../../charts/day-row.ts";

/** A finished day as it is shown before the board's own. */
export interface PastDay {
  readonly date: IsoDate;
  readonly session: Session;
  /** Undefined while they are on their way, and where there are none. */
  readonly series?: SeriesSet<string> | undefined;
  /** Why there are no figures. */
  readonly why?: string | undefined;
  /** Said in the tooltip of a minute, by its place in the lines. */
  readonly noteAt: (place: number) => string;
}

/** The board's day. */
export interface LastDay {
  readonly date: IsoDate;
  readonly series: SeriesSet<string>;
  readonly noteAt: (place: number) => string;
}

/** Minutes of room between two days: more than what joins two points of a source that records every five minutes. */
const BETWEEN = 12;
const LONGEST_DAY = 24 * 60;

interface Made {
  readonly past: readonly PastDay[];
  readonly open: number;
  readonly days: readonly ChartDay[];
  /** Index of the board's own day. */
  readonly start: number;
  readonly x: Float64Array;
  readonly columns: readonly Float64Array[];
}

/**
 * Past days are laid out once, and as often as one of them changes; with a snapshot only the board's own day is written.
 * What it returns is valid until the next call.
 */
export function createDayRow(ids: readonly string[]): (past: readonly PastDay[], last: LastDay) => ChartData {
  let made: Made | undefined;

  return (past, { date, series, noteAt }) => {
    const { open, cadence } = series.x as MinuteX;
    if (made?.past !== past || made.open !== open) made = layOut(ids, past, open);
    const { days, start, x, columns } = made;
    let count = 0;
    for (const line of Object.values(series.lines)) count = Math.max(count, line.length);
    const end = start + count;
    for (const [i, id] of ids.entries()) {
      const line = series.lines[id];
      if (line) columns[i]?.set(line, start);
      else columns[i]?.fill(Number.NaN, start, end);
    }
    const own: ChartDay = {
      date,
      name: dayWords(date),
      from: open,
      to: open + count - 1,
      at: start,
      shift: 0,
      cadence,
    };
    return {
      x: x.subarray(0, end),
      columns: columns.map((column) => column.subarray(0, end)),
      cadence,
      days: [...days, own],
      noteAt(index) {
        if (index >= start) return [dayWords(date), noteAt(index - start)].filter((words) => words !== "").join(" · ");
        const place = days.findLastIndex(({ at }) => at <= index);
        const day = past[place];
        return day?.why ?? day?.noteAt(index - (days[place]?.at ?? 0) - placeOf(day)) ?? "";
      },
    };
  };
}

/** Where its lines begin in its session. */
const placeOf = ({ session, series }: PastDay): number => (series ? (series.x as MinuteX).open - session.open : 0);

function layOut(ids: readonly string[], past: readonly PastDay[], open: number): Made {
  const start = past.reduce((sum, { session }) => sum + session.points, 0);
  const x = new Float64Array(start + LONGEST_DAY).map((_, i) => open + i - start);
  const columns = ids.map(() => new Float64Array(x.length).fill(Number.NaN));
  const days: ChartDay[] = [];
  let at = start;
  let to = open - BETWEEN;
  for (const day of past.toReversed()) {
    const { date, session, series, why } = day;
    const from = to - session.points + 1;
    at -= session.points;
    for (let i = 0; i < session.points; i++) x[at + i] = from + i;
    const cadence = series ? (series.x as MinuteX).cadence : 1;
    days.unshift({ date, name: dayWords(date), from, to, at, shift: session.open - from, cadence, why });
    for (const [i, id] of ids.entries()) {
      const line = series?.lines[id];
      const first = placeOf(day);
      // What stands out of the session of its date is not of it.
      if (line) columns[i]?.set(line.subarray(Math.max(0, -first), session.points - first), at + Math.max(0, first));
    }
    to = from - BETWEEN;
  }
  return { past, open, days, start, x, columns };
}
