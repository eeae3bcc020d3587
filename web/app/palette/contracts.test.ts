import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { universeAtom } from "../../state/market/market.ts";
import { activeLetterAtom } from "../../state/pane/letters.ts";
import { wantedStrikeAtom } from "../../state/pane/wanted-strike.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { contractsOf } from "./contracts.ts";
import type { Catalogue, Entry } from "./entries.ts";

const NEAR = isoDate("2026-08-11");
const MONTH = isoDate("2026-08-25");
beforeEach(() => void stubBrowserGlobals());
afterEach(() => void vi.unstubAllGlobals());

const symbols = (...names: readonly string[]): readonly Entry[] =>
  names.map((name) => ({
    id: name,
    group: "Symbols",
    name,
    note: "",
    symbol: { exchange: "NSE", symbol: name },
    choose: () => undefined,
  }));

function palette(entries = symbols("BANKNIFTY", "NIFTY", "IDEA")) {
  const store = createStore();
  store.set(universeAtom, {
    date: isoDate("2026-08-05"),
    expiries: { NSE: { BANKNIFTY: [MONTH], NIFTY: [NEAR, MONTH], IDEA: [MONTH] } },
    futureExpiries: { NSE: [MONTH] },
    strikeDifference: { BANKNIFTY: [30, 100], NIFTY: [65, 50], IDEA: [1000, 0.5] },
    freezeQty: {},
    times: [],
    time9am: [],
    previousClose: {},
    spot: { NIFTY: 24_200, BANKNIFTY: 55_000 },
  });
  store.set(store.get(activeLetterAtom).chooseSymbolAtom, "BANKNIFTY");
  const show = vi.fn();
  const catalogue = { entries, show } as unknown as Catalogue;
  const find = (query: string) => contractsOf(store, catalogue, query);
  return { store, show, find, names: (query: string) => find(query).map(({ name }) => name) };
}

test("symbol, strike and side in whatever order; a strike alone is of the active letter's symbol, both sides", () => {
  const { names } = palette();
  const call = ["NIFTY 11 Aug 2026 24,500 CE"];
  for (const query of ["nifty 24500 ce", "24500 call NIFTY", "nifty 24,500c", "nif 24500ce"])
    expect(names(query), query).toEqual(call);
  expect(names("nifty 24500 put")).toEqual(["NIFTY 11 Aug 2026 24,500 PE"]);
  expect(names("55000")).toEqual(["BANKNIFTY 25 Aug 2026 55,000 CE", "BANKNIFTY 25 Aug 2026 55,000 PE"]);
  expect(names("idea 7.5 p")).toEqual(["IDEA 25 Aug 2026 7.50 PE"]);
});

test("what cannot be a strike is no contract", () => {
  const { names } = palette();
  for (const query of [
    "",
    "nifty",
    "nifty chain",
    "nifty 24510",
    "nifty 90000",
    "nifty 0",
    "24500 24600",
    "2026-08",
    "xyz 24500",
  ])
    expect(names(query), query).toEqual([]);
});

test("a replay keeps its symbols: contracts of the one that it plays are found, others are not", () => {
  const { names } = palette([]);
  expect(names("banknifty 55000 ce")).toEqual(["BANKNIFTY 25 Aug 2026 55,000 CE"]);
  expect(names("idea 8")).toEqual([]);
});

test("a choice turns the chart of one strike to it, in the letter and pane that were meant", () => {
  const { find, show, store } = palette();
  find("nifty 24500 ce")[0]?.choose("B");
  expect(show).toHaveBeenCalledWith("iv-price-oi", { exchange: "NSE", symbol: "NIFTY", expiry: NEAR }, "B");
  expect(store.get(wantedStrikeAtom)).toEqual({ symbol: "NIFTY", strike: 24_500 });
});
