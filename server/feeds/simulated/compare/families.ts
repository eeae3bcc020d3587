/**
 * The answer of a comparison, for each family of facts and for all of them: do simulated days lie outside the spread
 * of the recorded days more often than recorded days lie outside that of each other?
 *
 * A recorded day is left out and set beside the others; a simulated day of the same date, seen as its recorder saw it,
 * is set beside the same others. Were the two drawn from one market, the shares that fall outside would be one number.
 *
 * The allowance is that of counting: with n trials of probability p a share strays by sqrt(p (1 - p) / n), and the two
 * shares are of different trials, so the simulated one may exceed the recorded one by 1.645 x sqrt(p (1 - p) (1 / n + 1 / m)),
 * which happens to equal markets one time in twenty. p is the recorded share (with half a trial on either side, so
 * that none outside of ten is not certainty). Facts of one day hang together, which would allow more; it is not taken.
 * For all families together the recorded shares are weighted as the simulated days have them (a direct
 * standardization), or the many days of the spot would speak for the rooms; so are their variances.
 *
 * A share can hide one fact that is wrong by far. So no simulated median may lie further from the recorded days than
 * the furthest recorded day of the family does from the others, times FURTHER.
 */
import { GROUPS, type Group } from "./fact.ts";
import { MOST_SPREADS } from "./spread.ts";
import type { ComparedFact } from "./verdict.ts";

/** One-sided, 95 %. */
const ONE_IN_TWENTY = 1.645;
/** A simulated median is that of several days and calmer than any single one: it may go three quarters as far. */
export const FURTHER = 0.75;
/** A family with fewer recorded distances is held to those of all families of rooms: quotes were recorded on one day only. */
const FEWEST = 30;

export interface Share {
  readonly outside: number;
  readonly of: number;
}

export interface Family {
  readonly group: Group | "all";
  /** Facts x kinds of room. */
  readonly facts: number;
  readonly recorded: Share;
  readonly simulated: Share;
  /** Whether the family has too few recorded distances of its own, so that all families of rooms are the yardstick. */
  readonly isHeldToAll: boolean;
  /** The largest share of simulated days that may be outside, 0 to 1. */
  readonly allowed: number;
  /** Spreads: of the furthest recorded day, of the furthest simulated median, and what that may be. */
  readonly furthest: { readonly recorded: number; readonly simulated: number; readonly allowed: number };
  readonly isInside: boolean;
}

/** A day that lacks the fact altogether is outside. */
const isOutside = (away: number): boolean => !(Math.abs(away) <= MOST_SPREADS);

const shareOf = (distances: readonly number[]): Share => ({
  outside: distances.filter(isOutside).length,
  of: distances.length,
});

/** Recorded trials that some simulated ones are held to. */
interface Yardstick {
  readonly recorded: Share;
  readonly trials: number;
}

/** The largest share of simulated trials that may be outside. */
export function allowedShare(yardsticks: readonly Yardstick[]): number {
  const all = yardsticks.reduce((sum, { trials }) => sum + trials, 0);
  let share = 0;
  let variance = 0;
  for (const { recorded, trials } of yardsticks) {
    if (trials === 0) continue;
    const { outside, of } = recorded;
    const weight = trials / all;
    const p = (outside + 0.5) / (of + 1);
    share += weight * (of === 0 ? 0 : outside / of);
    variance += weight * weight * p * (1 - p) * (1 / Math.max(of, 1) + 1 / trials);
  }
  return share + ONE_IN_TWENTY * Math.sqrt(variance);
}

const furthestOf = (distances: readonly number[]): number =>
  distances.reduce((most, away) => Math.max(most, Math.abs(away)), 0);

const distancesOf = (facts: readonly ComparedFact[]): number[] => facts.flatMap(({ distances }) => distances.recorded);

function familyOf(group: Group, facts: readonly ComparedFact[], rooms: readonly number[]): Family & Held {
  const own = distancesOf(facts);
  const isHeldToAll = group !== "spot" && own.length < FEWEST;
  const yardstick = isHeldToAll ? rooms : own;
  const recorded = shareOf(yardstick);
  const simulated = shareOf(facts.flatMap(({ distances }) => distances.simulated));
  const held = { recorded, trials: simulated.of };
  const furthest = {
    recorded: furthestOf(own),
    simulated: furthestOf(facts.map(({ far }) => far).filter((far) => !Number.isNaN(far))),
    allowed: FURTHER * Math.max(furthestOf(yardstick), MOST_SPREADS),
  };
  const allowed = allowedShare([held]);
  const isInside = simulated.outside <= allowed * simulated.of && furthest.simulated <= furthest.allowed;
  return {
    group,
    facts: facts.length,
    recorded: shareOf(own),
    simulated,
    isHeldToAll,
    allowed,
    furthest,
    isInside,
    held,
  };
}

interface Held {
  readonly held: Yardstick;
}

/** Families in the order of GROUPS that have facts, and all of them together. */
export function familiesOf(facts: readonly ComparedFact[]): Family[] {
  const rooms = distancesOf(facts.filter(({ fact }) => fact.group !== "spot"));
  const families = GROUPS.map((group) =>
    familyOf(
      group,
      facts.filter(({ fact }) => fact.group === group),
      rooms,
    ),
  ).filter((family) => family.facts > 0);
  return [...families.map(({ held: _, ...family }) => family), together(families)];
}

function together(families: readonly (Family & Held)[]): Family {
  const sum = (of: (family: Family) => number) => families.reduce((all, family) => all + of(family), 0);
  const most = (of: (family: Family) => number) => families.reduce((all, family) => Math.max(all, of(family)), 0);
  const simulated = { outside: sum((family) => family.simulated.outside), of: sum((family) => family.simulated.of) };
  const allowed = allowedShare(families.map(({ held }) => held));
  return {
    group: "all",
    facts: sum((family) => family.facts),
    recorded: { outside: sum((family) => family.recorded.outside), of: sum((family) => family.recorded.of) },
    simulated,
    isHeldToAll: false,
    allowed,
    furthest: {
      recorded: most(({ furthest }) => furthest.recorded),
      simulated: most(({ furthest }) => furthest.simulated),
      allowed: most(({ furthest }) => furthest.allowed),
    },
    isInside: simulated.outside <= allowed * simulated.of && families.every((family) => family.isInside),
  };
}
