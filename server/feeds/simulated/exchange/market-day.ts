/** One day of the simulated market, made from (seed, date): the underlyings' paths and the rooms' models on demand. */

import { type RoomName, roomName } from "#contract/domain/instruments.ts";
import { closingAuction } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { type InParts, runAtOnce } from "../../../platform/slices.ts";
import { type FuturesListing, futureModel, listFutures } from "../futures/futures-room.ts";
import type { Profile } from "../options/activity.ts";
import { type VolumeCurve, volumeCurves } from "../options/counted-trades.ts";
import { modelOf, type RoomContracts, type RoomModel } from "../options/room-model.ts";
import { stockDay } from "../stocks/stock-day.ts";
import { isStock } from "../stocks/stock-facts.ts";
import { groupDay, stockLevels } from "../stocks/stock-levels.ts";
import { groupPath } from "../stocks/stock-path.ts";
import { basisOf } from "../underlyings/forward.ts";
import { type DayPath, MATCH_AFTER, pathInParts, pathOf } from "../underlyings/spot-path.ts";
import { listSpots, type SpotListing } from "../underlyings/spot-room.ts";
import type { SharedDay, UnderlyingDay } from "../underlyings/underlying-day.ts";
import { type DayDraws, type DayLevels, levelsOf } from "./levels.ts";
import { type ListedExpiries, listedExpiries, listRooms, type Reach, type RoomListing, tableOf } from "./listing.ts";
import { subkey, wordKey } from "./random.ts";
import { type DaySchedule, scheduleOf } from "./schedule.ts";
import { hasChains, isChosen, type Member, type SymbolChoice, UNIVERSE } from "./universe.ts";

export interface MarketDay {
  readonly seed: number;
  readonly schedule: DaySchedule;
  readonly levels: DayLevels;
  /** Those with a session on this day. */
  readonly underlyings: readonly UnderlyingDay[];
  /** Every option room of the day, by underlying, nearest expiry first. */
  readonly listings: readonly RoomListing[];
  readonly rooms: readonly RoomName[];
  /** What an option room lists; undefined when the day does not list it. Its table is the one that the model has. */
  contracts(room: RoomName): RoomContracts | undefined;
  /** The model of an option room; undefined when the day does not list it. Made at the first call. */
  model(room: RoomName): RoomModel | undefined;
  /** NSE's before BSE's, nearest expiry first. */
  readonly futures: readonly FuturesListing[];
  /** Of each exchange. */
  readonly spots: readonly SpotListing[];
  /** The model of a future alone; undefined when the day does not list it. Made again at each call. */
  futureModel(symbol: string, expiry: IsoDate): RoomModel | undefined;
}

/** Of an underlying: its day, and what strikes are laid around. */
interface Opened {
  readonly day: UnderlyingDay;
  readonly reach: Reach;
}

/**
 * @param symbols what is listed; everything when not given. Leaving some out changes nothing of the others.
 * @throws FeedError when the exchange is closed on `date`
 */
export const marketDay = (seed: number, date: IsoDate, symbols?: SymbolChoice): MarketDay =>
  runAtOnce(marketDayInParts(seed, date, symbols));

