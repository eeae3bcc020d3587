import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";
import { readUniverse } from "../market/universe.ts";

/** The module again: stored values are read when it is loaded. */
async function load(stored: Readonly<Record<string, string>> = {}) {
  const { storage, changeElsewhere } = stubBrowserGlobals(stored);
  const market = { ...(await import("../market/market.ts")), ...(await import("./letters.ts")).letters.A };
  const store = createStore();
  return { storage, changeElsewhere, store, market };
}

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

describe("letter A", () => {
  it("is on NSE and shows nothing before the market is known", async () => {
    const { store, market } = await load();
    expect(store.get(market.exchangeAtom)).toBe("NSE");
    expect(store.get(market.contextAtom)).toBeUndefined();
  });

  it("shows the fallback symbol and its nearest expiry", async () => {
    const { store, market } = await load({ lastExSymbol: '{"NSE":["GONE",1,1,0]}' });
    store.set(market.universeAtom, readUniverse(initList));
    expect(store.get(market.symbolAtom)).toEqual(["BANKNIFTY", 30, 100, 0]);
    expect(store.get(market.contextAtom)).toEqual({
      exchange: "NSE",
      symbol: "BANKNIFTY",
      expiry: "2026-08-25",
      expiries: store.get(market.expiriesAtom),
      futureExpiry: store.get(market.universeAtom)?.futureExpiries["NSE"]?.[0],
      futureExpiries: store.get(market.universeAtom)?.futureExpiries["NSE"],
      spotExpiry: "2026-08-25",
    });
  });

  it("remembers the symbol of each exchange", async () => {
    const { storage, store, market } = await load({ exchange: '{"exchange":"NSE"}' });
    store.set(market.universeAtom, readUniverse(initList));
    store.set(market.chooseSymbolAtom, "NIFTY");
    store.set(market.chooseExchangeAtom, "BSE");
    expect(store.get(market.symbolAtom)[0]).toBe("SENSEX");
    expect(storage.getItem("exchange")).toBe('{"exchange":"BSE"}');
    store.set(market.chooseExchangeAtom, "NSE");
    expect(store.get(market.symbolAtom)[0]).toBe("NIFTY");
    expect(JSON.parse(storage.getItem("lastExSymbol") ?? "")).toEqual({ NSE: ["NIFTY", 65, 50, 0] });
  });

  it("goes back to the nearest expiry with a new symbol, and when the chosen one is gone", async () => {
    const { store, market } = await load();
    store.set(market.universeAtom, readUniverse(initList));
    store.set(market.chooseSymbolAtom, "NIFTY");
    store.set(market.chooseExpiryAtom, isoDate("2026-08-25"));
    expect(store.get(market.contextAtom)?.expiry).toBe("2026-08-25");
    store.set(market.chooseSymbolAtom, "BANKNIFTY");
    store.set(market.chooseSymbolAtom, "NIFTY");
    expect(store.get(market.contextAtom)?.expiry).toBe("2026-08-18");
    store.set(market.chooseExpiryAtom, isoDate("2026-09-01"));
    expect(store.get(market.contextAtom)?.expiry).toBe("2026-08-18");
  });

  it("is the tab's own: what another tab chooses is where the next page begins, and turns nothing here", async () => {
    const { storage, changeElsewhere, store, market } = await load();
    store.set(market.universeAtom, readUniverse(initList));
    const heard = vi.fn();
    store.sub(market.contextAtom, heard);
    changeElsewhere("lastExSymbol", '{"NSE":["NIFTY",65,50,0]}');
    changeElsewhere("exchange", '{"exchange":"BSE"}');
    expect(heard).not.toHaveBeenCalled();
    expect(store.get(market.contextAtom)).toMatchObject({ exchange: "NSE", symbol: "BANKNIFTY" });
    vi.resetModules();
    const next = await load({ exchange: storage.getItem("exchange") ?? "" });
    expect(next.store.get(next.market.exchangeAtom)).toBe("BSE");
  });

  it("reads a stored exchange, and ignores one that does not exist", async () => {
    const bse = await load({ exchange: '{"exchange":"BSE"}' });
    expect(bse.store.get(bse.market.exchangeAtom)).toBe("BSE");
    vi.resetModules();
    const mcx = await load({ exchange: '{"exchange":"MCX"}' });
    expect(mcx.store.get(mcx.market.exchangeAtom)).toBe("NSE");
  });
});

describe("the other letters", () => {
  it("choose their own exchange, symbol and expiries, and keep them under keys of their own", async () => {
    const { storage, store, market } = await load({ exchange: '{"exchange":"NSE"}' });
    const { letters } = await import("./letters.ts");
    store.set(market.universeAtom, readUniverse(initList));
    store.set(letters.B.chooseExchangeAtom, "BSE");
    store.set(letters.C.chooseSymbolAtom, "NIFTY");
    expect(store.get(letters.B.contextAtom)?.symbol).toBe("SENSEX");
    expect(store.get(letters.C.contextAtom)?.symbol).toBe("NIFTY");
    expect(store.get(letters.A.contextAtom)?.symbol).toBe("BANKNIFTY");
    expect(storage.getItem("exchange")).toBe('{"exchange":"NSE"}');
    expect(storage.getItem("exchangeB")).toBe('{"exchange":"BSE"}');
    expect(JSON.parse(storage.getItem("lastExSymbolC") ?? "")).toEqual({ NSE: ["NIFTY", 65, 50, 0] });
  });

  it("the top bar acts on the active one", async () => {
    const { store, market } = await load();
    const { letters, activeLetterNameAtom, activeSymbolAtom, activeExchangeAtom, activeContextAtom } = await import(
      "./letters.ts"
    );
    store.set(market.universeAtom, readUniverse(initList));
    store.set(activeLetterNameAtom, "B");
    store.set(activeExchangeAtom, "BSE");
    expect(store.get(activeSymbolAtom)).toBe("SENSEX");
    expect(store.get(activeContextAtom)).toEqual(store.get(letters.B.contextAtom));
    expect(store.get(letters.A.exchangeAtom)).toBe("NSE");
  });

  it("a future expiry that is no longer listed gives way to the nearest", async () => {
    const { store, market } = await load();
    const universe = readUniverse(initList);
    const near = isoDate("2026-08-25");
    const far = isoDate("2026-09-29");
    store.set(market.universeAtom, { ...universe, futureExpiries: { NSE: [near, far] } });
    expect(store.get(market.contextAtom)?.futureExpiry).toBe(near);
    store.set(market.chooseFutureExpiryAtom, far);
    expect(store.get(market.contextAtom)?.futureExpiry).toBe(far);
    store.set(market.universeAtom, { ...universe, futureExpiries: { NSE: [near] } });
    expect(store.get(market.contextAtom)?.futureExpiry).toBe(near);
  });
});
