/**
 * A fact of the market: something measured on one room on one day, or on the spot of one day, by the same code on
 * recorded and on simulated days.
 */

export const GROUPS = ["spot", "smile", "spreads", "open interest", "volume", "parity", "activity"] as const;
export type Group = (typeof GROUPS)[number];

export interface Fact {
  readonly group: Group;
  /** With its unit, as the report prints it. */
  readonly name: string;
  /** How far beyond the recorded days a simulated one may lie: a share of their figure, or so much, whichever is more. */
  readonly share: number;
  readonly least: number;
}

/** Levels of two days differ by a third where nothing else is known of their spread. */
export const LEVEL_SHARE = 0.3;

/** Of two days, one moves twice as much as the other: sds of a spot's day were 1.7 to 7.2 bp. What follows it may, too. */
export const VOLATILITY_SHARE = 1;

/** A fact that is a level: its tolerance is a share of it. */
export const level = (group: Group, name: string, least = 0, share = LEVEL_SHARE): Fact => ({
  group,
  name,
  share,
  least,
});

/** A fact about zero (a slope, a correlation): its tolerance is a distance. */
export const around = (group: Group, name: string, least: number): Fact => ({ group, name, share: 0, least });

/** What was measured; facts that the day cannot tell are left out. */
export interface Measured extends Iterable<readonly [Fact, number]> {
  get(fact: Fact): number | undefined;
}

/** Collects what was measured, leaving out what is not a number. */
export class Measurements implements Measured {
  readonly #values = new Map<Fact, number>();

  set(fact: Fact, value: number): void {
    if (Number.isFinite(value)) this.#values.set(fact, value);
  }

  get(fact: Fact): number | undefined {
    return this.#values.get(fact);
  }

  [Symbol.iterator](): Iterator<readonly [Fact, number]> {
    return this.#values.entries();
  }
}
