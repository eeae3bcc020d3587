/** One day of the simulated market, made from (seed, date): the underlyings' paths and the rooms' models on demand. */
import { closingAuction, type Session } from "#contract/domain/calendar.ts";
import { type RoomName, roomName, UNDERLYINGS, type Underlying } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { FACTS, type UnderlyingFacts } from "./facts.ts";
import { basisOf, carryRate } from "./forward.ts";
import { type DayLevels, levelsOf } from "./levels.ts";
import { listRooms, type RoomListing } from "./listing.ts";
import { modelOf, type RoomModel } from "./room-model.ts";
import { type DaySchedule, scheduleOf } from "./schedule.ts";
import { pathOf } from "./spot-path.ts";

export interface UnderlyingDay {
  readonly seed: number;
  readonly date: IsoDate;
  readonly underlying: Underlying;
  readonly facts: UnderlyingFacts;
  readonly session: Session;
  /** Rupees by second, from minute `from` on; and what is printed as spot, scaled (empty for currency). */
  readonly driver: Float64Array;
  readonly spot: Int32Array;
  readonly basis: Float64Array;
  readonly from: number;
  readonly minutes: number;
  /** Level that the day's closing open interest is laid around, rupees: between the open and the close. */
  readonly centre: number;
  /** Middle of the last ten closes, rupees. */
  readonly resting: number;
  /** Factor of the day's movement, and of implied volatility, around 1. */
  readonly sigma: number;
  readonly mood: number;
  readonly auction: boolean;
  /** Where expiring contracts go over to after the auction's match. */
  readonly settlement: { readonly at: number; readonly price: number } | undefined;
  /** Rate of carry a year to a date so many days away. */
  carry(days: number): number;
}

export interface MarketDay {
  readonly seed: number;
  readonly schedule: DaySchedule;
  readonly levels: DayLevels;
  /** Those with a session on this day. */
  readonly underlyings: readonly UnderlyingDay[];
  /** Every room of the day, by underlying, nearest expiry first. */
  readonly listings: readonly RoomListing[];
  readonly rooms: readonly RoomName[];
  /** The model of a room; undefined when the day does not list it. Made at the first call. */
  model(room: RoomName): RoomModel | undefined;
}

/**
 * @param symbols the underlyings that are listed; all unless told. Leaving some out changes nothing of the others.
 * @throws FeedError when the exchange is closed on `date`
 */
export function marketDay(seed: number, date: IsoDate, symbols?: readonly string[]): MarketDay {
  const schedule = scheduleOf(date);
  const levels = levelsOf(seed, date);
  const path = pathOf(seed, levels, schedule);
  const auction = closingAuction("equity-derivatives", date);
  const underlyings: UnderlyingDay[] = [];
  const listings: RoomListing[] = [];
  UNDERLYINGS.forEach((underlying, u) => {
    const session = underlying.segment === "currency-derivatives" ? schedule.currency : schedule.equity;
    const facts = FACTS[u];
    const driver = path.driver[u];
    const spot = path.spot[u];
    if (!session || !facts || !driver || !spot || symbols?.includes(facts.symbol) === false) return;
    const match = auction && spot.length > 0 ? auction.from + 15 : undefined;
    underlyings.push({
      seed,
      date,
      underlying,
      facts,
      session,
      driver,
      spot,
      basis: basisOf(seed, date, facts, schedule.to - schedule.from),
      from: schedule.from,
      minutes: schedule.to - schedule.from,
      centre: 0.3 * (levels.open[u] ?? facts.level) + 0.7 * (levels.close[u] ?? facts.level),
      resting: ((levels.low[u] ?? facts.level) + (levels.high[u] ?? facts.level)) / 2,
      sigma: levels.sigma,
      mood: levels.mood,
      auction: auction !== undefined,
      settlement:
        match === undefined
          ? undefined
          : { at: match, price: (spot[(match - schedule.from) * 60] ?? 0) / underlying.priceScale },
      carry: (days) => carryRate(seed, date, facts, days),
    });
    const reach = { low: levels.low[u] ?? facts.level, high: levels.high[u] ?? facts.level };
    listings.push(...listRooms(underlying, facts, date, reach));
  });
  const byRoom = new Map(listings.map((listing) => [roomName(listing.underlying.symbol, listing.expiry), listing]));
  const models = new Map<RoomName, RoomModel>();
  const model = (room: RoomName): RoomModel | undefined => {
    const known = models.get(room);
    const listing = byRoom.get(room);
    const market = underlyings.find((entry) => entry.underlying === listing?.underlying);
    if (known || !listing || !market) return known;
    const made = modelOf(market, listing);
    models.set(room, made);
    return made;
  };
  return { seed, schedule, levels, underlyings, listings, rooms: [...byRoom.keys()], model };
}
