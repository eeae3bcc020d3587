/** Which of several tabs asks for an armed scan and tells of it, and for how long. */
import { atom, createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import type { Scan } from "#contract/domain/formula/scan.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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
  const armedExchangeAtom = atom<string | null>(null);
  const isSeenAtom = atom(true);
  const told = { foundAtom: atom<unknown>(), whyNotAtom: atom(""), historyAtom: atom<unknown>() };
  const pane = { contextAtom, scanAtom, isArmedAtom, armedExchangeAtom, isSeenAtom, ...told };
  const follow = () => followScan(store, pane as never);
  const atoms = { contextAtom, scanAtom, isArmedAtom, armedExchangeAtom, isSeenAtom };
  return { store, ...atoms, held, requested, fetched, follow, end: follow() };
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

test("unseen it stays on the exchange that it was armed on, whatever chain is looked at here or in another tab", async () => {
  const { store, contextAtom, isSeenAtom, armedExchangeAtom, held, fetched, end } = await armed();
  store.set(isSeenAtom, false);
  const before = fetched.mock.calls.length;
  store.set(contextAtom, { exchange: "BSE" });
  expect([[...held], fetched.mock.calls.length]).toEqual([["scan NSE all LTP > Vwap"], before]);
  store.set(isSeenAtom, true); // what is seen armed is what is armed
  store.set(isSeenAtom, false);
  store.set(contextAtom, { exchange: "NSE" });
  expect([...held]).toEqual(["scan BSE all LTP > Vwap"]);
  store.set(armedExchangeAtom, "NSE"); // by another tab, which shows the scanner
  expect([...held]).toEqual(["scan NSE all LTP > Vwap"]);
  end();
});

test("while the exchange's clock stands it is asked once more, and again when that goes on", async () => {
  vi.useFakeTimers();
  const { store, fetched, follow, end } = await armed();
  const { exchangeClockAtom } = await import("../../state/market/market.ts");
  const turn = (rate: number) => store.set(exchangeClockAtom, { time: { rate }, arrived: 0 } as never);
  end();
  const found = { token: [], name: [] };
  fetched.mockImplementation(async () => Response.json({ data: { date: "", minute: 0, matches: 0, found } }));
  const asked = async (seconds: number) => {
    fetched.mockClear();
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    return fetched.mock.calls.length;
  };
  turn(1);
  const leave = follow();
  expect(await asked(11)).toBe(2);
  turn(0);
  expect(await asked(60)).toBe(1); // the last figures may have come after the question before
  turn(1);
  expect(await asked(6)).toBe(1);
  leave();
});
