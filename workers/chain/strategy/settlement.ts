/** What legs of a passed expiry were settled at. */
import type { FrozenDay } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { type RoomName, roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { expiryClose } from "#contract/domain/reference/calendar.ts";
import type { HeldLeg, MarkedLeg } from "#contract/domain/strategy/valuation.ts";
import { minute } from "#contract/domain/units.ts";
import type { DeriveInput } from "#contract/worker/derivation.ts";
import { createChainReader } from "#market/chain.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import type { ChainOf } from "./expiry-chains.ts";

type SettledLeg = Pick<HeldLeg, "type" | "strike" | "settledOn">;
type Input = Pick<DeriveInput<unknown, unknown>, "market" | "pane">;

/** Rupees a unit; NaN where the day of the expiry is not there. */
export type SettlementOf = (leg: SettledLeg & Pick<HeldLeg, "expiry">) => number;

/** Of legs of the pane's symbol. */
export const settlementsIn =
  (input: Input): SettlementOf =>
  (leg) =>
    settlement(leg, roomName(input.pane.symbol, leg.expiry), input);

/**
 * The intrinsic value at the underlying's last price before the contract stops trading, as exchanges settle: a contract that ends in
 * the money is worth its distance from the strike, a future the underlying itself.
 *
 * @param room of its expiry
 * @returns rupees a unit; NaN where the day is not there
 */
export function settlement(leg: SettledLeg, room: RoomName, input: Input): number {
  return leg.settledOn === undefined ? Number.NaN : worthAt(leg, lastSpot(input, room, leg.settledOn));
}

/** @param spot rupees; NaN stays NaN */
function worthAt({ type, strike }: SettledLeg, spot: number): number {
  if (type === "FUT") return spot;
  return Math.max(type === "CE" ? spot - strike : strike - spot, 0);
}

/**
 * The close of an expiry ends its legs, not its day: while others go on, they count as settled at the spot as it stands. Where no leg
 * goes on, what the expiry came to stays to be looked at.
 */
export function settledAtClose(legs: readonly MarkedLeg[], chainOf: ChainOf): readonly MarkedLeg[] {
  const isOver = ({ years }: MarkedLeg): boolean => years === 0;
  if (!legs.some(isOver) || legs.every(isOver)) return legs;
  return legs.map((leg) => {
    if (leg.isExpired || !isOver(leg)) return leg;
    const chain = chainOf(leg.expiry);
    return { ...leg, isExpired: true, price: chain ? worthAt(leg, spotFacts(chain.at).spot) : leg.price };
  });
}

/** A finished day does not change. */
const known = new WeakMap<RoomDay, number>();

function lastSpot({ market, pane }: Input, name: RoomName, of: FrozenDay): number {
  const room = market.room(name, of);
  if (!room) return Number.NaN;
  const { day } = room;
  const before = known.get(day);
  if (before !== undefined) return before;
  const clock = {
    mode: "history" as const,
    date: day.date,
    // Contracts of USDINR stop hours before its last price of the day.
    minute: minute(
      Math.min(day.open + day.minutes.slots - 1, expiryClose(underlyingOf(day.symbol).segment, day.expiry)),
    ),
    speed: 1,
  };
  const at = createChainReader().open({ market: { ...market, room: () => room }, pane, clock }, name);
  const spot = at ? spotFacts(at).spot : Number.NaN;
  known.set(day, spot);
  return spot;
}
