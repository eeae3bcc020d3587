/** The choice of a time window in words. Pure. */
import { type TimeWindow, WINDOW_MINUTES, type WindowMinutes } from "#contract/domain/choices/time-window.ts";

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
