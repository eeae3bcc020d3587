import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it("rules whose total waits for a settlement are named once the list of days is there, until it comes", async () => {
  stubBrowserGlobals();
  const { blindAtom, heardAtom } = await import("./heard.ts");
  const { historyDaysAtom, historyProblemAtom } = await import("../../state/clock/history.ts");
  const store = createStore();
  store.set(
    heardAtom,
    ["Calendar", "Total Portfolio"].map((key) => ({ key, waits: "no plan" })),
  );
  expect(store.get(blindAtom)).toBe("");
  store.set(historyProblemAtom, "the server is away");
  const words = "no settlement of an expired leg is known (no plan)";
  expect(store.get(blindAtom)).toBe(`Calendar, Total Portfolio: ${words}`);
  store.set(historyProblemAtom, "");
  store.set(historyDaysAtom, [
    { date: isoDate("2026-08-10"), source: "sim", symbols: {}, cadence: 1, mayPractise: true },
  ]);
  store.set(heardAtom, [{ key: "Total Portfolio", waits: "" }]);
  expect(store.get(blindAtom)).toBe(`Calendar: ${words}`);
  store.set(heardAtom, [{ key: "Calendar", waits: "" }]);
  expect(store.get(blindAtom)).toBe("");
});
