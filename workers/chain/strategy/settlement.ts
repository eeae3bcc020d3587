/** What legs of a passed expiry were settled at. */
import type { FrozenDay } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { type RoomName, roomName } from "#contract/domain/instruments.ts";
import type { HeldLeg } from "#contract/domain/strategy/valuation.ts";
import { minute } from "#contract/domain/units.ts";
import type { DeriveInput, Market } from "#contract/worker/derivation.ts";
import { createChainReader } from "#market/chain.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";

/** Rupees a unit; NaN where the day of the expiry is not there. */
export type SettlementOf = (leg: Pick<HeldLeg, "type" | "strike" | "expiry" | "settledOn">) => number;

/**
 * The intrinsic value at the underlying's last price of the day, as exchanges settle: a contract that ends in the money is worth
 * its distance from the strike, a future the underlying itself.
 */
export const settlementsIn =
  ({ market, pane }: Pick<DeriveInput<unknown, unknown>, "market" | "pane">): SettlementOf =>
  ({ type, strike, expiry, settledOn }) => {
    if (settledOn === undefined) return Number.NaN;
    const spot = lastSpot(market, pane, roomName(pane.symbol, expiry), settledOn);
    if (type === "FUT") return spot;
    return Math.max(type === "CE" ? spot - strike : strike - spot, 0); // NaN stays NaN
  };

/** A finished day does not change. */
const known = new WeakMap<RoomDay, number>();

function lastSpot(market: Market, pane: DeriveInput<unknown, unknown>["pane"], name: RoomName, of: FrozenDay): number {
  const room = market.room(name, of);
  if (!room) return Number.NaN;
  const { day } = room;
  const before = known.get(day);
  if (before !== undefined) return before;
  const clock = {
    mode: "history" as const,
    date: day.date,
    minute: minute(day.open + day.minutes.slots - 1),
    speed: 1,
  };
  const at = createChainReader().open({ market: { ...market, room: () => room }, pane, clock }, name);
  const spot = at ? spotFacts(at).spot : Number.NaN;
  known.set(day, spot);
  return spot;
}
