/** The strikes of the strip: which it begins with, and what a click on a label does. Pure. */
import type { StrikePick } from "#contract/domain/strike-choice.ts";

/** Strikes on each side of the money. */
const EACH = 5;

/** The strike at the money with both sides on, and its neighbours off; nothing while the money is not known. */
export function firstPicks(strikes: ArrayLike<number>, atm: number): readonly StrikePick[] {
  const all = Array.from(strikes);
  const centre = all.indexOf(atm);
  if (centre < 0) return [];
  return all
    .slice(Math.max(centre - EACH, 0), centre + EACH + 1)
    .map((strike) => ({ strike, ce: strike === atm, pe: strike === atm }));
}

/** Both sides of a strike on or off; nothing where one is on and the other off. */
export const toggleEqual = (picks: readonly StrikePick[], strike: number): readonly StrikePick[] =>
  picks.map((pick) => (pick.strike === strike && pick.ce === pick.pe ? { strike, ce: !pick.ce, pe: !pick.pe } : pick));
