/** A futures room for fake feeds: the futures of several underlyings, no figures yet. */

import { ALL_FIELDS, createLiveColumns, createMinuteColumns, type RoomDay } from "#contract/domain/columns.ts";
import { createTokenTable, type Exchange, FUT, futuresRoomName, futuresSymbol } from "#contract/domain/instruments.ts";
import { sessionOf } from "#contract/domain/reference/calendar.ts";
import { type IsoDate, isoDate, priceScale } from "#contract/domain/units.ts";
import type { TradingDay } from "../../market/feed.ts";
import { FAKE_DATE, fakeDay } from "./fake-feed.ts";

export const FUTURES_ROOM = "Futures-NSE-7/28/2026";
export const FUTURES_SYMBOLS = ["NIFTY", "RELIANCE", "M&M"];

export function fakeFutures(
  symbols: readonly string[],
  expiry: IsoDate,
  date: IsoDate = FAKE_DATE,
  exchange: Exchange = "NSE",
): RoomDay {
  const session = sessionOf("equity-derivatives", date);
  if (session === undefined) throw new Error(`${date} does not trade`);
  const rows = symbols.length;
  const tokens = createTokenTable(rows);
  for (let row = 0; row < rows; row++) {
    tokens.token[row] = 9000 + row;
    tokens.type[row] = FUT;
    tokens.lotSize[row] = 75 * (row + 1);
    tokens.prevClose[row] = 100_000 + row;
    tokens.prevOi[row] = 7500;
    tokens.prevVol[row] = 150;
  }
  tokens.length = rows;
  tokens.symbol = [...symbols];
  return {
    room: futuresRoomName(exchange, expiry),
    symbol: futuresSymbol(exchange),
    exchange,
    expiry,
    date,
    source: "sim",
    priceScale: priceScale(100),
    open: session.open,
    cadence: 1,
    tokens,
    live: createLiveColumns(rows),
    minutes: createMinuteColumns(rows, session.points, ALL_FIELDS),
  };
}

/** The fake day, with the room of its nearest futures. */
export function fakeDayWithFutures(date: IsoDate = FAKE_DATE): TradingDay {
  const day = fakeDay(date);
  return { ...day, rooms: [...day.rooms, fakeFutures(FUTURES_SYMBOLS, isoDate("2026-07-28"), date)] };
}
