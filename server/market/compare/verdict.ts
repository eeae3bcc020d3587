/** Whether simulated days lie among the recorded ones. */
import type { Fact, Measured } from "./fact.ts";
import { median, quantile } from "./statistics.ts";

/** From so many recorded days on, their own middle half is the judge, and the fact's tolerance is not needed. */
export const MANY_DAYS = 8;

/** Twice as much is as far away as half of it. */
const MOST_BELOW = 0.5;

export interface Spread {
  readonly days: number;
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export type Verdict = "inside" | "outside" | "not simulated";

export interface ComparedFact {
  readonly fact: Fact;
  /** The kind of room that was measured: 'NIFTY, 1-6 days'. */
  readonly kind: string;
  readonly recorded: Spread;
  readonly simulated: Spread;
  /** Where the simulated median must lie. */
  readonly band: { readonly low: number; readonly high: number };
  readonly verdict: Verdict;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  days: values.length,
  median: median(values),
  low: values.length === 0 ? Number.NaN : Math.min(...values),
  high: values.length === 0 ? Number.NaN : Math.max(...values),
});

export function bandOfDays({ share, least }: Fact, recorded: readonly number[]): ComparedFact["band"] {
  if (recorded.length >= MANY_DAYS) return { low: quantile(recorded, 0.25), high: quantile(recorded, 0.75) };
  const { low, high } = spreadOf(recorded);
  const below = Math.max(Math.abs(low) * Math.min(share, MOST_BELOW), least);
  return { low: low - below, high: high + Math.max(Math.abs(high) * share, least) };
}

/** What was measured of one kind of room, a measurement a day. */
export interface Sample {
  readonly kind: string;
  readonly recorded: readonly Measured[];
  readonly simulated: readonly Measured[];
}

/** A line for each fact that a recorded day tells. */
export function judge({ kind, recorded, simulated }: Sample): ComparedFact[] {
  const facts = new Set(recorded.flatMap((measured) => [...measured].map(([fact]) => fact)));
  const valuesOf = (days: readonly Measured[], fact: Fact) =>
    days.map((measured) => measured.get(fact)).filter((value) => value !== undefined);
  return [...facts].map((fact) => {
    const real = valuesOf(recorded, fact);
    const made = spreadOf(valuesOf(simulated, fact));
    const band = bandOfDays(fact, real);
    const isInside = made.median >= band.low && made.median <= band.high;
    const verdict = made.days === 0 ? "not simulated" : isInside ? "inside" : "outside";
    return { fact, kind, recorded: spreadOf(real), simulated: made, band, verdict };
  });
}
