/**
 * Rooms of a simulated day as the server keeps them: token tables with yesterday's figures, live and minute columns.
 */

import type { MinuteColumns, RoomDay } from "#contract/domain/columns.ts";
import { ALL_FIELDS, COMPLETE, createLiveColumns, LTP, OI, VOL, writeSlot } from "#contract/domain/columns.ts";
import { EQ, type Underlying } from "#contract/domain/instruments.ts";
import { scheduledFutures } from "#contract/domain/reference/expiries.ts";
import { defaultStrikeStep, freezeQuantity } from "#contract/domain/reference/lots.ts";
import { lastStockTerms } from "#contract/domain/reference/stock-lots.ts";
import { ownTicks } from "#contract/domain/reference/ticks.ts";
import { ABSENT } from "#contract/domain/units.ts";
import type { SymbolFacts } from "../../../market/feed.ts";
import { grouped } from "../../../market/grouped.ts";
import { type InParts, runAtOnce } from "../../../platform/slices.ts";
import { type FuturesListing, futuresRoom } from "../futures/futures-room.ts";
import type { CountedTrades } from "../options/counted-trades.ts";
import { tallyOf } from "../options/day-tally.ts";
import type { RoomContracts, RoomModel } from "../options/room-model.ts";
import { RoomRun } from "../options/room-run.ts";
import { officialCloses } from "../stocks/official-close.ts";
import { dailySd } from "../underlyings/facts.ts";
import { type SpotListing, spotRoom } from "../underlyings/spot-room.ts";
import type { UnderlyingDay } from "../underlyings/underlying-day.ts";
import type { RoomListing } from "./listing.ts";
import type { MarketDay } from "./market-day.ts";
import { type CreateMinutes, plainMinutes, type RunnableRoom } from "./run.ts";
import { futureTick, optionTick } from "./ticks.ts";

/** What a contract ended the day before with. */
export interface Ending {
  readonly close: number;
  readonly oi: number;
  readonly vol: number;
}

/**
 * What a run's contracts end the day with, by token: what was paid last, or a theoretical close where nothing was, as
 * exchanges give it. A stock's contracts all have an official close.
 */
export function runEndings(run: RoomRun): Map<number, Ending> {
  const { table, counted } = run.model;
  const official = counted && officialCloses(run.model);
  const endings = new Map<number, Ending>();
  for (let row = 0; row < table.length; row++) {
    const last = run.columns[VOL]?.[row] === 0 ? run.theoretical(row) : (run.columns[LTP]?.[row] ?? ABSENT);
    endings.set(table.token[row] ?? 0, {
      close: official?.[row] ?? last,
      oi: run.columns[OI]?.[row] ?? ABSENT,
      vol: run.columns[VOL]?.[row] ?? ABSENT,
    });
  }
  return endings;
}

/** The same of a day that need not be run for it. */
function countedEndings(model: RoomModel, { lots }: CountedTrades): Map<number, Ending> {
  const { table, closing } = model;
  const closes = officialCloses(model);
  const endings = new Map<number, Ending>();
  for (let row = 0; row < table.length; row++) {
    const isSpot = table.type[row] === EQ;
    endings.set(table.token[row] ?? 0, {
      close: closes[row] ?? ABSENT,
      oi: closing[row] ?? ABSENT,
      vol: isSpot ? ABSENT : (lots[row] ?? 0) * (table.lotSize[row] ?? 1),
    });
  }
  return endings;
}

/** How the day of one room ends: of what is no closed form, every trade is drawn. */
export function endingsOf(model: RoomModel): Map<number, Ending> {
  if (model.counted) return countedEndings(model, model.counted);
  const { close, oi, vol } = tallyOf(model);
  const { token, length } = model.table;
  const rows = Array.from({ length }, (_, row) => row);
  return new Map(rows.map((row) => [token[row]!, { close: close[row]!, oi: oi[row]!, vol: vol[row]! }]));
}

/** What is held at the close alone, which needs no trade to be known. */
export function closingsOf({ table, closing }: RoomModel): Map<number, Ending> {
  const endings = new Map<number, Ending>();
  for (let row = 0; row < table.length; row++)
    endings.set(table.token[row] ?? 0, { close: ABSENT, oi: closing[row] ?? ABSENT, vol: ABSENT });
  return endings;
}

/** Writes yesterday's figures into a room's table. A contract that was not listed had no OI and no volume. */
export function applyEndings(model: RoomModel, endings: ReadonlyMap<number, Ending> | undefined): void {
  const { table } = model;
  for (let row = 0; row < table.length; row++) {
    const ending = endings?.get(table.token[row] ?? 0);
    const isSpot = (model.closing[row] ?? ABSENT) < 0;
    table.prevClose[row] = ending?.close ?? ABSENT;
    table.prevOi[row] = ending?.oi ?? (isSpot ? ABSENT : 0);
    table.prevVol[row] = ending?.vol ?? (isSpot ? ABSENT : 0);
  }
}

