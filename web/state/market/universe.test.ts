import { describe, expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { initList } from "../../testing/market-data.ts";
import { chooseSymbol, expiriesOf, isListed, marketExpiriesOf, readUniverse, symbolsOf, tupleOf } from "./universe.ts";

const universe = readUniverse(initList);

describe("the universe", () => {
  it("lists symbols and expiries by exchange", () => {
    expect(symbolsOf(universe, "NSE")).toEqual(["NIFTY", "BANKNIFTY", "USDINR"]);
    expect(expiriesOf(universe, "NSE", "NIFTY")).toEqual(["2026-08-18", "2026-08-25"]);
    expect(expiriesOf(universe, "BSE", "NIFTY")).toEqual([]);
    expect(symbolsOf({ ...universe, expiries: {} }, "BSE")).toEqual([]);
  });

  it("tells the market's future expiries from those that only a currency has", () => {
    const [near, own, far] = [isoDate("2026-08-25"), isoDate("2026-08-27"), isoDate("2026-09-29")] as const;
    const listed = {
      ...universe,
      expiries: { NSE: { USDINR: [own, far], NIFTY: [near, far] } },
      futureExpiries: { NSE: [near, own, far] },
    };
    expect(marketExpiriesOf(listed, "NSE")).toEqual([near, far]);
    expect(marketExpiriesOf(listed, "BSE")).toEqual([]);
  });

  it("leaves out a previous close that is not known", () => {
    expect(universe.previousClose["NIFTY"]).toBe(24212.8);
    expect(universe.previousClose["SENSEX"]).toBeUndefined();
  });

  it("makes symbol tuples; only a currency has a rate", () => {
    expect(tupleOf(universe, "NIFTY")).toEqual(["NIFTY", 65, 50, 0]);
    expect(tupleOf(universe, "USDINR")).toEqual(["USDINR", 1, 0.25, 0.07]);
    expect(tupleOf(universe, "UNKNOWN")).toEqual(["UNKNOWN", 0, 0, 0]);
  });

  it.each([
    ["NSE", "NIFTY", "NIFTY"],
    ["NSE", undefined, "BANKNIFTY"],
    ["NSE", "SENSEX", "BANKNIFTY"],
    ["BSE", undefined, "SENSEX"],
    ["BSE", "GONE", "SENSEX"],
  ] as const)("on %s with %s remembered chooses %s", (exchange, remembered, chosen) => {
    expect(chooseSymbol(universe, exchange, remembered)).toBe(chosen);
  });

  it("chooses what there is where the fallback is not listed", () => {
    const small = { ...universe, expiries: { NSE: { NIFTY: universe.expiries["NSE"]!["NIFTY"]! } } };
    expect(chooseSymbol(small, "NSE", undefined)).toBe("NIFTY");
    expect(chooseSymbol(small, "BSE", undefined)).toBeUndefined();
  });

  it("knows whether an expiry is listed", () => {
    const expiries = expiriesOf(universe, "NSE", "NIFTY");
    expect(isListed(expiries, isoDate("2026-08-25"))).toBe(true);
    expect(isListed(expiries, isoDate("2026-09-01"))).toBe(false);
  });
});
