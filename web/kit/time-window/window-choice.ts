/** The choice of a time window in words. Pure. */
import { type TimeWindow, WINDOW_MINUTES, type WindowMinutes } from "#contract/domain/choices/time-window.ts";

type WindowChoice = "current" | "custom" | WindowMinutes;

/** 'Current (live)' is the word for the market's own moment; off live it is the clock's. */
export const windowOptions = (isLive: boolean): readonly { value: WindowChoice; label: string }[] => [
  { value: "current", label: isLive ? "Current (live)" : "Current" },
  ...WINDOW_MINUTES.map((minutes) => ({ value: minutes, label: `Last ${minutes} minutes` })),
  { value: "custom", label: "Custom" },
];

export const choiceOf = (window: TimeWindow): WindowChoice => (typeof window === "object" ? "custom" : window);

/** @param first where a custom window begins until the trader moves it */
export const windowOf = (choice: WindowChoice, first: number): TimeWindow =>
  choice === "custom" ? { from: first, to: undefined } : choice;
