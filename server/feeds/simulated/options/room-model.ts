/**
 * Everything about a room on a day that does not change during it: contracts, their keys, the forward, the surface,
 * liquidity and the closes on both ends. Room runs (room-run.ts) read it.
 */

import { CE, EQ, FUT, PE, roomName, type TokenTable } from "#contract/domain/instruments.ts";
import type { Session } from "#contract/domain/reference/calendar.ts";
import { type RoomListing, tableOf, ticksOf } from "../exchange/listing.ts";
import { publicationOdds } from "../exchange/publication.ts";
import { draw, normal, subkey, wordKey } from "../exchange/random.ts";
import { type FutureInput, futureLotsHeld, futureLotsTraded } from "../futures/future-interest.ts";
import { stockLiquidity } from "../stocks/stock-liquidity.ts";
import { type StockRoomInput, stockInterest, stockTrades } from "../stocks/stock-room.ts";
import { along, type Curve } from "../underlyings/facts.ts";
import { carryRate, type Forward, MINUTES_PER_YEAR, minutesToExpiry } from "../underlyings/forward.ts";
import type { UnderlyingDay } from "../underlyings/underlying-day.ts";
import { profileOf } from "./activity.ts";
import type { CountedTrades } from "./counted-trades.ts";
import type { Liquidity } from "./liquidity.ts";
import { liquidityOf } from "./liquidity.ts";
import { buildOf, closingInterest, type DayBuild, roundness } from "./open-interest.ts";
import { strayOf, strikePlace } from "./strike-errors.ts";
import { closingSmile, type SmileAt, type Surface, type SurfaceInput, surfaceOf } from "./surface.ts";

/** What is listed in a room, which is known before its model is made. */
export interface RoomContracts {
  readonly name: string;
  readonly listing: RoomListing;
  readonly session: Session;
  readonly table: TokenTable;
  readonly underlyingDay: UnderlyingDay;
}

export interface RoomModel extends RoomContracts {
  readonly liquidity: Liquidity;
  /** Scaled tick, strike in rupees, and whether it is a call, by row. */
  readonly ticks: Int32Array;
  readonly strikes: Float64Array;
  readonly isCall: Uint8Array;
  /** Keys of the contract on this day, by row: of trades, quotes and noise, and of open interest. */
  readonly keys: Int32Array;
  /** Where the strike is among those whose volatility strays (strike-errors.ts), by row; the key of that, and its sd. */
  readonly places: Float64Array;
  readonly strayKey: number;
  readonly strayShare: number;
  /** How popular a contract is beside others at its moneyness, and the most popular of all. */
  readonly appeal: Float64Array;
  readonly mostAppeal: number;
  /** Which contracts the day's traders look for or overlook, standard normal, and how much that matters to a contract, by row. */
  readonly overlooked: Float64Array;
  readonly exposed: Float64Array;
  /** Units of open interest at the close, by row; -1 for the spot. */
  readonly closing: Float64Array;
  readonly build: DayBuild;
  readonly futureBuild: DayBuild;
  readonly profile: Float64Array;
  readonly futureProfile: Float64Array;
  readonly futureLots: number;
  /** Trades whose number is known beforehand: a stock's. Undefined where each minute decides its own. */
  readonly counted: CountedTrades | undefined;
  readonly forward: Forward;
  readonly future: Forward;
  /** Made when it is first looked at. */
  readonly surface: Surface;
  /** The smile at the end of a day whose end is known without its path. */
  closingSmile(): SmileAt;
  readonly hasOptions: boolean;
  /** Last minute of the day in which options, and the future, trade. */
  readonly lastMinute: number;
  readonly futureLastMinute: number;
  /** Odds that a minute has a publication of open interest. */
  readonly publicationOdds: number;
  readonly publicationKey: number;
  readonly futurePublicationKey: number;
  readonly minuteKey: number;
}

const APPEAL = wordKey("appeal");
const OVERLOOKED = wordKey("overlooked");
/** Weight of today's level, beside that of the last ten days, by days to expiry. */
const OF_TODAY: Curve = [
  [1, 1],
  [4, 0.8],
  [11, 0.5],
  [18, 0.25],
];
const OF_TODAY_FRONT = 0.6;
/** A monthly that is the near room was sold into from its first week on, below where it stands: a share of its reach. */
const BELOW = 0.008;
/** Lots of a currency future by rank, held and traded, relative to the near one's. */
const CURRENCY_HELD = [1, 0.16, 0.04];
const CURRENCY_TRADED = [1, 0.09, 0.012];

function forwardTo(market: UnderlyingDay, expiryMinutes: number, days: number): Forward {
  const settles = days === 0 ? market.settlement : undefined;
  return {
    get driver() {
      return market.driver;
    },
    get basis() {
      return market.basis;
    },
    rate: carryRate(market.seed, market.date, market.facts, days),
    end: expiryMinutes,
    settles,
  };
}

