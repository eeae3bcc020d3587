/** Everything that is measured on one room on one day. */

import type { RoomDay } from "#contract/domain/columns.ts";
import { chainView } from "../chain-view.ts";
import { Measurements } from "../fact.ts";
import { activityFacts } from "./activity-facts.ts";
import { interestFacts } from "./interest-facts.ts";
import { parityFacts } from "./parity-facts.ts";
import { smileFacts } from "./smile-facts.ts";
import { fitSmiles } from "./smile-fit.ts";
import { spreadFacts } from "./spread-facts.ts";
import { volumeFacts } from "./volume-facts.ts";

export function roomFacts(day: RoomDay): Measurements {
  const view = chainView(day);
  const fits = fitSmiles(view);
  const all = new Measurements();
  for (const some of [
    smileFacts(view, fits),
    spreadFacts(view, fits),
    interestFacts(view, fits),
    volumeFacts(view, fits),
    parityFacts(view),
    activityFacts(view, fits),
  ]) {
    for (const [fact, value] of some) all.set(fact, value);
  }
  return all;
}