/** As {@link marketDay}. */
export function* marketDayInParts(seed: number, date: IsoDate, symbols?: SymbolChoice): InParts<MarketDay> {
  const schedule = scheduleOf(date);
  const levels = levelsOf(seed, date);
  yield;
  const isOnPath = ({ facts }: Member): boolean => isChosen(symbols, facts.symbol) && !isStock(facts);
  const path = UNIVERSE.some(isOnPath) ? yield* pathInParts(seed, levels, schedule) : undefined;
  const open = opener(seed, schedule, levels, path);
  const underlyings: UnderlyingDay[] = [];
  const all: RoomListing[] = [];
  let stocksExpire: ListedExpiries | undefined;
  for (const member of UNIVERSE) {
    const { underlying, facts } = member;
    const opened = isChosen(symbols, facts.symbol) ? open(member) : undefined;
    if (!opened) continue;
    underlyings.push(opened.day);
    if (isStock(facts)) stocksExpire ??= listedExpiries(facts.symbol, date);
    all.push(...listRooms(underlying, facts, date, opened.reach, isStock(facts) ? stocksExpire : undefined));
    yield;
  }
  const listings = all.filter(({ underlying }) => hasChains(symbols, underlying.symbol));
  const byRoom = new Map(listings.map((listing) => [roomName(listing.underlying.symbol, listing.expiry), listing]));
  const days = new Map(underlyings.map((day) => [day.underlying, day]));
  const models = new Map<RoomName, RoomModel>();
  const listed = new Map<RoomName, RoomContracts>();
  const contracts = (room: RoomName): RoomContracts | undefined => {
    const known = listed.get(room);
    const listing = byRoom.get(room);
    const underlyingDay = listing && days.get(listing.underlying);
    if (known || !listing || !underlyingDay) return known;
    const { session } = underlyingDay;
    const made = { name: room, listing, session, table: tableOf(listing), underlyingDay };
    listed.set(room, made);
    return made;
  };
  const model = (room: RoomName): RoomModel | undefined => {
    const known = models.get(room);
    const own = known ? undefined : contracts(room);
    if (!own) return known;
    const made = modelOf(own.underlyingDay, own.listing, own.table);
    models.set(room, made);
    return made;
  };
  const futures = listFutures(all);
  return {
    seed,
    schedule,
    levels,
    underlyings,
    listings,
    rooms: [...byRoom.keys()],
    contracts,
    model,
    futures,
    spots: listSpots(futures),
    futureModel(symbol, expiry) {
      const listing = futures
        .filter((room) => room.expiry === expiry)
        .flatMap((room) => room.futures)
        .find(({ underlying }) => underlying.symbol === symbol);
      const market = listing && days.get(listing.underlying);
      return listing && market && futureModel(market, listing);
    },
  };
}

const dayNumber = ({ date }: DayDraws): number => Math.floor(Date.parse(date) / 86_400_000);

/**
 * @param known the day's path; without it, it is made when it is first looked at
 * @returns what makes the day of a member of the universe; undefined for one without a session.
 */
function opener(
  seed: number,
  schedule: DaySchedule,
  levels: DayLevels,
  known: DayPath | undefined,
): (member: Member) => Opened | undefined {
  const { date } = schedule;
  const auction = closingAuction("equity-derivatives", date);
  const curves = new Map<Profile, readonly VolumeCurve[]>();
  const shared: SharedDay = {
    seed,
    date,
    sigma: levels.sigma,
    mood: levels.mood,
    auction: auction !== undefined,
    days: levels.days.map(dayNumber),
    volumeCurves: (kind) =>
      remembered(curves, kind, () => volumeCurves(subkey(seed, wordKey(date)), kind, schedule.equity.points)),
  };
  let made = known;
  const path = () => {
    made ??= pathOf(seed, levels, schedule);
    return made;
  };
  const groups = new Map<string, Float64Array>();
  const group = (name: string) =>
    remembered(groups, name, () => {
      const end = levels.days[0] ? groupDay(levels.days[0], name) : 0;
      return groupPath(path(), name, schedule.equity.points, levels.sigma, end);
    });

  return ({ underlying, facts, index }) => {
    if (isStock(facts)) {
      const own = stockLevels(levels.days, facts);
      const { equity: session } = schedule;
      return {
        day: stockDay({
          shared,
          underlying,
          facts,
          levels: own,
          market: levels,
          session,
          auction: auction?.from,
          group: () => group(facts.stock.group),
          path,
        }),
        reach: own,
      };
    }
    const session = underlying.segment === "currency-derivatives" ? schedule.currency : schedule.equity;
    if (!session) return undefined;
    const driver = path().driver[index] ?? new Float64Array();
    const spot = path().spot[index] ?? new Int32Array();
    const match = auction && spot.length > 0 ? auction.from + MATCH_AFTER : undefined;
    const reach = { low: levels.low[index] ?? facts.level, high: levels.high[index] ?? facts.level };
    return {
      day: {
        ...shared,
        underlying,
        facts,
        session,
        driver,
        spot,
        basis: basisOf(seed, date, facts, schedule.to - schedule.from),
        from: schedule.from,
        minutes: schedule.to - schedule.from,
        closingPrint: undefined,
        move: 0,
        centre: 0.3 * (levels.open[index] ?? facts.level) + 0.7 * (levels.close[index] ?? facts.level),
        resting: (reach.low + reach.high) / 2,
        settlement:
          match === undefined
            ? undefined
            : { at: match, price: (spot[(match - schedule.from) * 60] ?? 0) / underlying.priceScale },
      },
      reach,
    };
  };
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