/** @param create makes its minute columns: plain unless told. */
export function roomDayOf(room: RoomContracts, create: CreateMinutes = plainMinutes): RoomDay {
  const { listing, table, session, underlyingDay } = room;
  const { symbol, priceScale } = listing.underlying;
  return {
    room: room.name,
    symbol,
    exchange: listing.underlying.exchange,
    expiry: listing.expiry,
    date: underlyingDay.date,
    source: "sim",
    priceScale,
    open: session.open,
    cadence: 1,
    sd: dailySd(underlyingDay.facts),
    tokens: table,
    live: createLiveColumns(table.length),
    minutes: create({ symbol, priceScale, tokens: table }, session.points, ALL_FIELDS),
  };
}

/** The room of a model, to be run. */
export const optionRoom = (model: RoomModel): RunnableRoom<RoomRun> => ({
  name: model.name,
  session: model.session,
  rows: model.table.length,
  roomDay: (create) => roomDayOf(model, create),
  run: (columns, from) => new RoomRun(model, columns, from),
});

/** A futures room with yesterday's figures of its rows. @param models its own, in the order of its rows */
export function futuresRoomOf(
  listing: FuturesListing,
  models: readonly RoomModel[],
  endingsOfFuture: (model: RoomModel) => ReadonlyMap<number, Ending> | undefined,
): RunnableRoom {
  for (const model of models) applyEndings(model, endingsOfFuture(model));
  return futuresRoom(listing, models);
}

/** A spot room. @param prevClose of a symbol, scaled; ABSENT where it is not known */
export function spotRoomOf(day: MarketDay, listing: SpotListing, prevClose: (symbol: string) => number): RunnableRoom {
  const days = new Map(day.underlyings.map((market) => [market.underlying, market]));
  const spots = listing.spots.flatMap((of) => {
    const market = days.get(of.underlying);
    return market ? [{ listing: of, day: market, prevClose: prevClose(of.underlying.symbol) }] : [];
  });
  return spotRoom(listing, spots);
}

/** What each underlying printed last, scaled, by symbol. */
export const lastPrints = ({ underlyings }: MarketDay): Map<string, number | undefined> =>
  new Map(underlyings.map((market) => [market.underlying.symbol, lastPrint(market)]));

/** The models of a futures room, without yesterday's figures; each is made when it is asked for. */
export function* futureModelsOf(day: MarketDay, { futures }: FuturesListing): Iterable<RoomModel> {
  for (const { underlying, future } of futures) {
    const model = day.futureModel(underlying.symbol, future);
    if (model) yield model;
  }
}

/** Copies the columns of a finished minute into its slot. */
export function keepMinute(
  columns: readonly (Int32Array | Float64Array)[],
  minutes: MinuteColumns,
  slot: number,
  rows: number,
): void {
  writeSlot(minutes, slot, { columns, base: 0 }, rows, COMPLETE);
}

/** What the index printed last, scaled; undefined for currency. */
export function lastPrint(day: UnderlyingDay): number | undefined {
  if (day.closingPrint !== undefined) return day.closingPrint;
  const { spot, session, from } = day;
  return spot[(session.close + 1 - from) * 60 - 1];
}

/** What the day says of each of its underlyings. @param before the trading day before it */
export const symbolFacts = (day: MarketDay, before: MarketDay): SymbolFacts[] =>
  runAtOnce(symbolFactsInParts(day, before));

/** As {@link symbolFacts}. */
export function* symbolFactsInParts(day: MarketDay, before: MarketDay): InParts<SymbolFacts[]> {
  const symbolOf = ({ underlying }: { readonly underlying: Underlying }) => underlying.symbol;
  const rooms = grouped(day.listings, symbolOf);
  const futures = grouped(
    day.futures.flatMap((room) => room.futures),
    symbolOf,
  );
  const prints = lastPrints(before);
  const facts: SymbolFacts[] = [];
  for (const market of day.underlyings) {
    const symbol = symbolOf(market);
    facts.push(factsOf(market, rooms.get(symbol) ?? [], futures.get(symbol) ?? [], prints.get(symbol)));
    yield;
  }
  return facts;
}

/** @param prevSpot yesterday's last print, scaled */
function factsOf(
  { underlying, facts, date }: UnderlyingDay,
  rooms: readonly RoomListing[],
  futures: readonly RoomListing[],
  prevSpot: number | undefined,
): SymbolFacts {
  return {
    symbol: underlying.symbol,
    exchange: underlying.exchange,
    lotSize: rooms[0]?.lot ?? futures[0]?.futureLot ?? 1,
    strikeStep: defaultStrikeStep(underlying.symbol),
    freezeQty: lastStockTerms(underlying.symbol)?.freeze ?? freezeQuantity(underlying.symbol, date),
    ticks: ownTicks(underlying.symbol, {
      option: optionTick(underlying, facts.level),
      future: futureTick(underlying, facts.level),
    }),
    expiries: rooms.map((listing) => listing.expiry),
    futureExpiries: [
      ...new Set([...scheduledFutures(underlying.symbol, date), ...futures.map(({ future }) => future)]),
    ].sort(),
    prevClose: prevSpot === undefined ? undefined : prevSpot / underlying.priceScale,
    sd: dailySd(facts),
  };
}
