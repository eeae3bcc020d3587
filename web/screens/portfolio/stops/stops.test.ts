import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

const stop = { target: null, stop: -500, isHit: false, message: "SL: -500" };
const kept = (portfolio: string, name: string, id = name) => ({
  ...{ id, portfolio, name, symbolName: "NIFTY", expiry: "8:18:2026", date: "2026-08-17" },
});

async function open(stored: object, hits: object = {}) {
  stubBrowserGlobals({ portfolioStops: JSON.stringify(stored), portfolioHits: JSON.stringify(hits) });
  const [stops, { listAtom }] = await Promise.all([import("./stops.ts"), import("../book/book.ts")]);
  const store = createStore();
  const read = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? "");
  return {
    move: (before: readonly ReturnType<typeof kept>[], now: typeof before) =>
      store.set(stops.moveStopsAtom, before, now),
    /** A stop of the strategy as it is listed. */
    apply(one: ReturnType<typeof kept>): void {
      store.set(listAtom, [one]);
      store.set(stops.applyStopAtom, one.name, { target: null, stop: -500 });
    },
    stops: () => read("portfolioStops"),
    hits: () => read("portfolioHits"),
  };
}

it("a stop ends with its strategy, and so does its hit: one that is saved anew under the name has none", async () => {
  const mine = { Fly: stop, Condor: stop, "Total Portfolio": stop };
  const { move, stops, hits } = await open(
    { "My Portfolio": mine, Other: { Fly: stop } },
    { "My Portfolio": ["Fly", "Total Portfolio"] },
  );
  const before = [kept("My Portfolio", "Fly", "1"), kept("My Portfolio", "Condor"), kept("Other", "Fly")];
  move(before, [...before.slice(1), kept("My Portfolio", "Fly", "2")]);
  expect(stops()).toEqual({ "My Portfolio": { Condor: stop, "Total Portfolio": stop }, Other: { Fly: stop } });
  expect(hits()).toEqual({ "My Portfolio": ["Total Portfolio"] });
});

it("a stop goes along to another portfolio or name of its strategy, and so does its hit", async () => {
  const [hit, other] = [
    { ...stop, isHit: true },
    { ...stop, stop: -900 },
  ];
  const { move, stops, hits } = await open(
    { "My Portfolio": { Fly: hit, Condor: stop, Ladder: other } },
    { "My Portfolio": ["Fly"] },
  );
  const mine = (name: string, id = name) => kept("My Portfolio", name, id);
  move(
    [mine("Fly"), mine("Condor"), mine("Ladder")],
    [kept("Other", "Fly"), mine("Ladder", "Condor"), mine("Condor", "Ladder")],
  );
  expect(stops()).toEqual({
    "My Portfolio": { Ladder: { ...stop, id: "Condor" }, Condor: { ...other, id: "Ladder" } },
    Other: { Fly: { ...hit, id: "Fly" } },
  });
  expect(hits()).toEqual({ "My Portfolio": [], Other: ["Fly"] });
});

it("a strategy that was deleted where nobody looked leaves no stop to another one of its name", async () => {
  const { move, apply, stops } = await open({});
  apply(kept("My Portfolio", "Fly", "1"));
  const set = stops();
  expect(set).toMatchObject({ "My Portfolio": { Fly: { id: "1", stop: -500 } } });
  move([], []); // another account's list
  expect(stops()).toEqual(set);
  move([], [kept("My Portfolio", "Fly", "2")]);
  expect(stops()).toEqual({ "My Portfolio": {} });
});
