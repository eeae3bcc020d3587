/** A finished day of one source, whoever keeps or makes it. */
import type { Source } from "#contract/domain/columns.ts";
import { expiryPath, isManySymbol, parseRoom, type RoomName, roomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { StoredBlob } from "../../market/archive/archive.ts";
import { pathDate } from "../../market/day-json/path-date.ts";
import type { SymbolFacts } from "../../market/feed.ts";
import { AppError } from "../../platform/errors.ts";
import type { Spots } from "./history-jobs.ts";

export interface PastDay {
  readonly date: IsoDate;
  readonly source: Source;
  readonly symbols: readonly SymbolFacts[];
  readonly rooms: readonly RoomName[];
  /** Spots at the close. */
  spots(): Promise<Spots>;
  /** Of a room that the day has; where it is known, no bytes are read or made for it. */
  checksum(room: RoomName): Promise<string>;
  /** The bytes of a room that the day has. */
  stored(room: RoomName): Promise<StoredBlob>;
}

/** The day's room, however its expiry is written. @throws AppError 404 that says what the day has instead. */
export function roomOfDay(day: PastDay, asked: string | undefined): RoomName {
  const parsed = parseRoom(asked ?? "");
  const name = parsed && roomName(parsed.symbol, parsed.expiry);
  if (name !== undefined && day.rooms.includes(name)) return name;
  const on = pathDate(day.date, "/");
  if (parsed !== undefined && isManySymbol(parsed.symbol)) throw noRoomOfMany(day, parsed.symbol, parsed.expiry);
  const facts = day.symbols.find(({ symbol }) => symbol === parsed?.symbol);
  if (parsed === undefined || facts === undefined) {
    const what = parsed === undefined ? `'${asked}' (a symbol and an expiry, such as NIFTY-8/18/2026)` : parsed.symbol;
    throw new AppError(
      "not-found",
      `No data for ${what} on ${on}. That day has ${listed(day.symbols, (s) => s.symbol)}`,
    );
  }
  const expiry = expiryPath(parsed.expiry);
  throw new AppError(
    "not-found",
    `No data for ${parsed.symbol} expiring ${expiry} on ${on}. That day has ${parsed.symbol} expiring ${listed(facts.expiries, expiryPath)}`,
  );
}

function noRoomOfMany(day: PastDay, symbol: string, expiry: IsoDate): AppError {
  const expiries = day.rooms.map(parseRoom).filter((room) => room?.symbol === symbol);
  const has = listed(expiries, (room) => (room === undefined ? "" : expiryPath(room.expiry)));
  const what = `${symbol} expiring ${expiryPath(expiry)}`;
  return new AppError(
    "not-found",
    `No data for ${what} on ${pathDate(day.date, "/")}. That day has ${symbol} expiring ${has}`,
  );
}

const listed = <Item>(items: readonly Item[], text: (item: Item) => string): string =>
  items.length === 0 ? "nothing" : items.map(text).join(", ");
