/**
 * The open day as the ticker fills it: which rows a token stands in, and how a tick becomes figures of theirs.
 *
 * Figures belong to today's session or are not taken: after a night Kite still answers with the last session's, which
 * say nothing of today but the previous close. A tick without a time of the exchange counts by when it came.
 */
import { sessionOf } from "#contract/domain/calendar.ts";
import {
  ALL_FIELDS,
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  createLiveColumns,
  createMinuteColumns,
  HIGH,
  LOW,
  LTP,
  OI,
  OPEN,
  type RoomDay,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import { createTokenTable, EQ, isFuturesSymbol, type RoomName, underlyingOf } from "#contract/domain/instruments.ts";
import { ABSENT, type IsoDate } from "#contract/domain/units.ts";
import { type KiteTick, scaledPrice } from "./packets.ts";
import type { ListedRoom } from "./rooms.ts";

/** Where a token stands: a spot is in every room of its symbol. */
interface Place {
  readonly room: LiveRoom;
  readonly row: number;
}

interface LiveRoom {
  readonly day: RoomDay;
  /** Epoch seconds of the session's open and its close. */
  readonly opens: number;
  readonly closes: number;
  /** Rows changed since they were last told, each once, with the exchange's time of each. */
  readonly rows: Uint16Array;
  readonly stamps: Float64Array;
  count: number;
  /** By row: its place in `rows`, counted from 1; 0 for a row that has not changed. */
  readonly changedAt: Uint16Array;
}

interface Instrument {
  readonly places: readonly Place[];
  /** Volume on the wire wraps at 2^32: the last one seen, and what its turns so far add up to. */
  wireVolume: number;
  turns: number;
}

const WRAP = 0x1_0000_0000;

export class LiveDay {
  readonly date: IsoDate;
  readonly rooms: readonly RoomDay[];
  readonly #live: readonly LiveRoom[];
  readonly #instruments = new Map<number, Instrument>();

  constructor(listed: readonly ListedRoom[], date: IsoDate) {
    this.date = date;
    this.#live = listed.map((room) => liveRoom(room, date));
    this.rooms = this.#live.map(({ day }) => day);
    const places = new Map<number, Place[]>();
    for (const room of this.#live) {
      const { tokens } = room.day;
      for (let row = 0; row < tokens.length; row++) {
        const place = { room, row };
        places.get(tokens.token[row])?.push(place) ?? places.set(tokens.token[row], [place]);
      }
    }
    for (const [token, own] of places) this.#instruments.set(token, { places: own, wireVolume: 0, turns: 0 });
  }

  /** The rooms that any of these tokens stands in. */
  roomsOf(tokens: readonly number[]): Set<RoomName> {
    return new Set(
      tokens.flatMap((token) => this.#instruments.get(token)?.places.map(({ room }) => room.day.room) ?? []),
    );
  }

  /** Hot: takes a tick that came at `now` (epoch seconds). @returns false for a token that no room has. */
  take(tick: KiteTick, now: number): boolean {
    const instrument = this.#instruments.get(tick.token);
    if (instrument === undefined) return false;
    const { places } = instrument;
    const isToday = (tick.time === 0 ? now : tick.time) >= places[0].room.opens;
    const volume = isToday && tick.volume >= 0 ? unwrapped(instrument, tick.volume) : ABSENT;
    for (let i = 0; i < places.length; i++) {
      const { room, row } = places[i];
      takeClose(room, row, tick, now);
      if (!isToday) continue;
      write(room.day, row, tick, volume);
      mark(room, row, tick.time);
    }
    return true;
  }

  /** Tells of every room that has changed since the last time. */
  flush(tell: (room: RoomName, rows: Uint16Array, count: number, stamps: Float64Array) => void): void {
    for (const room of this.#live) {
      if (room.count === 0) continue;
      tell(room.day.room, room.rows, room.count, room.stamps);
      for (let i = 0; i < room.count; i++) room.changedAt[room.rows[i]] = 0;
      room.count = 0;
    }
  }

  /** Whether every instrument has told its previous close. */
  get hasCloses(): boolean {
    return this.rooms.every(({ tokens }) => !tokens.prevClose.subarray(0, tokens.length).includes(ABSENT));
  }
}

/** The close field is the previous session's until the session ends, then the day's own. */
function takeClose({ day, closes }: LiveRoom, row: number, tick: KiteTick, now: number): void {
  if (tick.close <= 0 || now >= closes) return;
  day.tokens.prevClose[row] = scaledPrice(tick.token, tick.close);
}

/** Kite's zeros are figures of a contract that has none: no trade today, no order on that side. */
function write({ live: { columns }, tokens }: RoomDay, row: number, tick: KiteTick, volume: number): void {
  const { token } = tick;
  columns[LTP][row] = scaledPrice(token, tick.lastPrice);
  if (tick.open < 0) return;
  columns[OPEN][row] = scaledPrice(token, tick.open);
  columns[HIGH][row] = scaledPrice(token, tick.high);
  columns[LOW][row] = scaledPrice(token, tick.low);
  if (volume === ABSENT) return;
  columns[VWAP][row] = scaledPrice(token, tick.averagePrice);
  columns[VOL][row] = volume;
  if (tick.oi < 0) return;
  columns[OI][row] = tokens.type[row] === EQ ? ABSENT : tick.oi;
  columns[BID][row] = scaledPrice(token, tick.bid);
  columns[BID_QTY][row] = tick.bid > 0 ? tick.bidQty : ABSENT;
  columns[ASK][row] = scaledPrice(token, tick.ask);
  columns[ASK_QTY][row] = tick.ask > 0 ? tick.askQty : ABSENT;
}

/**
 * Volume of the day from the 32 bits of it that are sent. A fall by more than half of the range is a turn of the
 * counter; a smaller one is a fall, which the watch on the feed refuses. A server that starts after a turn knows of none.
 */
function unwrapped(instrument: Instrument, wire: number): number {
  const falls = instrument.wireVolume - wire;
  if (falls > WRAP / 2) instrument.turns += WRAP;
  if (falls <= 0 || falls > WRAP / 2) instrument.wireVolume = wire;
  return instrument.turns + wire;
}

/** A row that comes twice in a message is told once, as it was last. */
function mark(room: LiveRoom, row: number, stamp: number): void {
  if (room.changedAt[row] === 0) {
    room.rows[room.count++] = row;
    room.changedAt[row] = room.count;
  }
  room.stamps[room.changedAt[row] - 1] = stamp;
}

function liveRoom(listed: ListedRoom, date: IsoDate): LiveRoom {
  const { room, symbol, exchange, expiry, rows } = listed;
  const underlying = underlyingOf(rows[0].symbol);
  const session = sessionOf(underlying.segment, date);
  if (session === undefined) throw new RangeError(`${room} does not trade on ${date}`);
  const tokens = createTokenTable(rows.length);
  if (isFuturesSymbol(symbol)) tokens.symbol = rows.map((row) => row.symbol);
  for (const { token, type, strike, lot } of rows) {
    const row = tokens.length++;
    tokens.token[row] = token;
    tokens.type[row] = type;
    tokens.strike[row] = Math.round(strike * underlying.priceScale);
    tokens.lotSize[row] = lot;
  }
  const midnight = Date.parse(`${date}T00:00:00+05:30`) / 1000;
  return {
    day: {
      room,
      symbol,
      exchange,
      expiry,
      date,
      source: "kite",
      priceScale: underlying.priceScale,
      open: session.open,
      cadence: 1,
      tokens,
      live: createLiveColumns(rows.length),
      minutes: createMinuteColumns(rows.length, session.points, ALL_FIELDS),
    },
    opens: midnight + session.open * 60,
    closes: midnight + session.close * 60,
    rows: new Uint16Array(rows.length),
    stamps: new Float64Array(rows.length),
    count: 0,
    changedAt: new Uint16Array(rows.length),
  };
}
