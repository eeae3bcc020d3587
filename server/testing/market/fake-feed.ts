/** A feed that a test moves by hand: a day with two rooms (or more), and whatever clock the test says. */

import type { ExchangeTime } from "#contract/domain/clock.ts";
import {
  ALL_FIELDS,
  COMPLETE,
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  isPriceField,
  LTP,
  type RoomDay,
} from "#contract/domain/columns.ts";
import { CE, createTokenTable, EQ, FUT, PE, roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { sessionOf } from "#contract/domain/reference/calendar.ts";
import { type IsoDate, isoDate, minute, type Slot } from "#contract/domain/units.ts";
import { growRoomDay } from "#contract/wire/frame/capacity.ts";
import type { Feed, FeedSink, ResumePoint, SymbolFacts, TradingDay } from "../../market/feed.ts";

export const FAKE_DATE = isoDate("2026-07-27");
export const NIFTY_ROOM = "NIFTY-7/28/2026";
export const USDINR_ROOM = "USDINR-7/29/2026";

let tokens = 1000;

/** A room-day with spot, future and `strikes` x 2 options; no figures yet. */
export function fakeRoom(symbol: string, expiry: IsoDate, strikes: number, date: IsoDate = FAKE_DATE): RoomDay {
  const underlying = underlyingOf(symbol);
  const session = sessionOf(underlying.segment, date);
  if (session === undefined) throw new Error(`${date} does not trade`);
  const rows = 2 + strikes * 2;
  const table = createTokenTable(rows);
  for (let row = 0; row < rows; row++) {
    table.token[row] = tokens++;
    table.type[row] = row === 0 ? EQ : row === 1 ? FUT : row % 2 === 0 ? CE : PE;
    table.strike[row] = row < 2 ? 0 : (900 + 10 * Math.floor(row / 2)) * underlying.priceScale;
    table.lotSize[row] = row === 0 ? 1 : 75;
    table.prevClose[row] = 100 * underlying.priceScale;
    table.prevOi[row] = row === 0 ? -1 : 7500;
    table.prevVol[row] = -1;
  }
  table.length = rows;
  return {
    room: roomName(symbol, expiry),
    symbol,
    exchange: underlying.exchange,
    expiry,
    date,
    source: "sim",
    priceScale: underlying.priceScale,
    open: session.open,
    cadence: 1,
    tokens: table,
    live: createLiveColumns(rows),
    minutes: createMinuteColumns(rows, session.points, ALL_FIELDS),
  };
}

const facts = (symbol: string, expiry: IsoDate, sd: number | undefined): SymbolFacts => ({
  symbol,
  exchange: underlyingOf(symbol).exchange,
  lotSize: 75,
  strikeStep: 10,
  freezeQty: 1800,
  // As NSE has it for futures of an index between 15,000 and 30,000.
  ...(symbol === "NIFTY" && { ticks: { future: 0.1 } }),
  expiries: [expiry],
  futureExpiries: [expiry],
  prevClose: 1000,
  sd,
});

export function fakeDay(date: IsoDate = FAKE_DATE, strikes = 4): TradingDay {
  tokens = 1000;
  const nifty = isoDate("2026-07-28");
  const usdinr = isoDate("2026-07-29");
  return {
    date,
    source: "sim",
    symbols: [facts("NIFTY", nifty, 0.01), facts("USDINR", usdinr, undefined)],
    rooms: [fakeRoom("NIFTY", nifty, strikes, date), fakeRoom("USDINR", usdinr, 2, date)],
  };
}

export class FakeFeed implements Feed {
  readonly source = "sim" as const;
  readonly resumed: (ResumePoint | undefined)[] = [];
  day: TradingDay;
  at: number;
  rate: number;
  /** Whether backfill knows the past: then every past cell holds `pastValue`. */
  knowsPast = false;
  sink: FeedSink | undefined;
  readonly #rows = new Uint16Array(20_000);

  constructor(options: { readonly day?: TradingDay; readonly at?: number; readonly rate?: number } = {}) {
    this.day = options.day ?? fakeDay();
    this.at = options.at ?? 735;
    this.rate = options.rate ?? 1;
  }

  get room(): RoomDay {
    return this.day.rooms[0] as RoomDay;
  }

  async start(sink: FeedSink, resume?: ResumePoint): Promise<void> {
    this.sink = sink;
    this.resumed.push(resume);
    if (resume) this.at = resume.minute + 1;
    sink.open(this.day);
  }

  time(): ExchangeTime {
    return { source: "sim", date: this.day.date, minute: this.at, rate: this.rate, wall: 0 };
  }

  backfill(day: RoomDay, from: Slot, to: Slot): boolean {
    if (!this.knowsPast) return false;
    for (let slot: number = from; slot <= to; slot++) {
      day.minutes.state[slot] = COMPLETE;
      for (let field = 0; field < FIELD_COUNT; field++) {
        for (let row = 0; row < day.tokens.length; row++) {
          day.minutes.columns[field][slot * day.minutes.stride + row] = pastValue(slot, row, field);
        }
      }
    }
    return true;
  }

  async stop(): Promise<void> {
    this.sink = undefined;
  }

  /** Writes a value into every field of some rows, and says so. */
  tick(room: RoomDay, value: number, rows: readonly number[] = allRows(room)): void {
    rows.forEach((row, i) => {
      this.#rows[i] = row;
      for (let field = 0; field < FIELD_COUNT; field++) room.live.columns[field][row] = fieldValue(value, row, field);
    });
    this.sink?.changed(room.room, this.#rows, rows.length);
  }

  /** Lists one more contract. */
  extend(room: RoomDay): void {
    const row = room.tokens.length;
    growRoomDay(room, row + 1);
    room.tokens.token[row] = 50_000 + row;
    room.tokens.type[row] = CE;
    room.tokens.strike[row] = 5000 * room.priceScale;
    room.tokens.lotSize[row] = 75;
    room.tokens.length = row + 1;
    this.sink?.extended(room.room);
  }
}

export const allRows = (room: RoomDay): number[] => Array.from({ length: room.tokens.length }, (_, row) => row);
export const fieldValue = (value: number, row: number, field: number): number =>
  isPriceField(field) ? value * 5 + row * 5 : value * 75 + row * 75 + field;
export const pastValue = (slot: number, row: number, field: number): number => fieldValue(slot + 1, row, field);

/** The scaled last price of a row at a minute; undefined for a hole. */
export function ltpAt(room: RoomDay, at: number, row: number): number | undefined {
  const slot = minute(at) - room.open;
  return room.minutes.state[slot] === 0 ? undefined : room.minutes.columns[LTP][slot * room.minutes.stride + row];
}
