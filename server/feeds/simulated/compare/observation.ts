/** What was measured of one room, or of the spot, on one day; and the same by fact and kind of room. */
import type { IsoDate } from "#contract/domain/units.ts";
import { type Fact, type Measured, scale } from "./fact.ts";

export interface Observation {
  /** Of room: 'NIFTY, 1-6 days'. */
  readonly kind: string;
  /** Minutes between two snapshots. */
  readonly cadence: number;
  readonly date: IsoDate;
  readonly measured: Measured;
}

export interface Sighting {
  readonly date: IsoDate;
  /** In the fact's unit, and on its scale. */
  readonly value: number;
  readonly scaled: number;
}

/** By fact, then by kind of room. */
export type Sightings = ReadonlyMap<Fact, ReadonlyMap<string, readonly Sighting[]>>;

/** Facts that are measured from step to step are told apart by the cadence, too; for all others it does not matter. */
export const kindOf = ({ perStep }: Fact, { kind, cadence }: Observation): string =>
  perStep && cadence !== 1 ? `${kind}, every ${cadence} min` : kind;

export function sightings(observations: readonly Observation[]): Sightings {
  const found = new Map<Fact, Map<string, Sighting[]>>();
  for (const observation of observations) {
    for (const [fact, value] of observation.measured) {
      const scaled = scale(fact, value);
      if (!Number.isFinite(scaled)) continue;
      const kinds = found.get(fact) ?? new Map<string, Sighting[]>();
      found.set(fact, kinds);
      const kind = kindOf(fact, observation);
      const some = kinds.get(kind) ?? [];
      kinds.set(kind, some);
      some.push({ date: observation.date, value, scaled });
    }
  }
  return found;
}
