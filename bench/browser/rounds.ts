/** Rounds over competitors, and the ratios that come of them. */
import { median } from "../report.ts";

/** A competitor's milliseconds by round. */
export type Times = Readonly<Record<string, readonly number[]>>;

/**
 * Measures each name once a round; the order turns with the round, and runs backwards in every second one, so that
 * neither a warming nor a throttling machine favours anybody.
 */
export async function playRounds(
  rounds: number,
  names: readonly string[],
  measure: (name: string, round: number) => Promise<number>,
): Promise<Times> {
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const turn = (i + round) % names.length;
      const name = names[round % 2 === 0 ? turn : names.length - 1 - turn] as string;
      (times[name] as number[]).push(await measure(name, round));
    }
  }
  return times;
}

/** Median over the rounds of (of - idle) / (by - idle), each taken within its round. */
export function netRatio(times: Times, of: string, by: string, idle = "idle"): number {
  const [ours, theirs, base] = [of, by, idle].map((name) => {
    const found = times[name];
    if (found === undefined) throw new Error(`nobody measured ${name}`);
    return found;
  }) as [readonly number[], readonly number[], readonly number[]];
  return median(ours.map((ms, round) => (ms - base[round]!) / (theirs[round]! - base[round]!)));
}

/** Median net milliseconds. */
export function netMs(times: Times, of: string, idle = "idle"): number {
  const base = times[idle] ?? [];
  return median((times[of] ?? []).map((ms, round) => ms - base[round]!));
}
