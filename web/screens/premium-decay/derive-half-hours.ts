/** The change of premium by half-hour: what the lines gained or lost between two marks of the clock. */
import type { HalfHours } from "./snapshot.ts";

const HALF_HOUR = 30;

/** @param open minute of the lines' first slot. @param from minute that the changes count from; NaN before there is one. */
export function halfHoursOf(open: number, lines: Record<"ce" | "pe", Float64Array>, from: number): HalfHours {
  const last = open + lines.ce.length - 1;
  const to: number[] = [];
  for (let mark = nextMark(from); mark < last; mark += HALF_HOUR) to.push(mark);
  if (last > from) to.push(last);
  // A mark in a hole has no figure: neither has the half-hour before it, nor the one after it.
  const changes = (line: Float64Array): Float64Array =>
    Float64Array.from(to, (mark, i) => line[mark - open]! - line[(to[i - 1] ?? from) - open]!);
  return { to: Float64Array.from(to), ce: changes(lines.ce), pe: changes(lines.pe) };
}

const nextMark = (minute: number): number => (Math.floor(minute / HALF_HOUR) + 1) * HALF_HOUR;
