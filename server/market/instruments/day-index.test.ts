import { describe, expect, it } from "vitest";
import { createLiveColumns, type RoomDay } from "#contract/domain/columns.ts";
import {
  CE,
  type ContractKey,
  createTokenTable,
  EQ,
  type Exchange,
  FUT,
  PE,
  roomName,
} from "#contract/domain/instruments.ts";
import { isoDate, priceScale } from "#contract/domain/units.ts";
import type { LiveRoom, OpenDay } from "../open-day/open-day.ts";
import { DayIndex } from "./day-index.ts";

const WEEKLY = isoDate("2026-11-23");
const MONTHLY = isoDate("2026-11-26");

type Line = readonly [token: number, type: number, strike: number, symbol?: string];

function roomOf(symbol: string, expiry: typeof WEEKLY, lines: readonly Line[]): LiveRoom {
  const tokens = createTokenTable(lines.length);
  for (const [row, [token, type, strike]] of lines.entries()) {
    tokens.token[row] = token;
    tokens.type[row] = type;
    tokens.strike[row] = strike * 100;
    tokens.lotSize[row] = 20;
  }
  tokens.length = lines.length;
  if (symbol.startsWith("Futures-")) tokens.symbol = lines.map(([, , , of]) => of ?? "");
  const live = createLiveColumns(lines.length);
  return {
    day: {
      room: roomName(symbol, expiry),
      symbol,
      expiry,
      priceScale: priceScale(100),
      tokens,
      live,
    },
    closedPrices: [],
  };
}

function dayOf(rooms: readonly LiveRoom[]): OpenDay {
  const facts = (symbol: string, exchange: Exchange) => ({
    symbol,
    exchange,
    lotSize: 20,
    strikeStep: 100,
    freezeQty: 1000,
    ticks: { future: 0.2 },
    expiries: [WEEKLY, MONTHLY],
    futureExpiries: [MONTHLY],
    prevClose: undefined,
    sd: undefined,
  });
  return {
    date: isoDate("2026-11-20"),
    source: "sim",
    symbols: [facts("SENSEX", "BSE")],
    rooms: new Map(rooms.map((room): [RoomDay["room"], LiveRoom] => [room.day.room, room])),
  };
}

const sensex = (part: Pick<ContractKey, "expiry" | "strike" | "type">): ContractKey => ({
  exchange: "BSE",
  underlying: "SENSEX",
  ...part,
});

describe("the day's index", () => {
  const weekly = roomOf("SENSEX", WEEKLY, [
    [1, EQ, 0],
    [2, FUT, 0],
    [3, CE, 80_000],
    [4, PE, 80_000],
  ]);
  const futures = roomOf("Futures-BSE", MONTHLY, [[2, FUT, 0, "SENSEX"]]);

  it("finds a contract by what it is: room, row, token, lot, tick and freeze", () => {
    const index = new DayIndex(() => dayOf([weekly, futures]));
    const key = sensex({ expiry: WEEKLY, strike: 80_000, type: "PE" });
    expect(index.contract(key)).toEqual({
      key,
      name: "SENSEX26112380000PE",
      token: 4,
      lot: 20,
      tick: 0.05,
      freeze: 1000,
      room: weekly,
      row: 3,
    });
    expect(index.contract({ ...key, exchange: "NSE" })).toBeUndefined();
    expect(index.contract({ ...key, strike: 80_100 })).toBeUndefined();
  });

  it("knows the price step of futures apart from that of options", () => {
    const index = new DayIndex(() => dayOf([weekly, futures]));
    expect(index.contract(sensex({ expiry: MONTHLY, strike: 0, type: "FUT" }))?.tick).toBe(0.2);
    expect(index.contract(sensex({ expiry: WEEKLY, strike: 80_000, type: "CE" }))?.tick).toBe(0.05);
  });

  it("knows a future by its own expiry, in whichever room it is printed first", () => {
    const index = new DayIndex(() => dayOf([weekly, futures]));
    const key = sensex({ expiry: MONTHLY, strike: 0, type: "FUT" });
    expect(index.contract(key)).toMatchObject({ token: 2, room: weekly, row: 1, name: "SENSEX26NOVFUT" });
    expect(index.contract({ ...key, expiry: WEEKLY })).toBeUndefined();
    expect([index.find("SENSEX")?.row, index.nameOf(2)]).toEqual([0, "SENSEX26NOVFUT"]);
  });

  it("names the future of a room beyond all futures as the last one that is listed", () => {
    const far = roomOf("SENSEX", isoDate("2027-06-24"), [[5, FUT, 0]]);
    const index = new DayIndex(() => dayOf([weekly, far, futures]));
    expect(index.nameOf(5)).toBe("SENSEX26NOVFUT");
    expect(index.find("SENSEX26NOVFUT")).toMatchObject({ room: weekly });
    expect(index.contract(sensex({ expiry: isoDate("2027-06-24"), strike: 0, type: "FUT" }))).toBeUndefined();
  });

  it("knows futures that expire in one month apart: the last of them has the month's name", () => {
    const early = roomOf("Futures-NSE", WEEKLY, [[7, FUT, 0, "USDINR"]]);
    const late = roomOf("Futures-NSE", MONTHLY, [[8, FUT, 0, "USDINR"]]);
    const day = dayOf([early, late]);
    const [facts] = day.symbols;
    const usdinr = { ...facts!, symbol: "USDINR", exchange: "NSE" as const, futureExpiries: [WEEKLY, MONTHLY] };
    const index = new DayIndex(() => ({ ...day, symbols: [usdinr] }));
    const key = { exchange: "NSE", underlying: "USDINR", expiry: MONTHLY, strike: 0, type: "FUT" } as const;
    expect(index.contract(key)).toMatchObject({ token: 8, name: "USDINR26NOVFUT" });
    expect(index.contract({ ...key, expiry: WEEKLY })).toMatchObject({ token: 7, name: "USDINR26NOV23FUT" });
    expect(index.find("USDINR26NOVFUT")?.room).toBe(late);
  });

  it("follows the day that is open", () => {
    let day = dayOf([futures]);
    const index = new DayIndex(() => day);
    const key = sensex({ expiry: WEEKLY, strike: 80_000, type: "CE" });
    expect(index.contract(key)).toBeUndefined();
    day = dayOf([weekly]);
    expect(index.contract(key)?.row).toBe(2);
  });
});
