/** A small futures room made by hand. Prices in rupees, OI and volume in units. */
import { createLiveColumns, createMinuteColumns, LTP, OI, type RoomDay, VOL } from "#contract/domain/columns.ts";
import {
  createTokenTable,
  EQ,
  FUT,
  futuresRoomName,
  futuresSymbol,
  spotRoomName,
  spotSymbol,
} from "#contract/domain/instruments.ts";
import { ABSENT, isoDate, minute, priceScale } from "#contract/domain/units.ts";
import type { Cell } from "./room.ts";

const EXPIRY = isoDate("2026-08-25");
export const FUTURES_ROOM = futuresRoomName("NSE", EXPIRY);

/**
 * A room whose live columns hold the cells given, by symbol; its minutes are holes.
 * @param scale 10,000 where a currency's future stands among them
 */
export function makeFuturesRoom(futures: Readonly<Record<string, Cell>>, scale: 100 | 10_000 = 100): RoomDay {
  const symbols = Object.keys(futures);
  const tokens = createTokenTable(symbols.length);
  tokens.length = symbols.length;
  tokens.symbol = symbols;
  const day: RoomDay = {
    room: FUTURES_ROOM,
    symbol: futuresSymbol("NSE"),
    exchange: "NSE",
    expiry: EXPIRY,
    date: isoDate("2026-08-18"),
    source: "sim",
    priceScale: priceScale(scale),
    open: minute(555),
    cadence: 1,
    tokens,
    live: createLiveColumns(symbols.length),
    minutes: createMinuteColumns(symbols.length, 376, (1 << LTP) | (1 << OI) | (1 << VOL)),
  };
  symbols.forEach((symbol, row) => {
    const { prevClose, prevOi, prevVol } = futures[symbol] ?? {};
    tokens.token[row] = 1000 + row;
    tokens.type[row] = FUT;
    tokens.lotSize[row] = 75;
    tokens.prevClose[row] = scaled(prevClose, scale);
    tokens.prevOi[row] = prevOi ?? ABSENT;
    tokens.prevVol[row] = prevVol ?? ABSENT;
    setFuture(day, symbol, futures[symbol] ?? {});
  });
  return day;
}

/** A spot room of the same day, prices in rupees by symbol. */
export function makeSpotRoom(spots: Readonly<Record<string, number>>): RoomDay {
  const prices = Object.fromEntries(Object.entries(spots).map(([symbol, ltp]) => [symbol, { ltp }]));
  const day = makeFuturesRoom(prices);
  day.tokens.type.fill(EQ);
  return { ...day, room: spotRoomName("NSE", EXPIRY), symbol: spotSymbol("NSE") };
}

/** A tick of one future; what the cell leaves out becomes absent. */
export function setFuture(day: RoomDay, symbol: string, { ltp, oi, vol }: Cell): void {
  const row = day.tokens.symbol?.indexOf(symbol) ?? -1;
  const { columns } = day.live;
  columns[LTP]![row] = scaled(ltp, day.priceScale);
  columns[OI]![row] = oi ?? ABSENT;
  columns[VOL]![row] = vol ?? ABSENT;
}

const scaled = (rupees: number | undefined, scale: number): number =>
  rupees === undefined ? ABSENT : Math.round(rupees * scale);
