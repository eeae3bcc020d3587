/** Which of several tabs asks for an armed scan and tells of it, and for how long. */
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
  const fetched = vi.fn((_url: string, _init?: RequestInit) => new Promise(() => undefined)); // answers are no matter here
  vi.stubGlobal("fetch", fetched);
  const { followScan } = await import("./ask.ts");
  const store = createStore();
  const contextAtom = atom<{ exchange: string; symbol?: string; day?: string }>({ exchange: "NSE" });
  const scanAtom = atom<Scan>({ kind: "all", formula: "LTP > Vwap" });
  const isArmedAtom = atom(true);
  const isSeenAtom = atom(true);
  const told = { foundAtom: atom(), whyNotAtom: atom(""), historyAtom: atom() };
  const pane = { contextAtom, scanAtom, isArmedAtom, isSeenAtom, ...told };
  const follow = () => followScan(store, pane as never);
  return { store, contextAtom, scanAtom, isArmedAtom, isSeenAtom, held, requested, fetched, follow, end: follow() };
}

test("it has the turn of the scan that it asks for, and of no other", async () => {
  const { store, contextAtom, scanAtom, isArmedAtom, held, end } = await armed();
  expect([...held]).toEqual(["scan NSE all LTP > Vwap"]);
  store.set(contextAtom, { exchange: "BSE" });
  expect([...held]).toEqual(["scan BSE all LTP > Vwap"]);
  store.set(scanAtom, { kind: "futures", formula: "LTP < Vwap" });
  expect([...held]).toEqual(["scan BSE futures LTP < Vwap"]);
  store.set(contextAtom, { exchange: "BSE", day: "2026-08-17" }); // the scan is of the live market all the same
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

test("an armed scan goes on unseen, where who watches it stays after its screen", async () => {
  const { store, isArmedAtom, isSeenAtom, scanAtom, held, fetched, follow, end } = await armed();
  const before = fetched.mock.calls.length;
  const asked = () => fetched.mock.calls.length - before;
  const leave = follow();
  expect(asked()).toBe(0); // both hear of one answer
  store.set(isSeenAtom, false);
  end();
  expect([...held]).toEqual(["scan NSE all LTP > Vwap"]);
  store.set(scanAtom, { kind: "all", formula: "LTP < Vwap" });
  expect(asked()).toBe(1);
  store.set(isArmedAtom, false);
  store.set(scanAtom, { kind: "all", formula: "LTP > 1" });
  expect(asked()).toBe(1);
  leave();
  expect([...held]).toEqual([]);
});

test("unseen, a tab whose turn it is not asks nothing until it is", async () => {
  const { store, isSeenAtom, isArmedAtom, requested, fetched, end } = await armed();
  store.set(isArmedAtom, false);
  store.set(isSeenAtom, false);
  let grant = (): void => undefined;
  requested.mockImplementation(async (_name, _options, run) => {
    grant = () => void run();
  });
  const before = fetched.mock.calls.length;
  store.set(isArmedAtom, true);
  expect(fetched).toHaveBeenCalledTimes(before);
  grant();
  expect(fetched).toHaveBeenCalledTimes(before + 1);
  end();
});
