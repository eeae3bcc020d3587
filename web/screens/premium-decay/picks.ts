/** The strikes of the strip: which it begins with. Pure. */
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
