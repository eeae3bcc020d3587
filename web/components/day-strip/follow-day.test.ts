import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Client } from "#client/client.ts";
import type { ReplayTime } from "#contract/domain/clock.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";
import type { Snapshot } from "./snapshot.ts";

const AUG_17 = { source: "sim", date: isoDate("2026-08-17") } as const;

const strip = (last: number, over: Partial<Snapshot> = {}): Snapshot => ({
  version: last,
  open: 555,
  close: 940,
  first: 555,
  last,
  cadence: 1,
  line: new Float64Array(386),
  basis: "spot",
  holes: new Float64Array(0),
  ...over,
});

async function start() {
  stubBrowserGlobals();
  const [atoms, { followDay }, day, { letters }, market, { readUniverse }, replayState, history, { toasts }] =
    await Promise.all([
      import("./atoms.ts"),
      import("./follow-day.ts"),
      import("../../state/clock/day.ts"),
      import("../../state/pane/letters.ts"),
      import("../../state/market/market.ts"),
      import("../../state/market/universe.ts"),
      import("../../state/clock/replay.ts"),
      import("../../state/clock/history.ts"),
      import("../toasts/toasts.ts"),
    ]);
  const store = createStore();
  const replay = vi.fn();
  const setLive = vi.fn();
  const listDays = vi.fn(async (): Promise<never[]> => []);
  store.set(market.clientAtom, { replay, setLive, history: listDays } as unknown as Client);
  store.set(market.universeAtom, readUniverse(initList));
  const stop = followDay(store);
  const show = (snapshot: Snapshot): void => {
    const context: PaneContext | undefined = store.get(letters.A.contextAtom);
    store.set(atoms.stateAtom, (state) => ({ ...state, status: "ready", snapshot, context }));
  };
  const time = (over: Partial<ReplayTime> = {}): void => {
    const from = minute(555);
    const to = minute(735);
    store.set(day.replayAtom, { minute: minute(600), speed: 1, isPlaying: false, from, to, ...over });
  };
  const told = vi.spyOn(toasts, "show").mockImplementation(() => undefined as never);
  const clock = (date: string): void => {
    const at = { source: "sim", date: isoDate(date), minute: 700, rate: 1, wall: 0 } as const;
    store.set(market.exchangeClockAtom, { time: at, arrived: 0 });
  };
  return {
    store,
    replay,
    setLive,
    listDays,
    told,
    stop,
    show,
    time,
    clock,
    ...history,
    ...atoms,
    ...day,
    ...letters.A,
    ...market,
    ...replayState,
  };
}

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it("tells what is recorded, and grows with it", async () => {
  const { store, show, daySpanAtom, stop } = await start();
  expect(store.get(daySpanAtom)).toBeUndefined();
  show(strip(735));
  expect(store.get(daySpanAtom)).toEqual({ open: 555, close: 940, first: 555, last: 735 });
  show(strip(736));
  expect(store.get(daySpanAtom)?.last).toBe(736);
  show(strip(737, { first: Number.NaN, last: Number.NaN }));
  expect(store.get(daySpanAtom)).toBeUndefined(); // nothing recorded: nothing to replay
  stop();
});

it("keeps the line from the live market into its replay, not to another day or symbol", async () => {
  const { store, show, time, stripAtom, shownDayAtom, chooseSymbolAtom } = await start();
  show(strip(735));
  time();
  expect(store.get(stripAtom)?.last).toBe(735);
  store.set(shownDayAtom, AUG_17);
  expect(store.get(stripAtom)).toBeUndefined();
  show(strip(940));
  expect(store.get(stripAtom)?.last).toBe(940);
  store.set(chooseSymbolAtom, "NIFTY");
  expect(store.get(stripAtom)).toBeUndefined();
});

it("a replay that goes on with another day plays what is recorded of it, unless times were chosen", async () => {
  const { store, replay, show, time, shownDayAtom, chooseWindowAtom } = await start();
  show(strip(735));
  time();
  expect(replay).not.toHaveBeenCalled();
  store.set(shownDayAtom, AUG_17);
  show(strip(940));
  expect(replay).toHaveBeenLastCalledWith({ type: "window", from: 555, to: 940, isChosen: false });
  store.set(chooseWindowAtom, { from: 610, to: 700 });
  expect(replay).toHaveBeenLastCalledWith({ type: "seek", minute: 610 });
  time({ from: minute(610), to: minute(700), isChosen: true });
  replay.mockClear();
  store.set(shownDayAtom, { ...AUG_17, date: isoDate("2026-08-14") });
  show(strip(940, { version: 3 }));
  expect(replay).not.toHaveBeenCalled();
});

