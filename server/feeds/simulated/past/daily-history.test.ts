/** The past by day says what the days say, and stocks move as they were measured. */
import { describe, expect, it } from "vitest";
import { FUT, futuresRoomName } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { dailyHistory } from "./daily-history.ts";
import { simulatedDay } from "./simulated-history.ts";

const SEED = 7;
const LAST = isoDate("2026-11-19");
const history = dailyHistory(SEED, LAST, 250);

describe("the daily history", () => {
  it("has every day once, up to the one that was asked for, and all but currency", () => {
    expect(history.dates).toHaveLength(250);
    expect(history.dates.at(-1)).toBe(LAST);
    expect([...history.dates]).toEqual([...new Set(history.dates)].sort());
    expect(history.symbols.size).toBe(214);
    expect(history.symbols.has("USDINR")).toBe(false);
  });

  // With a closing auction, without one, on an expiry day, and in an hour of Muhurat.
  it.each(["2026-11-19", "2026-05-04", "2026-07-28", "2026-11-08"])("closes %s as that day does", (date) => {
    const slot = history.dates.indexOf(isoDate(date));
    const day = simulatedDay(SEED, isoDate(date));
    for (const { symbol, prevClose } of day.symbols) {
      const closes = history.symbols.get(symbol);
      if (!closes) continue;
      expect(closes.close[slot], symbol).toBe(day.spots[symbol]);
      expect(closes.previous[slot], symbol).toBe(prevClose);
    }
  });

  it("does not depend on how many days or symbols were asked for", () => {
    const few = dailyHistory(SEED, LAST, 3, ["BANKNIFTY", "TCS"]);
    expect([...few.symbols.keys()]).toEqual(["BANKNIFTY", "TCS"]);
    for (const [symbol, { close, iv }] of few.symbols) {
      expect(close).toEqual(history.symbols.get(symbol)?.close.slice(-3));
      expect(iv).toEqual(history.symbols.get(symbol)?.iv.slice(-3));
    }
  });

  it("joins up: a day's previous close is the close of the day before", () => {
    for (const { close, previous } of history.symbols.values()) {
      expect(Array.from(previous.slice(1))).toEqual(Array.from(close.slice(0, -1)));
    }
  });
});

describe("stocks of a year", () => {
  const stocks = [...history.symbols].filter(([symbol]) => !/NIFTY|SENSEX|BANKEX/.test(symbol)).map(([, days]) => days);
  const returns = stocks.map(({ close, previous }) => close.map((value, i) => Math.log(value / (previous[i] ?? 1))));
  const sd = (values: Float64Array) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);
  const middle = (values: readonly number[], share = 0.5) =>
    [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;

  it("move 1.6 % a day with fat tails, some three times as much as others", () => {
    const sds = returns.map(sd);
    expect(middle(sds)).toBeGreaterThan(0.013);
    expect(middle(sds)).toBeLessThan(0.019);
    expect(middle(sds, 0.95) / middle(sds, 0.05)).toBeGreaterThan(1.7);
    const all = returns.flatMap((values) => Array.from(values));
    const [second, fourth] = [2, 4].map((power) => all.reduce((sum, x) => sum + x ** power, 0) / all.length);
    expect((fourth ?? 0) / (second ?? 1) ** 2).toBeGreaterThan(5);
  });

  it("rise and fall together: on one day in ten a quarter of them rise, on another three quarters", () => {
    const rising = history.dates.map(
      (_, i) => returns.filter((values) => (values[i] ?? 0) > 0).length / returns.length,
    );
    expect(middle(rising, 0.1)).toBeLessThan(0.35);
    expect(middle(rising, 0.9)).toBeGreaterThan(0.65);
  });

  it("have volatilities of 15 to 45 %, a little above what they move", () => {
    const ratios = stocks.map(
      ({ iv }, i) => middle(Array.from(iv)) / (sd(returns[i] ?? new Float64Array()) * 252 ** 0.5),
    );
    expect(middle(ratios)).toBeGreaterThan(0.85);
    expect(middle(ratios)).toBeLessThan(1.35);
    const levels = stocks.map(({ iv }) => middle(Array.from(iv)));
    expect(middle(levels, 0.05)).toBeGreaterThan(0.12);
    expect(middle(levels, 0.95)).toBeLessThan(0.5);
  });
});

it("the futures of a past day come without their options, and are those of the day", () => {
  const symbols = ["NIFTY", "RELIANCE"];
  const day = simulatedDay(SEED, LAST, symbols);
  const expiry = isoDate("2026-11-23");
  const futures = day.room(futuresRoomName("NSE", expiry), "interest");
  expect(futures?.tokens.symbol).toEqual(symbols);
  const room = day.room("RELIANCE-11/23/2026");
  if (!futures || !room) throw new Error("not listed");
  expect(room.sd).toBe(day.symbols.find(({ symbol }) => symbol === "RELIANCE")?.sd);
  const row = room.tokens.type.indexOf(FUT);
  for (const field of [0, 2]) {
    for (let slot = 0; slot < room.minutes.slots; slot += 30) {
      expect(futures.minutes.columns[field]?.[slot * futures.minutes.stride + 1]).toBe(
        room.minutes.columns[field]?.[slot * room.minutes.stride + row],
      );
    }
  }
  expect(day.room(futuresRoomName("BSE", expiry), "interest")).toBeUndefined();
});
