import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Client } from "#client/client.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";

const TODAY = { source: "sim", date: isoDate("2026-08-19") } as const;
const PAST = { source: "import", date: isoDate("2026-08-17") } as const;
const SPAN = { open: 555, close: 940, first: 555, last: 700 };

async function open() {
  stubBrowserGlobals();
  const [place, { clientAtom, connectionAtom, universeAtom, exchangeClockAtom }, days, { toasts }, { readUniverse }] =
    await Promise.all([
      import("./board-place.ts"),
      import("../../state/market/market.ts"),
      import("../../state/clock/day.ts"),
      import("../toasts/toasts.ts"),
      import("../../state/market/universe.ts"),
    ]);
  const store = createStore();
  const client = { setLive: vi.fn(), replay: vi.fn(), universeOf: vi.fn(() => Promise.resolve(initList)) };
  const universe = readUniverse(initList);
  store.set(clientAtom, client as unknown as Client);
  store.set(universeAtom, universe);
  const clock = { time: { ...TODAY, minute: minute(700), rate: 1, wall: 0 }, arrived: 0 };
  const tellTime = (isKnown: boolean): void => store.set(exchangeClockAtom, isKnown ? clock : undefined);
  tellTime(true);
  store.set(days.daySpanAtom, SPAN);
  const mayLook = (isPremium: boolean) => vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ isPremium })));
  mayLook(true);
  const show = vi.spyOn(toasts, "show").mockReturnValue(1);
  const replayAt = (at: number): void =>
    store.set(days.replayAtom, { minute: minute(at), speed: 1, isPlaying: false, from: minute(555), to: minute(700) });
  const turn = (to: Parameters<typeof place.turnBoard>[1]) => place.turnBoard(store, to, new AbortController().signal);
  return {
    store,
    client,
    universe,
    show,
    mayLook,
    tellTime,
    loseConnection: () => store.set(connectionAtom, { state: "offline" }),
    replayAt,
    turn,
    placeNow: () => place.placeNow(store, new Set()),
    days,
  };
}

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("a link of the live market has no day; one of a minute has its day, be it today", async () => {
  const { store, replayAt, placeNow, days } = await open();
  expect(placeNow()).toEqual({ letters: {} });
  replayAt(645);
  expect(placeNow()).toEqual({ letters: {}, day: TODAY, minute: 645 });
  store.set(days.shownDayAtom, PAST);
  expect(placeNow()).toEqual({ letters: {}, day: PAST, minute: 645 });
});

it("to a minute of today replays it, also where the board looks at a past day", async () => {
  const { store, client, universe, turn, days } = await open();
  expect(await turn({ letters: {}, day: TODAY, minute: 645 })).toBe(true);
  expect(client.universeOf).not.toHaveBeenCalled();
  expect(client.replay).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ type: "enter", time: expect.objectContaining({ minute: 645 }) }),
  );
  store.set(days.isHistoryAtom, true);
  store.set(days.shownDayAtom, PAST);
  const turned = turn({ letters: {}, day: TODAY, minute: 650 });
  await vi.waitFor(() => expect(client.setLive).toHaveBeenCalledExactlyOnceWith(true));
  expect(client.replay).toHaveBeenCalledTimes(1);
  store.set(days.liveUniverseAtom, universe);
  await turned;
  expect(client.replay).toHaveBeenLastCalledWith(
    expect.objectContaining({ time: expect.objectContaining({ minute: 650 }) }),
  );
});

it("to a minute of today waits for the clock that says so: the list of the market may come first", async () => {
  const { client, tellTime, turn } = await open();
  tellTime(false);
  const turned = turn({ letters: {}, day: TODAY, minute: 645 });
  await Promise.resolve();
  tellTime(true);
  await turned;
  expect(client.universeOf).not.toHaveBeenCalled();
  expect(client.replay).toHaveBeenCalledTimes(1);
});

it("to a past day goes there without a server, which tells no time", async () => {
  const { store, tellTime, loseConnection, turn, days } = await open();
  tellTime(false);
  const turned = turn({ letters: {}, day: PAST });
  expect(store.get(days.shownDayAtom)).toBeUndefined();
  loseConnection();
  await turned;
  expect(store.get(days.shownDayAtom)).toEqual(PAST);
});

it("to another day goes there, then to the minute", async () => {
  const { store, client, turn, days } = await open();
  await turn({ letters: {}, day: PAST, minute: 645 });
  expect(store.get(days.shownDayAtom)).toEqual(PAST);
  expect(client.replay).toHaveBeenCalledTimes(1);
});

it("leaves the board live where the day cannot be shown, and says why", async () => {
  const { store, client, show, mayLook, turn, days } = await open();
  mayLook(false);
  expect(await turn({ letters: {}, day: PAST, minute: 645 })).toBe(false);
  mayLook(true);
  client.universeOf.mockRejectedValueOnce(new Error("No data for 17 Aug 2026"));
  await turn({ letters: {}, day: PAST, minute: 645 });
  expect(show.mock.calls.map(([{ type }]) => type)).toEqual(["warning", "error"]);
  expect(client.replay).not.toHaveBeenCalled();
  expect(store.get(days.isHistoryAtom)).toBe(false);
});

it("a minute without its day, as links had it, moves nothing", async () => {
  const { client, turn } = await open();
  expect(await turn({ letters: {}, minute: 645 })).toBe(false);
  expect(client.replay).not.toHaveBeenCalled();
  expect(await turn({ letters: {} })).toBe(true);
});
