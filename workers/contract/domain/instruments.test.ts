import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { API_BASE, historyBase, joinPath, roomPath } from "../wire/http/api-path.ts";
import { extrapolateMinute } from "./clock.ts";
import {
  CORE_FIELDS,
  createColumns,
  createMinuteColumns,
  LTP,
  lastFilledSlot,
  MISSING_MINUTE,
  OI,
  PARTIAL,
  VWAP,
} from "./columns.ts";
import {
  contractId,
  contractKey,
  createTokenTable,
  expiryKey,
  expiryLabel,
  expiryPath,
  futuresRoomName,
  instrumentName,
  isCurrency,
  parseExpiry,
  parseRoom,
  roomName,
  underlyingOf,
} from "./instruments.ts";
import { isoDate } from "./units.ts";

const JAN = isoDate("2024-01-25");
const AUG = isoDate("2026-08-05");

describe("expiries", () => {
  test("have three forms: ':' in state, '/' in rooms and paths, 'Mon DD' on the option screens", () => {
    expect(expiryKey(AUG)).toBe("8:5:2026");
    expect(expiryPath(AUG)).toBe("8/5/2026");
    expect(expiryLabel(AUG)).toBe("Aug 05");
    expect(expiryLabel(JAN)).toBe("Jan 25");
  });

  test.each(["8:5:2026", "8/5/2026", "08:05:2026", "08/05/2026", "8/05/2026"])("%s is read", (text) => {
    expect(parseExpiry(text)).toBe(AUG);
  });

  test.each(["", "2026-08-05", "13/1/2026", "2/30/2026", "8-5-2026", "8/5/26", "8/5/2026 "])("%j is not", (text) => {
    expect(() => parseExpiry(text)).toThrow(RangeError);
  });

  test("every date survives both forms", () => {
    const dates = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const expiry = isoDate(date.toISOString().slice(0, 10));
        expect(parseExpiry(expiryKey(expiry))).toBe(expiry);
        expect(parseExpiry(expiryPath(expiry))).toBe(expiry);
        expect(parseRoom(roomName("M-M", expiry))).toEqual({ symbol: "M-M", expiry });
      }),
    );
  });
});

describe("rooms", () => {
  test("are named by symbol and expiry, futures by exchange and expiry", () => {
    expect(roomName("NIFTY", JAN)).toBe("NIFTY-1/25/2024");
    expect(futuresRoomName("BSE", JAN)).toBe("Futures-BSE-1/25/2024");
  });

  test("are read back, whatever the separator; symbols may have a '-'", () => {
    expect(parseRoom("BAJAJ-AUTO-01:25:2024")).toEqual({ symbol: "BAJAJ-AUTO", expiry: JAN });
    expect(parseRoom("Futures-NSE-1:25:2024")).toEqual({ symbol: "Futures-NSE", expiry: JAN });
  });

  test.each(["", "NIFTY", "-1/25/2024", "NIFTY-", "NIFTY-tomorrow", "Futures-MCX-1/25/2024"])("%j is none", (room) => {
    expect(parseRoom(room)).toBeUndefined();
  });
});

describe("contracts", () => {
  test("have a key of expiry, strike and type; a future has strike 0", () => {
    expect(contractKey({ expiry: JAN, strike: 21_500, type: "CE" })).toBe("1:25:202421500CE");
    expect(contractKey({ expiry: JAN, strike: 187.5, type: "PE" })).toBe("1:25:2024187.5PE");
    expect(contractKey({ expiry: JAN, strike: 21_500, type: "FUT" })).toBe("1:25:20240FUT");
    const key = { exchange: "NSE", underlying: "M&M", expiry: JAN, strike: 3100, type: "PE" } as const;
    expect(contractId(key)).toBe("NSE:M&M:1:25:20243100PE");
  });

  test("have an exchange's name", () => {
    expect(instrumentName("NIFTY", JAN, 21_500, "CE")).toBe("NIFTY24012521500CE");
    expect(instrumentName("NIFTY", JAN, 0, "FUT")).toBe("NIFTY24JANFUT");
    expect(instrumentName("NIFTY", JAN, 0, "EQ")).toBe("NIFTY");
  });

  test("USDINR has four decimals, a multiplier and a rate of its own; an unknown symbol is a stock of NSE", () => {
    expect(underlyingOf("USDINR")).toMatchObject({ decimals: 4, multiplier: 1000, priceScale: 10_000, tick: 0.0025 });
    expect(isCurrency("USDINR")).toBe(true);
    expect(underlyingOf("RELIANCE")).toMatchObject({ kind: "stock", exchange: "NSE", decimals: 2 });
    expect(underlyingOf("SENSEX").exchange).toBe("BSE");
  });

  test("a token table starts without previous figures", () => {
    const tokens = createTokenTable(2);
    expect([tokens.length, tokens.prevClose[1], tokens.prevOi[1], tokens.prevVol[1]]).toEqual([0, -1, -1, -1]);
  });
});

describe("paths", () => {
  test.each([
    ["https://x", "api/v1/"],
    ["https://x/", "api/v1/"],
    ["https://x", "/api/v1/"],
    ["https://x//", "//api/v1/"],
  ])("%s and %s join with one slash", (base, path) => {
    expect(joinPath(base, path)).toBe("https://x/api/v1/");
  });

  test("a past day has a base of its own, with or without a trailing slash before it", () => {
    expect(historyBase(`https://x${API_BASE}`, AUG)).toBe("https://x/api/v1/history/08:05:2026/");
    expect(historyBase("https://x/api/v1", AUG)).toBe("https://x/api/v1/history/08:05:2026/");
  });

  test("a room's slashes stay", () => {
    expect(roomPath("dbOI/{room}", roomName("NIFTY", JAN))).toBe("dbOI/NIFTY-1/25/2024");
  });
});

describe("tables", () => {
  test("begin absent: prices in Int32, quantities in Float64", () => {
    const columns = createColumns(3);
    expect(columns[LTP]).toEqual(Int32Array.of(-1, -1, -1));
    expect(columns[OI]).toEqual(Float64Array.of(-1, -1, -1));
  });

  test("minutes have cells for the fields the source has only", () => {
    const minutes = createMinuteColumns(4, 5, CORE_FIELDS);
    expect(minutes.columns[LTP]).toHaveLength(20);
    expect(minutes.columns[VWAP]).toHaveLength(0);
  });

  test("the last filled slot is found across holes; a partial minute counts", () => {
    const minutes = createMinuteColumns(1, 6, CORE_FIELDS);
    expect(lastFilledSlot(minutes)).toBe(-1);
    minutes.state[1] = PARTIAL;
    expect(lastFilledSlot(minutes)).toBe(1);
    expect(lastFilledSlot(minutes, 0)).toBe(-1);
    expect(lastFilledSlot(minutes, 99)).toBe(1);
    expect(minutes.state[0]).toBe(MISSING_MINUTE);
  });
});

test("the exchange clock runs on from its receipt, stands at rate 0, and ends with the day", () => {
  const time = { source: "sim", date: AUG, minute: 600, rate: 60, wall: 0 } as const;
  expect(extrapolateMinute(time, 1000)).toBe(601);
  expect(extrapolateMinute({ ...time, rate: 0 }, 1e9)).toBe(600);
  expect(extrapolateMinute(time, 1e9)).toBe(1440);
});

test.each(["2026-02-29", "2026-2-1", "20260201", "nonsense"])("%s is no date", (text) => {
  expect(() => isoDate(text)).toThrow(RangeError);
});
