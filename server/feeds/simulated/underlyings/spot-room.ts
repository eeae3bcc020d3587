/**
 * A spot room: what every underlying of an exchange that has futures is worth on the cash market, so that basis and carry of the
 * whole market need no chain of any. Its prints are those of the option rooms: the path by second, published when it changes.
 */

import {
  ALL_FIELDS,
  type ColumnSet,
  createLiveColumns,
  HIGH,
  LOW,
  LTP,
  OPEN,
  type RoomDay,
} from "#contract/domain/columns.ts";
import {
  createTokenTable,
  EQ,
  type Exchange,
  type RoomName,
  spotRoomName,
  spotSymbol,
} from "#contract/domain/instruments.ts";
import type { Session } from "#contract/domain/reference/calendar.ts";
import { ABSENT, type IsoDate } from "#contract/domain/units.ts";
import { type RoomListing, tokenOf } from "../exchange/listing.ts";
import { plainMinutes, type Run, type RunnableRoom, type RunState } from "../exchange/run.ts";
import type { FuturesListing } from "../futures/futures-room.ts";
import type { UnderlyingDay } from "./underlying-day.ts";

export interface SpotListing {
  readonly name: RoomName;
  readonly exchange: Exchange;
  /** Of the nearest futures that are not a currency's. */
  readonly expiry: IsoDate;
  /** A room that prints each spot. */
  readonly spots: readonly RoomListing[];
}

/** The spot rooms of a day: one of each exchange that has futures of anything but currencies. */
export function listSpots(futures: readonly FuturesListing[]): SpotListing[] {
  const rooms = new Map<Exchange, SpotListing>();
  for (const { exchange, expiry, futures: listings } of futures) {
    const spots = listings.filter(({ underlying }) => underlying.kind !== "currency");
    if (spots.length === 0 || rooms.has(exchange)) continue;
    rooms.set(exchange, { name: spotRoomName(exchange, expiry), exchange, expiry, spots });
  }
  return [...rooms.values()];
}

/** An underlying of the room: its day, what it is listed as, and its previous close, scaled. */
export interface SpotOfDay {
  readonly listing: RoomListing;
  readonly day: UnderlyingDay;
  readonly prevClose: number;
}

/** @param spots in the order of the rows; at least one */
export function spotRoom({ name, exchange, expiry }: SpotListing, spots: readonly SpotOfDay[]): RunnableRoom {
  const days = spots.map(({ day }) => day);
  const [first] = days;
  if (!first) throw new RangeError(`${name} has no underlying`);
  const { session, date } = first;
  const { priceScale } = first.underlying;
  const tokens = createTokenTable(spots.length);
  for (const { listing, prevClose } of spots) {
    const row = tokens.length++;
    tokens.token[row] = tokenOf(listing.underlying, expiry, 0, EQ);
    tokens.type[row] = EQ;
    tokens.lotSize[row] = listing.lot;
    tokens.prevClose[row] = prevClose;
  }
  tokens.symbol = spots.map(({ listing }) => listing.underlying.symbol);
  const symbol = spotSymbol(exchange);
  return {
    name,
    session,
    rows: spots.length,
    run: (columns, from) => new SpotRun(days, session, tokens.prevClose, columns, from),
    roomDay(create = plainMinutes): RoomDay {
      const minutes = create({ symbol, priceScale, tokens }, session.points, ALL_FIELDS);
      const names = { room: name, symbol, exchange, expiry, date, source: "sim", priceScale } as const;
      return { ...names, open: session.open, cadence: 1, tokens, live: createLiveColumns(spots.length), minutes };
    },
  };
}

const SECONDS = 60;

/** Hot: a print of each underlying every second. */
class SpotRun implements Run {
  slot = -1;
  readonly columns: ColumnSet;
  readonly #days: readonly UnderlyingDay[];
  readonly #session: Session;

  constructor(
    days: readonly UnderlyingDay[],
    session: Session,
    prevClose: Int32Array,
    columns: ColumnSet,
    from: RunState | undefined,
  ) {
    this.#days = days;
    this.#session = session;
    this.columns = columns;
    for (const [field, column] of columns.entries()) {
      if (from) column.set(from.columns[field] as Float64Array);
      else column.fill(ABSENT);
    }
    if (from) this.slot = from.slot;
    else columns[LTP].set(prevClose.subarray(0, days.length));
  }

  prepare(): void {
    for (const day of this.#days) day.spot.at(0);
  }

  minute(): void {
    this.slot++;
    for (let s = 0; s < SECONDS; s++) this.#print(s, undefined);
  }

  second(slot: number, s: number, changed: Uint16Array): number {
    this.slot = slot;
    return this.#print(s, changed);
  }

  #print(s: number, changed: Uint16Array | undefined): number {
    const { [LTP]: ltp, [OPEN]: open, [HIGH]: high, [LOW]: low } = this.columns;
    let count = 0;
    for (let row = 0; row < this.#days.length; row++) {
      const { spot, from } = this.#days[row]!;
      const price = spot[(this.#session.open + this.slot - from) * SECONDS + s] ?? 0;
      const isFirst = open[row] === ABSENT;
      if (price === ltp[row] && !isFirst) continue;
      ltp[row] = price;
      if (isFirst) open[row] = price;
      if (isFirst || price > high[row]!) high[row] = price;
      if (isFirst || price < low[row]!) low[row] = price;
      if (changed) changed[count] = row;
      count++;
    }
    return count;
  }
}
