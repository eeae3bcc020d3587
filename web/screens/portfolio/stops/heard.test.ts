import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it("rules whose total waits for a settlement are named once the list of days is there, until it comes", async () => {
  stubBrowserGlobals();
  const { blindAtom, heardAtom } = await import("./heard.ts");
  const { historyDaysAtom, historyProblemAtom } = await import("../../../state/clock/history.ts");
  const store = createStore();
  const words = "Calendar: no settlement of an expired leg is known (no plan)";
  store.set(heardAtom, [{ waits: words }]);
  expect(store.get(blindAtom)).toBe("");
  store.set(historyProblemAtom, "the server is away");
  expect(store.get(blindAtom)).toBe(words);
  store.set(historyProblemAtom, "");
  store.set(historyDaysAtom, [
    { date: isoDate("2026-08-10"), source: "sim", symbols: {}, cadence: 1, mayPractise: true },
  ]);
  expect(store.get(blindAtom)).toBe(words);
  store.set(heardAtom, [{ waits: "" }]);
  expect(store.get(blindAtom)).toBe("");
});
