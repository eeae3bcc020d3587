/**
 * The open day as the ticker fills it: which rows a token stands in, and how a tick becomes figures of theirs.
 *
 * Figures belong to today's session or are not taken: after a night Kite still answers with the last session's, which
 * say nothing of today but the previous close and the open interest that was held overnight. A tick without a time of the exchange counts by when it came.
 */

import {
  ALL_FIELDS,
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  createLiveColumns,
  HIGH,
  LOW,
  LTP,
  OI,
  OPEN,
  type RoomDay,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import {
  createTokenTable,
  EQ,
  isManySymbol,
  type RoomName,
  rowSymbol,
  type Segment,
  underlyingOf,
} from "#contract/domain/instruments.ts";
import { type Session, sessionOf } from "#contract/domain/reference/calendar.ts";
import { ABSENT, type IsoDate, minute, priceScale } from "#contract/domain/units.ts";
import { openMinutes } from "../../market/minutes/pack-room.ts";
import { type KiteTick, scaledPrice } from "./packets.ts";
import type { ListedRoom } from "./rooms.ts";

/** Where a token stands: a spot is in every room of its symbol. */
interface Place {
  readonly room: LiveRoom;
  readonly row: number;
  /** What its own prices are multiplied by: a futures room has the finest scale of its rows. */
  readonly factor: number;
}

interface LiveRoom {
  readonly day: RoomDay;
  /** Rows changed since they were last told, each once, with the exchange's time of each. */
  readonly rows: Uint16Array;
  readonly stamps: Float64Array;
  count: number;
  /** By row: its place in `rows`, counted from 1; 0 for a row that has not changed. */
  readonly changedAt: Uint16Array;
  /** Previous figures became known since that was last told. */
  hasLearned: boolean;
}

interface Instrument {
  readonly places: Place[];
  /** Epoch seconds of its session's open and close. */
  readonly opens: number;
  readonly closes: number;
  isHeard: boolean;
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
  #unheard: number;
  /** Some room has. */
  #hasLearned = false;

  constructor(listed: readonly ListedRoom[], date: IsoDate) {
    this.date = date;
    this.#live = listed.map((room) => liveRoom(room, date));
    this.rooms = this.#live.map(({ day }) => day);
    const midnight = Date.parse(`${date}T00:00:00+05:30`) / 1000;
    for (const room of this.#live) {
      const { tokens, priceScale } = room.day;
      for (let row = 0; row < tokens.length; row++) {
        const { segment, priceScale: own } = underlyingOf(rowSymbol(room.day, row));
        const place = { room, row, factor: priceScale / own };
        const known = this.#instruments.get(tokens.token[row]);
        if (known) {
          known.places.push(place);
          continue;
        }
        const session = sessionOn(segment, date);
        const [opens, closes] = [midnight + session.open * 60, midnight + session.close * 60];
        const state = { isHeard: false, wireVolume: 0, turns: 0 };
        this.#instruments.set(tokens.token[row], { places: [place], opens, closes, ...state });
      }
    }
    this.#unheard = this.#instruments.size;
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
    if (!instrument.isHeard) this.#unheard--;
    instrument.isHeard = true;
    const { places, opens, closes } = instrument;
    const isToday = (tick.time === 0 ? now : tick.time) >= opens;
    const volume = isToday && tick.volume >= 0 ? unwrapped(instrument, tick.volume) : ABSENT;
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      // The close field is the previous session's until the session ends, then the day's own.
      if (tick.close > 0 && now < closes && takeClose(place, tick)) this.#hasLearned = true;
      if (!isToday) {
        if (carryOver(place, tick, now >= opens)) this.#hasLearned = true;
        continue;
      }
      write(place, tick, volume);
      mark(place.room, place.row, tick.time);
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

  /** The rooms of which previous figures became known since the last time. */
  takeLearned(): RoomName[] {
    if (!this.#hasLearned) return [];
    this.#hasLearned = false;
    const learned = this.#live.filter(({ hasLearned }) => hasLearned);
    for (const room of learned) room.hasLearned = false;
    return learned.map(({ day }) => day.room);
  }

  /** Whether every instrument has been heard of, be it with figures of another session. */
  get hasHeardAll(): boolean {
    return this.#unheard === 0;
  }
}

/** @returns whether that is news. */
function takeClose({ room, row, factor }: Place, { token, close }: KiteTick): boolean {
  const { prevClose } = room.day.tokens;
  const known = prevClose[row];
  prevClose[row] = scaledPrice(token, close, factor);
  if (prevClose[row] === known) return false;
  room.hasLearned = true;
  return true;
}

/**
 * Open interest is held overnight: a contract that nobody has touched since has today what it ended its last session
 * with. Nothing is told of it before the open.
 * @returns whether the previous open interest is news.
 */
function carryOver({ room, row }: Place, { oi, time }: KiteTick, isTold: boolean): boolean {
  const { tokens, live } = room.day;
  if (oi < 0 || time === 0 || tokens.type[row] === EQ) return false;
  const isNews = tokens.prevOi[row] === ABSENT;
  if (isNews) {
    tokens.prevOi[row] = oi;
    room.hasLearned = true;
  }
  if (live.columns[OI][row] === ABSENT) {
    live.columns[OI][row] = oi;
    if (isTold) mark(room, row, 0);
  }
  return isNews;
}

/** Kite's zeros are figures of a contract that has none: no trade today, no order on that side. */
function write({ room, row, factor }: Place, tick: KiteTick, volume: number): void {
  const { tokens, live } = room.day;
  const { columns } = live;
  const { token } = tick;
  columns[LTP][row] = scaledPrice(token, tick.lastPrice, factor);
  if (tick.open < 0) return;
  columns[OPEN][row] = scaledPrice(token, tick.open, factor);
  columns[HIGH][row] = scaledPrice(token, tick.high, factor);
  columns[LOW][row] = scaledPrice(token, tick.low, factor);
  if (volume === ABSENT) return;
  columns[VWAP][row] = scaledPrice(token, tick.averagePrice, factor);
  columns[VOL][row] = volume;
  if (tick.oi < 0) return;
  columns[OI][row] = tokens.type[row] === EQ ? ABSENT : tick.oi;
  columns[BID][row] = scaledPrice(token, tick.bid, factor);
  columns[BID_QTY][row] = tick.bid > 0 ? tick.bidQty : ABSENT;
  columns[ASK][row] = scaledPrice(token, tick.ask, factor);
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
  const underlyings = rows.map((row) => underlyingOf(row.symbol));
  const sessions = underlyings.map(({ segment }) => sessionOn(segment, date));
  const scale = priceScale(Math.max(...underlyings.map((underlying) => underlying.priceScale)));
  const open = minute(Math.min(...sessions.map((session) => session.open)));
  const close = Math.max(...sessions.map((session) => session.close));
  const tokens = createTokenTable(rows.length);
  if (isManySymbol(symbol)) tokens.symbol = rows.map((row) => row.symbol);
  for (const { token, type, strike, lot } of rows) {
    const row = tokens.length++;
    tokens.token[row] = token;
    tokens.type[row] = type;
    tokens.strike[row] = Math.round(strike * scale);
    tokens.lotSize[row] = lot;
  }
  const live = createLiveColumns(rows.length);
  const minutes = openMinutes({ symbol, priceScale: scale, tokens }, close - open + 1, ALL_FIELDS);
  const names = { room, symbol, exchange, expiry, date, source: "kite" } as const;
  return {
    day: { ...names, priceScale: scale, open, cadence: 1, tokens, live, minutes },
    rows: new Uint16Array(rows.length),
    stamps: new Float64Array(rows.length),
    count: 0,
    changedAt: new Uint16Array(rows.length),
    hasLearned: false,
  };
}

function sessionOn(segment: Segment, date: IsoDate): Session {
  const session = sessionOf(segment, date);
  if (session === undefined) throw new RangeError(`${segment} does not trade on ${date}`);
  return session;
}