/** @param table of the listing, without previous figures */
export function modelOf(market: UnderlyingDay, listing: RoomListing, table: TokenTable = tableOf(listing)): RoomModel {
  const { seed, date, session } = market;
  const { underlying, expiry, days, facts } = listing;
  const dayKey = subkey(seed, wordKey(date));
  const roomKey = subkey(dayKey, wordKey(`${underlying.symbol}${expiry}`));
  const lastDay = days === 0;
  const end = minutesToExpiry(underlying.segment, expiry, days);
  const futureDays = Math.round((Date.parse(listing.future) - Date.parse(date)) / 86_400_000);
  const futureEnd = minutesToExpiry(underlying.segment, listing.future, futureDays);
  const liquidity = facts.stock ? stockLiquidity(seed, date, listing) : liquidityOf(seed, date, listing);
  const surfaceInput: SurfaceInput = {
    seed,
    date,
    facts,
    expiry,
    days,
    mood: market.mood,
    get driver() {
      return market.driver;
    },
    from: market.from,
    open: session.open,
    minutes: market.minutes,
    end,
    auction: market.auction,
  };
  let madeSurface: Surface | undefined;
  const surface = () => {
    madeSurface ??= surfaceOf(surfaceInput);
    return madeSurface;
  };
  const yearsAtOpen = Math.max(end - session.open, 60) / MINUTES_PER_YEAR;
  const atmAtOpen = facts.stock?.volatility ?? surface().atm[session.open - market.from] ?? 0.1;
  const atOpen = atmAtOpen * Math.sqrt(yearsAtOpen);
  const kind =
    underlying.kind === "currency"
      ? "currency"
      : lastDay
        ? "last-day"
        : liquidity.tier === "near" || liquidity.tier === "front"
          ? liquidity.tier
          : "later";
  const appealKey = subkey(seed, APPEAL);
  const overlookedKey = subkey(dayKey, OVERLOOKED);
  const rows = Array.from({ length: table.length }, (_, row) => row);
  const appeal = Float64Array.from(rows, (row) => appealOf(appealKey, listing, liquidity, table, row));
  const keys = Int32Array.from(rows, (row) => subkey(dayKey, table.token[row] ?? 0));
  const centre = interestCentre(market, days, liquidity);
  const future = {
    seed,
    facts,
    days: market.days,
    expiry: listing.future,
    rank: listing.futureRank,
    roll: listing.roll,
  };
  const stock: StockRoomInput | undefined = facts.stock && { market, listing, liquidity, table, keys, future };
  const mostAppeal = appeal.reduce((most, value) => Math.max(most, value), 1);
  return {
    name: roomName(underlying.symbol, expiry),
    listing,
    session,
    table,
    underlyingDay: market,
    liquidity,
    ticks: ticksOf(listing, table),
    strikes: Float64Array.from(rows, (row) => (table.strike[row] ?? 0) / underlying.priceScale),
    isCall: Uint8Array.from(rows, (row) => (table.type[row] === CE ? 1 : 0)),
    keys,
    places: Float64Array.from(rows, (row) =>
      strikePlace(Math.log((table.strike[row] || 1) / underlying.priceScale / market.centre), atOpen),
    ),
    strayKey: subkey(roomKey, wordKey("stray")),
    strayShare: strayOf(liquidity.tier, lastDay, facts.stray),
    appeal,
    mostAppeal,
    // Nobody overlooks the roundest strikes.
    exposed: appeal.map((value) => 1 - Math.min(Math.max(Math.log(value || 1) / Math.log(mostAppeal), 0), 1)),
    overlooked: Float64Array.from(rows, (row) => normal(draw(overlookedKey, table.token[row] ?? 0))),
    closing: stock
      ? stockInterest(stock)
      : closingInterest(seed, listing, liquidity, table, centre, atOpen, futureHeld(future, listing)),
    build: buildOf(session.points, lastDay),
    futureBuild: buildOf(session.points, false),
    profile: profileOf(kind, session.points),
    futureProfile: profileOf(underlying.kind === "currency" ? "currency" : "near", session.points),
    futureLots: futureTraded(future, listing),
    counted: stock && stockTrades(stock, kind),
    forward: forwardTo(market, end, days),
    future: forwardTo(market, futureEnd, futureDays),
    get surface() {
      return surface();
    },
    closingSmile: () => closingSmile(surfaceInput, market.move),
    hasOptions: listing.strikes.length > 0,
    lastMinute: lastDay ? Math.min(end, session.close) : session.close,
    futureLastMinute: futureDays === 0 ? Math.min(futureEnd, session.close) : session.close,
    publicationOdds: publicationOdds(date),
    publicationKey: subkey(roomKey, wordKey("publication")),
    futurePublicationKey: subkey(dayKey, wordKey(`${underlying.symbol}${listing.future}publication`)),
    minuteKey: subkey(roomKey, wordKey("minute")),
  };
}

/** What later expiries hold was opened while the spot stood elsewhere; they are laid around the forward. */
function interestCentre(market: UnderlyingDay, days: number, { tier }: Liquidity): number {
  const today = tier === "front" ? OF_TODAY_FRONT : along(OF_TODAY, days);
  const spot = market.centre * today + market.resting * (1 - today);
  const below = tier === "front" ? BELOW * market.facts.reach : 0;
  return spot * Math.exp((carryRate(market.seed, market.date, market.facts, days) * days) / 365 - below);
}

function futureHeld(input: FutureInput, { underlying, future, futureRank, facts }: RoomListing): number {
  if (underlying.kind !== "currency") return futureLotsHeld(input);
  const noise = Math.exp(0.1 * normal(draw(input.seed, wordKey(underlying.symbol + future))));
  return Math.round(facts.futureInterest * (CURRENCY_HELD[futureRank] ?? 0.02) * noise);
}

function futureTraded(input: FutureInput, { underlying, futureRank, facts }: RoomListing): number {
  if (underlying.kind !== "currency") return futureLotsTraded(input);
  return facts.futureVolume * (CURRENCY_TRADED[futureRank] ?? 0.01);
}

function appealOf(key: number, listing: RoomListing, liquidity: Liquidity, table: TokenTable, row: number): number {
  const type = table.type[row];
  if (type === EQ || type === FUT) return 0;
  const strike = (table.strike[row] ?? 0) / listing.underlying.priceScale;
  const round = roundness(listing.facts, strike, listing.series === "weekly") ** liquidity.round;
  return (type === PE ? liquidity.puts : 1) * round * Math.exp(0.3 * normal(draw(key, table.token[row] ?? 0)));
}
