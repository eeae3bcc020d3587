import { createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import { RefusedCall } from "../api.ts";
import { guardsAtom, saveGuardsAtom, stopAllTradingAtom, stopStrategyAtom, stopTradingAtom } from "./guards.ts";

type Store = ReturnType<typeof createStore>;

const limits = { orderValue: 10_000, lots: null, ordersPerDay: null, lossPerDay: null, inPractice: false };
const CHANGES: readonly (readonly [name: string, change: (store: Store) => Promise<string>])[] = [
  ["the limits", (store) => store.set(saveGuardsAtom, limits)],
  ["the user's switch", (store) => store.set(stopTradingAtom, true)],
  ["a strategy's switch", (store) => store.set(stopStrategyAtom, { strategy: "fly-1", stopped: true })],
  ["everybody's switch", (store) => store.set(stopAllTradingAtom, true)],
];
const WORDS = "Done. Pending orders cancelled: 97. 3 of 100 are still open: look at your orders";

/** @param post @param get statuses of changes and of readings */
function answer(post: number, get: number): void {
  const state = { data: limits, stopped: "own", strategies: [], isNeeded: false };
  vi.stubGlobal("fetch", async (_path: string, { method }: RequestInit) =>
    method === "POST"
      ? Response.json({ status: "success", message: WORDS }, { status: post })
      : Response.json(state, { status: get }),
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each(CHANGES)("%s: the server's words, and what holds orders back now", async (_name, change) => {
  answer(200, 200);
  const store = createStore();
  expect(await change(store)).toBe(WORDS);
  expect(store.get(guardsAtom)?.stopped).toBe("own");
});

test.each(CHANGES)("%s: the change stands where the reading after it fails", async (_name, change) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  answer(200, 503);
  expect(await change(createStore())).toBe(WORDS);
  expect(warn).toHaveBeenCalledOnce();
});

test.each(CHANGES)("%s: a refused change throws", async (_name, change) => {
  answer(503, 200);
  await expect(change(createStore())).rejects.toThrow(RefusedCall);
});
