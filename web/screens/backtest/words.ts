/** What happened, in words. Pure. */
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import type { BacktestDay, Skipped } from "#contract/domain/strategy/backtest.ts";

const SKIPPED: Readonly<Record<Skipped, string>> = {
  weekday: "not traded on this weekday",
  entry: "no figures between entry and exit",
  strike: "a leg found no strike with a price",
};

/** 'stop 11:42, re-entry 12:08, exit 15:15': each minute once. */
export function dayResult({ fills, skipped }: BacktestDay): string {
  if (skipped !== undefined) return SKIPPED[skipped];
  const told = fills
    .filter(({ reason }) => reason !== "entry")
    .map(({ reason, minute }) => `${reason} ${minuteLabel(minute)}`);
  return [...new Set(told)].join(", ");
}
