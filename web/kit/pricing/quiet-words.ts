/** Which contracts have not traded today, in one sentence. */

import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import { counted } from "../../format/count-words.ts";

/** '5 contracts have not traded today: 2 prices 3 days old, 3 more than 3 days old, shown quietly and not priced.' */
export function quietWords({ quiet, quietAges, untraded }: Pick<PricedOn, "quiet" | "quietAges" | "untraded">): string {
  const { days, traded, older } = quietAges ?? { days: Number.NaN, traded: 0, older: 0 };
  const age = `${counted(days, "day")} old`;
  const parts = [
    { count: traded, words: age },
    { count: older, words: `more than ${age}` },
    { count: quiet - traded - older, words: "of an earlier day" },
  ].filter(({ count }) => count > 0);
  const ages = parts.map(({ count, words }, i) =>
    parts.length === 1
      ? `last ${count === 1 ? "price" : "prices"} ${words}`
      : `${count} ${i === 0 ? "prices " : ""}${words}`,
  );
  const whose = counted(quiet, "contract has", "contracts have");
  const how = untraded ? "priced all the same" : "shown quietly and not priced";
  return `${whose} not traded today: ${[...ages, how].join(", ")}.`;
}