it("times that were chosen before hold for the next replay only", async () => {
  const { store, replay, show, time, windowAtom, chooseWindowAtom, enterReplayAtom, replayAtom } = await start();
  show(strip(735));
  store.set(chooseWindowAtom, { from: 610, to: 700 });
  store.set(enterReplayAtom);
  const chosen = { from: minute(610), to: minute(700), isChosen: true };
  expect(replay).toHaveBeenLastCalledWith({
    type: "enter",
    time: { minute: 610, speed: 1, isPlaying: false, ...chosen },
  });
  time(chosen);
  store.set(replayAtom, undefined);
  expect(store.get(windowAtom)).toEqual({ from: 555, to: 735 });
});

it("another window's replay keeps its times: those that its user set, and those of the day it went to", async () => {
  const { store, replay, show, time, isToldDayAtom, shownDayAtom } = await start();
  time({ from: minute(610), to: minute(700), isChosen: true });
  show(strip(735)); // this window came later
  show(strip(736));
  time({ from: minute(600), to: minute(700) });
  store.set(isToldDayAtom, true);
  store.set(shownDayAtom, AUG_17);
  show(strip(940));
  expect(replay).not.toHaveBeenCalled();
});

it("a replay of the open day grows with it, and keeps its start: another window's segment may begin earlier", async () => {
  const { replay, show, time } = await start();
  show(strip(735));
  time({ from: minute(540) });
  show(strip(736));
  expect(replay).toHaveBeenLastCalledWith({ type: "window", from: 540, to: 736, isChosen: false });
});

it("times that the user set give way where the session does not have them", async () => {
  const { replay, show, time, store, shownDayAtom } = await start();
  show(strip(735));
  time({ from: minute(545), to: minute(700), isChosen: true });
  store.set(shownDayAtom, AUG_17);
  show(strip(940));
  expect(replay).toHaveBeenLastCalledWith({ type: "window", from: 555, to: 940, isChosen: false });
});

it("goes to minutes with figures only", async () => {
  const { store, replay, show, time, goToMinuteAtom } = await start();
  expect(store.set(goToMinuteAtom, 600)).toBeUndefined(); // the day is not known yet
  show(strip(735));
  expect(store.set(goToMinuteAtom, 900)).toBe(735);
  expect(replay).toHaveBeenLastCalledWith(expect.objectContaining({ type: "enter" }));
  time({ from: minute(610) });
  expect(store.set(goToMinuteAtom, 1)).toBe(610);
  expect(replay).toHaveBeenLastCalledWith({ type: "seek", minute: 610 });
});

it("of a day that is over nothing is shown as today's: the board goes live, and says so", async () => {
  const { store, clock, time, replay, setLive, told, setHistoryAtom, isHistoryAtom, replayAtom, shownDayAtom } =
    await start();
  clock("2026-08-18");
  time();
  clock("2026-08-18");
  expect(told).not.toHaveBeenCalled();
  clock("2026-08-19");
  expect(replay).toHaveBeenLastCalledWith({ type: "exit" });
  expect(store.get(replayAtom)).toBeUndefined();
  expect(told).toHaveBeenCalledOnce();
  await store.set(setHistoryAtom, true);
  clock("2026-08-20");
  expect([store.get(isHistoryAtom), setLive.mock.lastCall]).toEqual([false, [true]]);
  expect(told).toHaveBeenCalledTimes(2);
  // What is live, or a past day, goes on.
  store.set(shownDayAtom, undefined);
  clock("2026-08-21");
  await store.set(setHistoryAtom, true);
  store.set(shownDayAtom, AUG_17);
  time();
  clock("2026-08-22");
  expect([store.get(isHistoryAtom), store.get(replayAtom) !== undefined]).toEqual([true, true]);
  expect(told).toHaveBeenCalledTimes(2);
});

it("a list of days that is known is loaded again when another day begins", async () => {
  const { store, clock, listDays, historyDaysAtom } = await start();
  clock("2026-08-18");
  clock("2026-08-19");
  expect(listDays).not.toHaveBeenCalled();
  store.set(historyDaysAtom, []);
  clock("2026-08-19");
  expect(listDays).not.toHaveBeenCalled();
  clock("2026-08-20");
  expect(listDays).toHaveBeenCalledOnce();
});
