/** Where simulated days lie among the recorded ones, fact by fact. */
import { type Fact, unscale } from "./fact.ts";
import { type Observation, type Sighting, sightings } from "./observation.ts";
import { distance, MOST_SPREADS, type Reference, reach, Spreads } from "./spread.ts";
import { median, quantile } from "./statistics.ts";

/** From so many recorded days on, the simulated median must lie in their own middle half, too. */
export const MANY_DAYS = 8;

export interface Summary {
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
  readonly recorded: Summary;
  readonly simulated: Summary;
  /** What lies within two spreads of the recorded days, in the fact's unit; with many days, their middle half. */
  readonly band: { readonly low: number; readonly high: number };
  /** By how many spreads the simulated median lies from the recorded days; NaN without one. */
  readonly far: number;
  /** Of the simulated median. */
  readonly verdict: Verdict;
  /**
   * Distances in spreads of single days: of each recorded day from the others, where there are others, and of each
   * simulated day from the same others: it stands in for the recorded day of its date. NaN where it shows no such fact.
   */
  readonly distances: { readonly recorded: readonly number[]; readonly simulated: readonly number[] };
}

export const summaryOf = (values: readonly number[]): Summary => ({
  days: values.length,
  median: median(values),
  low: values.length === 0 ? Number.NaN : Math.min(...values),
  high: values.length === 0 ? Number.NaN : Math.max(...values),
});

function bandOf(fact: Fact, whole: Reference, days: readonly Sighting[]): ComparedFact["band"] {
  const values = days.map(({ value }) => value);
  if (days.length >= MANY_DAYS) return { low: quantile(values, 0.25), high: quantile(values, 0.75) };
  const most = MOST_SPREADS * reach(whole);
  return { low: unscale(fact, whole.middle - most), high: unscale(fact, whole.middle + most) };
}

/** A line for each fact of each kind that a recorded day tells. */
export function judge(recorded: readonly Observation[], simulated: readonly Observation[]): ComparedFact[] {
  const real = sightings(recorded);
  const made = sightings(simulated);
  const spreads = new Spreads(real);
  const compared: ComparedFact[] = [];
  for (const [fact, kinds] of real) {
    for (const [kind, days] of kinds) {
      const whole = spreads.reference(fact, kind);
      if (!whole) continue;
      const twins = made.get(fact)?.get(kind) ?? [];
      const recordedAway: number[] = [];
      const simulatedAway: number[] = [];
      for (const date of new Set(days.map((day) => day.date))) {
        const others = spreads.reference(fact, kind, date);
        const own = days.filter((day) => day.date === date);
        if (others) recordedAway.push(...own.map(({ scaled }) => distance(others, scaled)));
        const ofDate = twins.filter((twin) => twin.date === date);
        // Where only this date was recorded, there are no others: its twins are compared with it.
        simulatedAway.push(...ofDate.map(({ scaled }) => distance(others ?? whole, scaled)));
        if (ofDate.length === 0) simulatedAway.push(...own.map(() => Number.NaN));
      }
      const band = bandOf(fact, whole, days);
      const summary = summaryOf(twins.map(({ value }) => value));
      const isInside = summary.median >= band.low && summary.median <= band.high;
      compared.push({
        fact,
        kind,
        recorded: summaryOf(days.map(({ value }) => value)),
        simulated: summary,
        band,
        far: twins.length === 0 ? Number.NaN : distance(whole, median(twins.map(({ scaled }) => scaled))),
        verdict: twins.length === 0 ? "not simulated" : isInside ? "inside" : "outside",
        distances: { recorded: recordedAway, simulated: simulatedAway },
      });
    }
  }
  return compared;
}
