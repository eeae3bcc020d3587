/**
 * The replay's start and end times, within a session: the end at least a minute after the start. Of 09:15-15:30 the
 * start hours are 9 to 15, its minutes from 15 at 9 and up to 29 at 15; the end's from 16 at 9 and up to 30 at 15.
 */
import type { Extent } from "./geometry.ts";

export interface ReplayWindow {
  readonly from: number;
  readonly to: number;
}

export type WindowEnd = keyof ReplayWindow;

const hourOf = (at: number): number => Math.floor(at / 60);

const span = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(to - from + 1, 0) }, (_, i) => from + i);

/** The hours that an end of the window can be chosen in. */
export const hoursOf = ({ open, close }: Extent): number[] => span(hourOf(open), hourOf(close));

/** The first and the last minute of the day that this end of the window may be at. */
const limitsOf = ({ open, close }: Extent, end: WindowEnd): readonly [number, number] =>
  end === "from" ? [open, close - 1] : [open + 1, close];

/** The minutes of an hour (0 to 59) that this end may be at; none in an hour that only the other end reaches. */
export function minutesOf(session: Extent, end: WindowEnd, hour: number): number[] {
  const [least, most] = limitsOf(session, end);
  return span(Math.max(least, hour * 60) - hour * 60, Math.min(most, hour * 60 + 59) - hour * 60);
}

/** The window after one of its ends was chosen; both are brought inside the session, and the end kept after the start. */
export function moveEnd(session: Extent, { from, to }: ReplayWindow, end: WindowEnd, at: number): ReplayWindow {
  const [least, most] = limitsOf(session, end);
  const chosen = Math.min(Math.max(at, least), most);
  if (end === "from") return { from: chosen, to: Math.min(Math.max(to, chosen + 1), session.close) };
  const start = Math.max(Math.min(from, session.close - 1), session.open);
  return { from: start, to: Math.max(chosen, start + 1) };
}
