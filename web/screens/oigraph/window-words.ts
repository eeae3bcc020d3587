/** Which minutes the window came to, in words. Pure. */
import { timeFormat } from "../../format/format.ts";

export interface WindowFacts {
  readonly to: number;
  readonly from: number;
  readonly wantedFrom: number;
}

/** 'bars 12:15 · outlines 12:00'; where it is another minute than was asked for, it says why. */
export function windowText({ to, from, wantedFrom }: WindowFacts, isCurrent: boolean): string {
  const bars = `bars ${timeFormat.text(to)}`;
  if (isCurrent) return `${bars} · outlines previous close`;
  if (Number.isNaN(from)) return `${bars} · no figures before`;
  const outlines = `${bars} · outlines ${timeFormat.text(from)}`;
  if (from === wantedFrom) return outlines;
  return from > wantedFrom
    ? `${outlines}, the first figures`
    : `${outlines} (${timeFormat.text(wantedFrom)} has no data)`;
}
