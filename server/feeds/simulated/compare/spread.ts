/**
 * The spread that recorded days show among themselves, and how far a day lies from the others in it.
 *
 * A fact of a kind of room has few recorded days, one to five, too few for a standard deviation of their own alone. So
 * it is drawn together with what more days say (variances weighted by their degrees of freedom, as an empirical Bayes
 * estimate does: G. Smyth 2004, "Linear models and empirical Bayes methods"):
 *
 *     s2(kind) = (squares within the kind + W x s2(fact)) / (days - 1 + W)
 *     s2(fact) = (squares within its other kinds + W x s2(family)) / (their degrees of freedom + W)
 *     s2(family) = the median of s2 over all facts of the family that are levels, or that lie around zero
 *
 * No bound is set by hand where recorded days tell one. A fact that no two recorded days of any kind tell has no spread:
 * it keeps a tolerance of 30 % or one unit, which is what one day's figure is taken for, and is not widened to what
 * other facts do.
 *
 * The distance of a day from m others is that of a prediction:
 *
 *     (value - mean of the others) / (s x sqrt(1 + 1 / m))
 *
 * Days are left out by their date: two rooms of one date saw one market, and neither may vouch for the other.
 */
import type { IsoDate } from "#contract/domain/units.ts";
import { type Fact, scale, unscale } from "./fact.ts";
import type { Sighting, Sightings } from "./observation.ts";
import { mean, median } from "./statistics.ts";

/** W: what a wider circle of days says counts as much as two days of the kind itself. */
const WIDER_WEIGHT = 2;
/** Facts with fewer degrees of freedom do not speak for their family. */
const FEWEST_DEGREES = 3;
/** A day further than so many spreads from the others is outside: one in twenty, were the days drawn normally. */
export const MOST_SPREADS = 2;
/** What a figure of one day may be off where nothing tells the spread. */
const TOLERANCE = 0.3;

export interface Reference {
  /** Mean of the days and their standard deviation, on the fact's scale. */
  readonly middle: number;
  readonly deviation: number;
  readonly days: number;
}

/** Squared distances from the mean of the kind, and how many of them are free. */
interface Squares {
  readonly sum: number;
  readonly degrees: number;
}

const NONE: Squares = { sum: 0, degrees: 0 };

function squaresOf(days: readonly Sighting[]): Squares {
  if (days.length < 2) return NONE;
  const middle = mean(days.map(({ scaled }) => scaled));
  return { sum: days.reduce((sum, { scaled }) => sum + (scaled - middle) ** 2, 0), degrees: days.length - 1 };
}

const add = (a: Squares, b: Squares): Squares => ({ sum: a.sum + b.sum, degrees: a.degrees + b.degrees });

const drawn = ({ sum, degrees }: Squares, wider: number): number =>
  (sum + WIDER_WEIGHT * wider) / (degrees + WIDER_WEIGHT);

/** The variance at which the tolerance around one day is just inside. */
function assumedVariance(fact: Fact, middle: number): number {
  const value = unscale(fact, middle);
  const most = value + Math.max(Math.abs(value) * TOLERANCE, fact.unit);
  return ((scale(fact, most) - middle) / (MOST_SPREADS * Math.SQRT2)) ** 2;
}

export class Spreads {
  readonly #recorded: Sightings;
  /** Of a family without the days of a date: needed again for each of its facts. */
  readonly #typical = new Map<string, number | undefined>();

  constructor(recorded: Sightings) {
    this.#recorded = recorded;
  }

  /** The recorded days of a kind but those of one date; undefined when there are no others. */
  reference(fact: Fact, kind: string, without?: IsoDate): Reference | undefined {
    const days = (this.#recorded.get(fact)?.get(kind) ?? []).filter(({ date }) => date !== without);
    if (days.length === 0) return undefined;
    const middle = mean(days.map(({ scaled }) => scaled));
    const assumed = assumedVariance(fact, middle);
    const isTold = this.#squares(fact, undefined).degrees > 0;
    const wider = drawn(this.#squares(fact, without, kind), this.#typicalOf(fact, without) ?? assumed);
    const variance = isTold ? drawn(squaresOf(days), wider) : assumed;
    return { middle, deviation: Math.sqrt(variance), days: days.length };
  }

  /** Within all kinds of room, or all but one. */
  #squares(fact: Fact, without: IsoDate | undefined, but?: string): Squares {
    let all = NONE;
    for (const [kind, days] of this.#recorded.get(fact) ?? []) {
      if (kind !== but) all = add(all, squaresOf(days.filter(({ date }) => date !== without)));
    }
    return all;
  }

  /** Undefined where no fact of the family has three degrees of freedom, as in an archive of a day or two. */
  #typicalOf({ group, sort }: Fact, without: IsoDate | undefined): number | undefined {
    const name = `${group} ${sort} ${without}`;
    if (this.#typical.has(name)) return this.#typical.get(name);
    const variances: number[] = [];
    for (const fact of this.#recorded.keys()) {
      if (fact.group !== group || fact.sort !== sort) continue;
      const { sum, degrees } = this.#squares(fact, without);
      if (degrees >= FEWEST_DEGREES) variances.push(sum / degrees);
    }
    const typical = variances.length === 0 ? undefined : median(variances);
    this.#typical.set(name, typical);
    return typical;
  }
}

/** By how many spreads a day lies from the others, with its sign. */
export const distance = ({ middle, deviation, days }: Reference, scaled: number): number =>
  (scaled - middle) / reach({ middle, deviation, days });

/** One spread: the standard deviation of one more day beside the mean of these. */
export const reach = ({ deviation, days }: Reference): number => deviation * Math.sqrt(1 + 1 / days);
