/** The window in words: what is chosen, and which minutes it came to. Pure. */
import { timeFormat } from "../../format/format.ts";
import { type TimeWindow, WINDOW_MINUTES, type WindowMinutes } from "./snapshot.ts";

export type WindowChoice = "current" | "custom" | `${WindowMinutes}`;

/** 'Current (live)' is the word for the market's own moment; off live it is the clock's. */
export const windowOptions = (isLive: boolean): readonly { value: WindowChoice; label: string }[] => [
  { value: "current", label: isLive ? "Current (live)" : "Current" },
  ...WINDOW_MINUTES.map((minutes) => ({ value: `${minutes}` as const, label: `Last ${minutes} minutes` })),
  { value: "custom", label: "Custom" },
];

export const choiceOf = (window: TimeWindow): WindowChoice =>
  window === "current" ? "current" : typeof window === "number" ? `${window}` : "custom";

/** @param first where a custom window begins until the trader moves it */
export function windowOf(choice: WindowChoice, first: number): TimeWindow {
  if (choice === "custom") return { from: first, to: undefined };
  return WINDOW_MINUTES.find((minutes) => `${minutes}` === choice) ?? "current";
}

export interface WindowFacts {
  readonly to: number;
  readonly from: number;
  readonly wantedFrom: number;
}

/** 'bars 12:15 · outlines 12:00'; where it is another minute than was asked for, it says why. */
export function windowText({ to, from, wantedFrom }: WindowFacts, isCurrent: boolean): string {
  const bars = `bars ${timeFormat.text(to)}`;
  if (isCurrent) return `${bars} · outlines previous close`;
  if (Number.isNaN(from)) return `${bars} · nothing recorded before`;
  const outlines = `${bars} · outlines ${timeFormat.text(from)}`;
  if (from === wantedFrom) return outlines;
  return from > wantedFrom
    ? `${outlines}, the first recorded`
    : `${outlines} (${timeFormat.text(wantedFrom)} has no data)`;
}
