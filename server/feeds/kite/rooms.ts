/** The rooms that a list of instruments makes on a day: options with their future and spot, futures by expiry, and spots. */

import {
  type CE,
  EQ,
  EXCHANGES,
  type Exchange,
  FUT,
  futuresSymbol,
  type PE,
  type RoomName,
  roomName,
  spotRoomName,
  spotSymbol,
  underlyingOf,
} from "#contract/domain/instruments.ts";
import { sessionOf } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Contract, InstrumentList } from "./instruments.ts";

export interface ListedRow {
  readonly token: number;
  readonly type: typeof EQ | typeof FUT | typeof CE | typeof PE;
  /** Rupees; 0 for a spot or a future. */
  readonly strike: number;
  /** Units. */
  readonly lot: number;
  readonly symbol: string;
}

export interface ListedRoom {
  readonly room: RoomName;
  /** Of a futures room 'Futures-NSE', of a spot room 'Spot-NSE'. */
  readonly symbol: string;
  readonly exchange: Exchange;
  readonly expiry: IsoDate;
  /** The spot, the future, then by strike the call before the put; of a room of many one row an underlying, by symbol. */
  readonly rows: readonly ListedRow[];
}

export interface Listing {
  /** By symbol, nearest expiry first. */
  readonly options: readonly ListedRoom[];
  readonly futures: readonly ListedRoom[];
  /** The spots of everything that has futures, one room an exchange. */
  readonly spots: readonly ListedRoom[];
  /** Expiries of each symbol's futures, nearest first. */
  readonly futureExpiries: ReadonlyMap<string, readonly IsoDate[]>;
}

/** What has not expired, of the exchange segments that trade on `date`. */
export function listRooms({ contracts, spots }: InstrumentList, date: IsoDate): Listing {
  const open = contracts.filter(
    ({ symbol, expiry }) => expiry >= date && sessionOf(underlyingOf(symbol).segment, date) !== undefined,
  );
  const futures = groupBy(
    open.filter(({ type }) => type === FUT).sort((a, b) => compare(a.expiry, b.expiry)),
    ({ symbol }) => symbol,
  );
  const options = groupBy(
    open.filter(({ type }) => type !== FUT),
    ({ symbol, expiry }) => roomName(symbol, expiry),
  );
  const rooms = EXCHANGES.flatMap((exchange) => futuresRooms([...futures.values()].flat(), exchange));
  return {
    options: Array.from(options.values(), (own) => optionRoom(own, futures.get(own[0].symbol) ?? [], spots)).sort(
      (a, b) => compare(a.symbol, b.symbol) || compare(a.expiry, b.expiry),
    ),
    futures: rooms,
    spots: EXCHANGES.flatMap((exchange) => spotRoom(rooms, exchange, spots) ?? []),
    futureExpiries: new Map(Array.from(futures, ([symbol, own]) => [symbol, own.map(({ expiry }) => expiry)])),
  };
}

function optionRoom(
  options: readonly Contract[],
  futures: readonly Contract[],
  spots: ReadonlyMap<string, number>,
): ListedRoom {
  const { symbol, exchange, expiry, lot } = options[0];
  const spot = spots.get(symbol);
  // The farthest expiries have no future of theirs: another month's would not be the forward of this one.
  const future = futures.find((entry) => entry.expiry >= expiry);
  const strikes = [...options].sort((a, b) => a.strike - b.strike || a.type - b.type);
  return {
    room: roomName(symbol, expiry),
    symbol,
    exchange,
    expiry,
    rows: [
      ...(spot === undefined ? [] : [{ token: spot, type: EQ, strike: 0, lot, symbol } as const]),
      ...(future === undefined ? [] : [future]),
      ...strikes,
    ],
  };
}

function futuresRooms(futures: readonly Contract[], exchange: Exchange): ListedRoom[] {
  const byExpiry = groupBy(
    futures.filter((entry) => entry.exchange === exchange),
    ({ expiry }) => expiry,
  );
  const symbol = futuresSymbol(exchange);
  return Array.from(byExpiry, ([expiry, own]) => ({
    room: roomName(symbol, expiry),
    symbol,
    exchange,
    expiry,
    rows: [...own].sort((a, b) => compare(a.symbol, b.symbol)),
  })).sort((a, b) => compare(a.expiry, b.expiry));
}

/** The room of an exchange's spots, named after the nearest futures that have any; undefined where none do. */
function spotRoom(
  futures: readonly ListedRoom[],
  exchange: Exchange,
  spots: ReadonlyMap<string, number>,
): ListedRoom | undefined {
  for (const { expiry, rows, ...of } of futures) {
    const own = rows.flatMap(({ symbol, lot }) => {
      const token = spots.get(symbol);
      return token === undefined ? [] : [{ token, type: EQ, strike: 0, lot, symbol } as const];
    });
    if (of.exchange !== exchange || own.length === 0) continue;
    return { room: spotRoomName(exchange, expiry), symbol: spotSymbol(exchange), exchange, expiry, rows: own };
  }
  return undefined;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
