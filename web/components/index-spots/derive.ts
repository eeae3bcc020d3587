import type { MarketClock } from "#contract/domain/clock.ts";
import { LTP } from "#contract/domain/columns.ts";
import { EQ } from "#contract/domain/instruments.ts";
import { inRupees } from "#contract/domain/units.ts";
import { defineDerivation, type MarketRoom } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { momentAt, priceOf } from "#market/reference/moment.ts";
import { pane } from "./pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<Params, Snapshot, Kernel, undefined>({
  screen: pane,
  createScratch: () => undefined,
  derive: ({ market, params, clock }) => ({ spots: params.rooms.map((name) => spotOf(market.room(name), clock)) }),
});

function spotOf(room: MarketRoom | undefined, clock: MarketClock): number {
  const moment = room && momentAt(room.day, clock);
  if (!moment) return Number.NaN;
  const { tokens, priceScale } = room.day;
  const price = priceOf(moment, LTP, tokens.type.subarray(0, tokens.length).indexOf(EQ));
  return price > 0 ? inRupees(price, priceScale) : Number.NaN;
}
