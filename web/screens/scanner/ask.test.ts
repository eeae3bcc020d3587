/** Which of several tabs tells of an armed scan. */
import { atom, createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import type { Scan } from "#contract/domain/formula/scan.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

afterEach(() => void vi.unstubAllGlobals());

/** An armed scanner of a pane; `held` are the scans whose turn it has. */
async function armed() {
  stubBrowserGlobals();
  const held = new Set<string>();
  const request = (name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>): Promise<void> => {
    held.add(name);
    signal.addEventListener("abort", () => held.delete(name));
    return run();
  };
  const requested = vi.fn(request);
  vi.stubGlobal("navigator", { locks: { request: requested } });
  vi.stubGlobal("fetch", () => new Promise(() => undefined)); // answers are no matter here
  const { followScan } = await import("./ask.ts");
  const store = createStore();
  const contextAtom = atom<{ exchange: string; symbol?: string; day?: string }>({ exchange: "NSE" });
  const scanAtom = atom<Scan>({ kind: "all", formula: "LTP > Vwap" });
  const isArmedAtom = atom(true);
  const pane = { contextAtom, scanAtom, isArmedAtom, foundAtom: atom(), whyNotAtom: atom(""), historyAtom: atom() };
  const visibility = { visible: true, watch: () => () => undefined };
  const end = followScan(store, pane as never, visibility as never);
  return { store, contextAtom, scanAtom, isArmedAtom, held, requested, end };
}

test("it has the turn of the scan that it asks for, and of no other", async () => {
  const { store, contextAtom, scanAtom, isArmedAtom, held, end } = await armed();
  expect([...held]).toEqual(["scan NSE all LTP > Vwap"]);
  store.set(contextAtom, { exchange: "BSE" });
  expect([...held]).toEqual(["scan BSE all LTP > Vwap"]);
  store.set(scanAtom, { kind: "futures", formula: "LTP < Vwap" });
  expect([...held]).toEqual(["scan BSE futures LTP < Vwap"]);
  store.set(contextAtom, { exchange: "BSE", day: "2026-08-17" }); // a past day is not scanned
  expect([...held]).toEqual([]);
  store.set(contextAtom, { exchange: "BSE" });
  expect([...held]).toEqual(["scan BSE futures LTP < Vwap"]);
  store.set(isArmedAtom, false);
  expect([...held]).toEqual([]);
  store.set(isArmedAtom, true);
  end();
  expect([...held]).toEqual([]);
});

test("what changes nothing of the scan leaves it its turn", async () => {
  const { store, contextAtom, scanAtom, requested, end } = await armed();
  store.set(contextAtom, { exchange: "NSE", symbol: "BANKNIFTY" });
  store.set(scanAtom, { kind: "all", formula: "LTP > Vwap" });
  expect(requested).toHaveBeenCalledTimes(1);
  end();
});
