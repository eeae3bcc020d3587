/**
 * Work that takes milliseconds, timed in slices: on a busy machine most slices are over before somebody else gets the
 * core, so a long one is not punished for being long. The median of each slice over its rounds, then their sum.
 */
import { interleave, median, spread } from "../report.ts";

const WARM_UP_MS = 1_000;

/** Runs for a second: V8 makes a module's best code on another thread, which a busy machine lets wait. */
export function warmUp(run: () => void): void {
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) run();
}

export interface Timing {
  /** One competitor's whole work in ms: its slices' medians, added up. */
  readonly total: number;
  /** Its whole work by round, ms. */
  readonly rounds: readonly number[];
}

/** Runs the competitors of slice 0 in turn, `rounds` times, then those of slice 1, and so on. */
export function timeSlices<Name extends string>(
  count: number,
  rounds: number,
  competitorsOf: (slice: number) => Readonly<Record<Name, () => void>>,
): Record<Name, Timing> {
  const slices = Array.from({ length: count }, (_, slice) => interleave(rounds, competitorsOf(slice)));
  const names = Object.keys(slices[0]!) as Name[];
  const timings = names.map((name) => {
    const total = slices.reduce((sum, times) => sum + median(times[name]), 0);
    const byRound = Array.from({ length: rounds }, (_, i) => slices.reduce((sum, times) => sum + times[name][i]!, 0));
    return [name, { total, rounds: byRound }] as const;
  });
  return Object.fromEntries(timings) as unknown as Record<Name, Timing>;
}

/** How many times faster `by` is than `of`, when a slice of `by` is its work `passes` times over. */
export const speedRatio = (of: Timing, by: Timing, passes: number): number => (of.total * passes) / by.total;

/** Half the spread of the middle half of the rounds' ratios, relative to their median. */
export const ratioSpread = (of: Timing, by: Timing): number => spread(of.rounds, by.rounds);
