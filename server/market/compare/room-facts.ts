/** Everything that is measured on one room on one day. */

import { HOLE, LTP, type RoomDay } from "#contract/domain/columns.ts";
import { EQ } from "#contract/domain/instruments.ts";
import { activityFacts } from "./activity-facts.ts";
import { chainView } from "./chain-view.ts";
import { Measurements } from "./fact.ts";
import { interestFacts } from "./interest-facts.ts";
import { parityFacts } from "./parity-facts.ts";
import { smileFacts } from "./smile-facts.ts";
import { fitSmiles } from "./smile-fit.ts";
import type { SpotDay } from "./spot-facts.ts";
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

/** The spot of a room-day; undefined where the source has none. */
export function spotOf(day: RoomDay): Omit<SpotDay, "before"> | undefined {
  const row = day.tokens.type.subarray(0, day.tokens.length).indexOf(EQ);
  if (row < 0) return undefined;
  const { minutes, priceScale } = day;
  const closes = new Float64Array(minutes.slots).fill(Number.NaN);
  for (let slot = 0; slot < minutes.slots; slot++) {
    const last = minutes.columns[LTP][slot * minutes.stride + row];
    if (minutes.state[slot] !== HOLE && last > 0) closes[slot] = last / priceScale;
  }
  return { date: day.date, open: Number.NaN, closes };
}
