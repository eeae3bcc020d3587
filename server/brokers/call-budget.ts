/**
 * What a broker allows each user in a minute, half an hour, an hour and a day: whoever asks too often is refused, or shut out for
 * the day. Where reads count as well those of pages stop first, then those that exits, changes and rules are decided by, so that
 * orders and cancellations still go.
 *
 *     const used = budget.take(session, true);
 *     if (used) return used;      // no byte has left
 */
import { setTimeout as wait } from "node:timers/promises";
import type { WallClock } from "../platform/clocks.ts";
import type { Exchanged } from "./asking.ts";
import type { BrokerFacts, BrokerSession } from "./port.ts";

const MINUTE_MS = 60_000;
/** How much of a window's calls pages may use up, which can ask again later, and how much all that reads. */
const [PAGES, READS] = [0.8, 0.9];

interface Window {
  readonly name: string;
  readonly ms: number;
  readonly most: number;
}

export interface CallBudget {
  /** Counts the call, if it may go. @returns what became of one that may not. */
  take(session: Pick<BrokerSession, "userId" | "forPage">, isWrite: boolean): Exchanged | undefined;
}

/** The budget of this process. What is practised shuts nobody out. */
export function budgetOf(
  { limits, isPractice }: Pick<BrokerFacts, "limits" | "isPractice">,
  clock: Pick<WallClock, "now">,
): CallBudget {
  if (isPractice) return { take: () => undefined };
  const windows = [
    windowOf("minute", 1, limits.perMinute),
    windowOf("half hour", 30, limits.perHalfHour),
    windowOf("hour", 60, limits.perHour),
    windowOf("day", 24 * 60, limits.perDay),
  ].flat();
  const longest = Math.max(0, ...windows.map(({ ms }) => ms));
  /** When each user's calls of the longest window began. */
  const calls = new Map<string, number[]>();
  return {
    take({ userId, forPage = false }, isWrite) {
      const now = clock.now();
      const share = isWrite ? 1 : forPage ? PAGES : READS;
      const recent = calls.get(userId) ?? [];
      calls.set(userId, recent);
      recent.splice(0, firstAfter(recent, now - longest));
      for (const { name, ms, most } of windows) {
        const started = recent.length - firstAfter(recent, now - ms);
        if (started < Math.floor(most * share)) continue;
        return { kind: "not-sent", why: `its requests of this ${name} are used up` };
      }
      recent.push(now);
      return undefined;
    },
  };
}

/** Resolves when a call of that name may begin: so long after the one before it. What is practised is not made to wait. */
export function spacingOf(
  { isPractice }: Pick<BrokerFacts, "isPractice">,
  ms: number,
  clock: Pick<WallClock, "now">,
  waiting: (ms: number) => Promise<unknown> = wait,
): (call: string) => Promise<void> {
  /** When the next call of each name may begin. */
  const free = new Map<string, number>();
  return async (call) => {
    if (isPractice) return;
    const now = clock.now();
    const start = Math.max(now, free.get(call) ?? 0);
    free.set(call, start + ms);
    if (start > now) await waiting(start - now);
  };
}

const windowOf = (name: string, minutes: number, most: number | undefined): readonly Window[] =>
  most === undefined ? [] : [{ name, ms: minutes * MINUTE_MS, most }];

/** Index of the first time after `at`: times come in their order. */
function firstAfter(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
