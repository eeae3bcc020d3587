/** What the list of strategies offers. */
import { STRATEGY_KINDS } from "#contract/domain/strategy/strategy-kinds.ts";

export const LISTED = ["All", ...STRATEGY_KINDS.map(({ name }) => name), "Checked Strategies"] as const;
export type Listed = string;

const ALL = [...STRATEGY_KINDS.keys()];

/** Places in STRATEGY_KINDS. */
export function kindsOf(listed: Listed): readonly number[] {
  const one = STRATEGY_KINDS.findIndex(({ name }) => name === listed);
  return one < 0 ? ALL : [one];
}
