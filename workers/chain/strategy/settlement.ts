/** What legs of a passed expiry were settled at. */
import type { FrozenDay } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { type RoomName, roomName } from "#contract/domain/instruments.ts";
import { expiryClose } from "#contract/domain/reference/calendar.ts";
import type { HeldLeg, MarkedLeg } from "#contract/domain/strategy/valuation.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { DeriveInput } from "#contract/worker/derivation.ts";
import { type ChainMoment, createChainReader } from "#market/chain.ts";
import { momentAt } from "#market/reference/moment.ts";
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
 * The close of an expiry ends its legs, not its day: while others go on, they count as settled, as they will from the next day on;
 * without a spot they keep their last price. Where no leg goes on, what the expiry came to stays to be looked at.
 */
export function settledAtClose(legs: readonly MarkedLeg[], chainOf: ChainOf): readonly MarkedLeg[] {
  const isOver = ({ years, expiry }: MarkedLeg): boolean => years === 0 || chainOf(expiry)?.hasStopped === true;
  if (!legs.some(isOver) || legs.every(isOver)) return legs;
  return legs.map((leg) => {
    if (leg.isExpired || !isOver(leg)) return leg;
    const chain = chainOf(leg.expiry);
    const spot = chain ? spotAtClose(chain.at) : Number.NaN;
    return { ...leg, isExpired: true, price: Number.isNaN(spot) ? leg.price : worthAt(leg, spot) };
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
  const clock = { mode: "history" as const, date: day.date, minute: lastMinute(day), speed: 1 };
  const at = createChainReader().open({ market: { ...market, room: () => room }, pane, clock }, name);
  const spot = at ? spotAtClose(at) : Number.NaN;
  known.set(day, spot);
  return spot;
}

const lastMinute = ({ open, minutes }: RoomDay): Minute => minute(open + minutes.slots - 1);

/** Contracts of USDINR stop hours before the last price of their day. @returns rupees; NaN where nothing is known until then */
function spotAtClose(at: ChainMoment): number {
  const { day, underlying } = at;
  const close = minute(Math.min(lastMinute(day), expiryClose(underlying.segment, day.expiry)));
  const moment = momentAt(day, { mode: "history", date: day.date, minute: close, speed: 1 });
  return moment ? spotFacts(createChainReader().moveTo(at, moment, close)).spot : Number.NaN;
}
