/** What is changed of a what-if. Pure, and alone: a toolbar says it before the panel is there. */
import type { WhatIf } from "#contract/domain/strategy/valuation.ts";

/** How many of its values are not as they are now. */
export const changedOf = ({ spot, daysLeft, iv }: WhatIf): number =>
  [spot !== undefined, daysLeft !== undefined, iv.all !== 0, ...Object.values(iv.byExpiry).map((shift) => shift !== 0)]
    .map(Number)
    .reduce((sum, one) => sum + one, 0);

/** With how many of its values are not as they are now. */
export const whatIfTitle = (whatIf: WhatIf): string => {
  const changed = changedOf(whatIf);
  return changed === 0 ? "What-if" : `What-if · ${changed} changed`;
};
