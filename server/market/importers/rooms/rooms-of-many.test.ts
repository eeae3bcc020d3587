/** Rooms of many underlyings out of rooms that differ in session and price scale. */
import { expect, test } from "vitest";
import {
  COMPLETE,
  CORE_FIELDS,
  createLiveColumns,
  createMinuteColumns,
  LTP,
  OI,
  type RoomDay,
} from "#contract/domain/columns.ts";
import { createTokenTable, EQ, FUT, roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { DaySpots, futuresRooms } from "./rooms-of-many.ts";

const EXPIRY = isoDate("2026-08-27");

/** A room of a spot and a future, with one minute. @param at of the day @param rupees of the future; the spot is one less */
function roomOf(symbol: string, open: number, at: number, rupees: number): RoomDay {
  const { exchange, priceScale } = underlyingOf(symbol);
  const tokens = createTokenTable(2);
  tokens.length = 2;
  tokens.type.set([EQ, FUT]);
  tokens.prevClose.set([rupees * priceScale, rupees * priceScale]);
  const minutes = createMinuteColumns(2, 480, CORE_FIELDS);
  minutes.state[at - open] = COMPLETE;
  minutes.columns[LTP].set([(rupees - 1) * priceScale, rupees * priceScale], (at - open) * 2);
  minutes.columns[OI].set([-1, 500], (at - open) * 2);
  return {
    room: roomName(symbol, EXPIRY),
    symbol,
    exchange,
    expiry: EXPIRY,
    date: isoDate("2026-08-18"),
    source: "import",
    priceScale,
    open: minute(open),
    cadence: 5,
    tokens,
    live: createLiveColumns(2),
    minutes,
  };
}

test("a currency beside an index: prices of one scale, minutes of one session; spots without it", () => {
  const rooms = [roomOf("NIFTY", 555, 600, 24_000), roomOf("USDINR", 540, 545, 85.25)];
  const futures = futuresRooms(rooms, []);
  const [day] = futures;
  expect(futures).toHaveLength(1);
  expect([day.symbol, day.open, day.priceScale, day.tokens.symbol]).toEqual([
    "Futures-NSE",
    540,
    10_000,
    ["NIFTY", "USDINR"],
  ]);
  const cell = (field: number, row: number, at: number) => day.minutes.columns[field][(at - 540) * 2 + row];
  expect([cell(LTP, 0, 600), cell(LTP, 1, 545), cell(LTP, 0, 545)]).toEqual([240_000_000, 852_500, -1]);
  expect([cell(OI, 0, 600), cell(OI, 1, 545)]).toEqual([500, 500]);
  expect([...day.tokens.prevClose]).toEqual([240_000_000, 852_500]);

  const spots = new DaySpots();
  for (const room of rooms) spots.add(room);
  const [market, ...others] = spots.roomsBeside(futures);
  expect(others).toEqual([]);
  expect([market.room, market.tokens.symbol, market.open, market.priceScale]).toEqual([
    "Spot-NSE-8/27/2026",
    ["NIFTY"],
    555,
    100,
  ]);
  expect(market.minutes.columns[LTP][600 - 555]).toBe(2_399_900);
});
