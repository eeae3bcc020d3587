/** The whole market: who is listed, with which tokens, and that futures rooms show what option rooms show. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIELD_COUNT, isPriceField, type RoomDay } from "#contract/domain/columns.ts";
import { CE, EQ, FUT, futuresRoomName, PE } from "#contract/domain/instruments.ts";
import { defaultStrikeStep } from "#contract/domain/reference/lots.ts";
import { STOCK_SYMBOLS } from "#contract/domain/reference/stock-lots.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { simulatedDay } from "../past/simulated-history.ts";
import { tableOf, tokenOf } from "./listing.ts";
import { marketDay } from "./market-day.ts";
import { futureTick, optionTick, spotTick } from "./ticks.ts";
import { INDICES, readSymbols, UNIVERSE } from "./universe.ts";

const SEED = 7;
const FRIDAY = isoDate("2026-11-20");

describe("the universe", () => {
  it("is the seven, then every stock with derivatives", () => {
    const symbols = UNIVERSE.map(({ underlying }) => underlying.symbol);
    expect(symbols.slice(0, 7)).toEqual(INDICES);
    expect(new Set(symbols.slice(7))).toEqual(new Set(STOCK_SYMBOLS));
    expect(symbols).toHaveLength(215);
    for (const { facts } of UNIVERSE) expect(facts.level).toBeGreaterThan(0);
  });

  it("lists some 55,000 contracts in 680 option rooms, three months of each stock, lots and steps as last seen", () => {
    const day = marketDay(SEED, FRIDAY);
    expect(day.underlyings).toHaveLength(215);
    expect(day.listings).toHaveLength(56 + 208 * 3);
    const tokens = new Set<number>();
    let [options, twice, lotless] = [0, 0, 0];
    for (const listing of day.listings) {
      const table = tableOf(listing);
      for (let row = 0; row < table.length; row++) {
        const token = table.token[row] ?? 0;
        const isOption = table.type[row] === CE || table.type[row] === PE;
        if (isOption) options++;
        if (isOption && tokens.has(token)) twice++;
        tokens.add(token);
        if (!((table.lotSize[row] ?? 0) > 0)) lotless++;
      }
    }
    expect([twice, lotless]).toEqual([0, 0]);
    expect(options).toBeGreaterThan(50_000);
    expect(options).toBeLessThan(62_000);
    // One spot (not of currency), and as many futures as there are rooms of them.
    const futures = day.futures.reduce((sum, room) => sum + room.futures.length, 0);
    expect(tokens.size).toBe(options + 214 + futures);
    const near = day.listings.find(({ underlying }) => underlying.symbol === "RELIANCE");
    expect(near).toMatchObject({ expiry: "2026-11-23", lot: 500, future: "2026-11-23", roll: 3 });
  });

  it("gives a stock's contract one token, above every other underlying's, on all days", () => {
    const stocks = UNIVERSE.slice(7).map(({ underlying }) => underlying);
    const months = fc.integer({ min: 0, max: 400 }).map((months) => {
      const year = 2020 + Math.floor(months / 12);
      return isoDate(`${year}-${String((months % 12) + 1).padStart(2, "0")}-15`);
    });
    const contract = fc.record({
      stock: fc.constantFrom(...stocks),
      expiry: months,
      steps: fc.integer({ min: 1, max: 4000 }),
      type: fc.constantFrom(FUT, CE, PE),
    });
    const seen = new Map<number, string>();
    fc.assert(
      fc.property(contract, ({ stock, expiry, steps, type }) => {
        const strike = type === FUT ? 0 : steps * defaultStrikeStep(stock.symbol);
        const token = tokenOf(stock, expiry, strike, type);
        expect(Number.isInteger(token) && token >= 2 ** 31 && token < 2 ** 32).toBe(true);
        const name = `${stock.symbol} ${expiry.slice(0, 7)} ${strike} ${type}`;
        expect(seen.get(token) ?? name).toBe(name);
        seen.set(token, name);
      }),
    );
    for (const { underlying } of UNIVERSE.slice(0, 7)) {
      expect(tokenOf(underlying, isoDate("2031-12-30"), 200_000, PE)).toBeLessThan(2 ** 31);
    }
  });

  it("lists every underlying's futures without option chains where 'futures' is chosen", () => {
    const day = marketDay(SEED, FRIDAY, readSymbols("NIFTY,futures"));
    expect(day.underlyings).toHaveLength(215);
    expect(new Set(day.listings.map(({ underlying }) => underlying.symbol))).toEqual(new Set(["NIFTY"]));
    const everything = marketDay(SEED, FRIDAY);
    const named = ({ futures }: typeof day) =>
      futures.map(({ name, futures: rows }) => [name, rows.map(({ underlying }) => underlying.symbol)]);
    expect(named(day)).toEqual(named(everything));
    expect(day.futures.flatMap(({ futures }) => futures).length).toBeGreaterThan(208 * 3);
    const stock = simulatedDay(SEED, FRIDAY, ["futures"]).symbols.find(({ symbol }) => symbol === "RELIANCE");
    expect(stock).toMatchObject({ expiries: [], lotSize: 500, freezeQty: expect.any(Number) });
    expect(stock?.futureExpiries).toHaveLength(3);
    expect(stock?.prevClose).toBeGreaterThan(0);
  });

  it("is chosen by name, and an unknown name is told in one line", () => {
    expect(readSymbols("all")).toBeUndefined();
    expect(readSymbols("indices, RELIANCE,M&M,RELIANCE")).toEqual([...INDICES, "RELIANCE", "M&M"]);
    expect(() => readSymbols("NIFTY,NOPE,NADA")).toThrow(/^SIM_SYMBOLS: not traded .*: NOPE, NADA$/);
    expect(() => readSymbols(" ,")).toThrow(/^SIM_SYMBOLS: must be all, or a list/);
    expect(marketDay(SEED, FRIDAY, ["TCS"]).rooms).toEqual(["TCS-11/23/2026", "TCS-12/29/2026", "TCS-1/25/2027"]);
  });
});

it("ticks follow the level of the underlying", () => {
  const of = (symbol: string) => UNIVERSE.find(({ underlying }) => underlying.symbol === symbol)?.underlying;
  const [stock, index, currency] = [of("TCS"), of("NIFTY"), of("USDINR")];
  if (!stock || !index || !currency) throw new Error("not listed");
  expect([80, 250, 999, 1000.5, 7000, 15_000, 140_000].map((level) => spotTick(stock, level))).toEqual([
    0.01, 0.05, 0.05, 0.1, 0.5, 1, 5,
  ]);
  expect([80, 3000].map((level) => optionTick(stock, level))).toEqual([0.01, 0.05]);
  expect([15_000, 24_000, 57_000].map((level) => futureTick(index, level))).toEqual([0.05, 0.1, 0.2]);
  expect(futureTick(currency, 88)).toBe(0.0025);
});

describe("a futures room", () => {
  const SYMBOLS = ["FINNIFTY", "BANKEX", "USDINR", "RELIANCE", "IDEA"];
  const day = simulatedDay(SEED, FRIDAY, SYMBOLS);
  const roomOf = (name: string): RoomDay => {
    const room = day.room(name);
    if (!room) throw new Error(`${name} is not listed`);
    return room;
  };

  it("has a row for every underlying of its exchange with that expiry, and USDINR's dates are mostly its own", () => {
    const names = day.rooms.filter((name) => name.startsWith("Futures-"));
    expect(names).toContain("Futures-BSE-11/26/2026");
    expect(roomOf("Futures-BSE-11/26/2026").tokens.symbol).toEqual(["BANKEX"]);
    const near = roomOf("Futures-NSE-11/23/2026");
    expect(near.tokens.symbol).toEqual(["FINNIFTY", "IDEA", "RELIANCE"]);
    expect(near).toMatchObject({ symbol: "Futures-NSE", exchange: "NSE", priceScale: 100, open: 555 });
    expect(new Set(near.tokens.type)).toEqual(new Set([FUT]));
    expect(roomOf("Futures-NSE-11/20/2026").tokens.symbol).toEqual(["USDINR"]);
    expect(roomOf("Futures-NSE-11/20/2026")).toMatchObject({ priceScale: 10_000, open: 540 });
  });

  it("shows of each future what its option rooms show, in a scale and a session that hold them all", () => {
    const shared = roomOf(futuresRoomName("NSE", isoDate("2026-12-29")));
    expect(shared.tokens.symbol).toEqual(["FINNIFTY", "USDINR", "IDEA", "RELIANCE"]);
    expect(shared).toMatchObject({ priceScale: 10_000, open: 540, minutes: { slots: 481 } });
    for (const [row, symbol] of (shared.tokens.symbol ?? []).entries()) {
      const other = roomOf(`${symbol}-12/29/2026`);
      const at = other.tokens.token.indexOf(shared.tokens.token[row] ?? 0);
      expect(at).toBeGreaterThanOrEqual(0);
      const scale = shared.priceScale / other.priceScale;
      const later = other.open - shared.open;
      expect(shared.tokens.prevClose[row]).toBe((other.tokens.prevClose[at] ?? 0) * scale);
      expect(shared.tokens.prevOi[row]).toBe(other.tokens.prevOi[at]);
      for (let field = 0; field < FIELD_COUNT; field++) {
        const [ours, theirs] = [shared, other].map(({ minutes }) => minutes.columns[field]);
        const seen = Array.from({ length: other.minutes.slots }, (_, slot) => {
          const value = theirs?.[slot * other.minutes.stride + at] ?? Number.NaN;
          return value !== ABSENT && isPriceField(field) ? value * scale : value;
        });
        const shown = Array.from(
          { length: other.minutes.slots },
          (_, slot) => ours?.[(slot + later) * shared.minutes.stride + row],
        );
        expect(shown, `${symbol} field ${field}`).toEqual(seen);
      }
    }
  });

  it("hands open interest over to the next month in the last week, and loses none of it at the expiry", () => {
    const interest = (date: string) => {
      const opened = marketDay(SEED, isoDate(date), ["HDFCBANK"]);
      return opened.futures.map(({ expiry }) => {
        const model = opened.futureModel("HDFCBANK", expiry);
        return model?.closing[model.table.type.indexOf(FUT)] ?? 0;
      });
    };
    const [early, late, last, after] = ["2026-11-05", "2026-11-19", "2026-11-23", "2026-11-25"].map(interest);
    const share = (months: readonly number[] = []) => (months[0] ?? 0) / months.reduce((sum, oi) => sum + oi, 0);
    expect(share(early)).toBeGreaterThan(0.8);
    expect(share(late)).toBeLessThan(0.75);
    expect(share(last)).toBeLessThan(0.2);
    expect(share(after)).toBeGreaterThan(0.85);
    const kept = (after?.[0] ?? 0) / (last?.[1] ?? 1);
    expect(kept).toBeGreaterThan(0.8);
    expect(kept).toBeLessThan(1.3);
  });
});

it("a spot that is printed in three rooms has one token", () => {
  const day = marketDay(SEED, FRIDAY, ["TCS"]);
  const spots = day.listings.map((listing) => tableOf(listing)).map((table) => table.token[table.type.indexOf(EQ)]);
  expect(new Set(spots).size).toBe(1);
});
