/**
 * A fact of the market: something measured on one room on one day, or on the spot of one day, by the same code on
 * recorded and on simulated days.
 */

export const GROUPS = ["spot", "smile", "spreads", "open interest", "volume", "parity", "activity"] as const;
/** A family of facts: what is judged together (families.ts). */
export type Group = (typeof GROUPS)[number];

export interface Fact {
  readonly group: Group;
  /** With its unit, as the report prints it. */
  readonly name: string;
  /** A level differs between days by factors, what lies around zero by distances. */
  readonly sort: "level" | "around";
  /**
   * In the fact's unit. Of a level: the size below which factors say nothing, so that 0 % and 1 % are neighbours. Of a
   * fact about zero: the distance that scale() calls one.
   */
  readonly unit: number;
  /** Measured from one snapshot to the next, so that days with another cadence tell another fact. */
  readonly perStep: boolean;
}

export const level = (group: Group, name: string, unit = 0): Fact => ({
  group,
  name,
  sort: "level",
  unit,
  perStep: false,
});

/** A fact about zero: a slope, a correlation, a signed distance. */
export const around = (group: Group, name: string, unit: number): Fact => ({
  group,
  name,
  sort: "around",
  unit,
  perStep: false,
});

export const perStep = (fact: Fact): Fact => ({ ...fact, perStep: true });

/** The value on the scale on which days are compared: a natural logarithm, or units. NaN where a level is negative. */
export const scale = ({ sort, unit }: Fact, value: number): number =>
  sort === "around" ? value / unit : value + unit > 0 ? Math.log(value + unit) : Number.NaN;

/** Back from the scale, in the fact's unit. */
export const unscale = ({ sort, unit }: Fact, scaled: number): number =>
  sort === "around" ? scaled * unit : Math.exp(scaled) - unit;

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
