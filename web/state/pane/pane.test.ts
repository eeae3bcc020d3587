import { atom, createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Client } from "#client/client.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { PaneMessage } from "#contract/worker/quant-api.ts";
import { definePane, type PaneContext, type PaneHome } from "#contract/worker/screen.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { afterPaint } from "./after-paint.ts";
import { createStateAtom, openPaneSession } from "./pane.ts";

const NIFTY = makePane();
const BANKNIFTY = makePane({ symbol: "BANKNIFTY" });

const frames: (() => void)[] = [];
const runFrames = (): void => {
  for (const frame of frames.splice(0)) frame();
};
beforeEach(() => void vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback)));
afterEach(() => {
  runFrames();
  vi.unstubAllGlobals();
});

function open({ isKnown = true, visible = true, home = "underlying" as PaneHome } = {}) {
  const store = createStore();
  const contextAtom = atom<PaneContext | undefined>(isKnown ? NIFTY : undefined);
  const paramsAtom = atom({ reach: 5 });
  const stateAtom = createStateAtom<number>("test");
  const subscription = {
    setParams: vi.fn(),
    setPane: vi.fn(),
    setVisible: vi.fn(),
    painted: vi.fn(),
    retry: vi.fn(),
    dispose: vi.fn(),
  };
  let listener: (message: PaneMessage<unknown>) => void = () => undefined;
  const subscribe = vi.fn((_definition: unknown, _initial: unknown, listen: typeof listener) => {
    listener = listen;
    return subscription;
  });
  let seen = visible;
  let changed: (visible: boolean) => void = () => undefined;
  const visibility = {
    get visible() {
      return seen;
    },
    watch(listen: typeof changed) {
      changed = listen;
      return () => undefined;
    },
  };
  const definition = definePane<{ reach: number }, number>({
    id: "test",
    rate: 1,
    home,
    defaults: { reach: 5 },
    needs: () => [],
  });
  const client = { subscribe, prepare: vi.fn() } as unknown as Pick<Client, "prepare" | "subscribe">;
  const session = openPaneSession(store, client, definition, { contextAtom, paramsAtom, stateAtom }, visibility);
  const snapshot = (of: PaneContext, value: number, sequence = 1): void =>
    listener({
      type: "snapshot",
      pane: of,
      snapshot: value,
      sequence,
      clock: { mode: "live", date: isoDate("2026-08-18"), minute: 600 as never, speed: 1 },
      age: 0,
      cost: 0,
      cadence: 0,
      recorded: 600,
      trouble: "",
      lacks: "",
      opensAt: Number.NaN,
    });
  const see = (next: boolean): void => {
    seen = next;
    changed(next);
  };
  return { store, contextAtom, paramsAtom, stateAtom, subscription, subscribe, session, snapshot, see };
}

it("subscribes once, when the market is known, with what is chosen then", () => {
  const { store, subscribe, contextAtom, session, subscription } = open({ isKnown: false });
  expect(subscribe).not.toHaveBeenCalled();
  store.set(contextAtom, NIFTY);
  expect(subscribe.mock.calls[0]?.[1]).toEqual({ pane: NIFTY, params: { reach: 5 }, visible: true });
  store.set(contextAtom, { ...NIFTY }); // the market's list came again
  expect(subscribe).toHaveBeenCalledTimes(1);
  expect(subscription.setPane).not.toHaveBeenCalled();
  session.close();
  expect(subscription.dispose).toHaveBeenCalledTimes(1);
});

it("another symbol takes the figures away; another day of it leaves them until its own come", () => {
  const { store, contextAtom, stateAtom, snapshot, subscription } = open();
  snapshot(NIFTY, 1);
  expect(store.get(stateAtom).snapshot).toBe(1);
  const past: PaneContext = { ...NIFTY, day: "today" };
  store.set(contextAtom, past);
  expect(subscription.setPane).toHaveBeenLastCalledWith(past);
  expect(store.get(stateAtom)).toMatchObject({ status: "ready", snapshot: 1, context: NIFTY });
  store.set(contextAtom, BANKNIFTY);
  expect(store.get(stateAtom)).toMatchObject({ status: "loading", snapshot: undefined, context: BANKNIFTY });
  snapshot(NIFTY, 2, 2); // it was on its way
  expect(store.get(stateAtom).snapshot).toBeUndefined();
});

it("what waits to be written of the figures is written in the task that takes them away", () => {
  const { store, contextAtom, stateAtom, session, snapshot } = open();
  const written: unknown[] = [];
  const write = (): void => void written.push(store.get(stateAtom).snapshot);
  snapshot(NIFTY, 1);
  store.sub(stateAtom, () => afterPaint(write));
  store.set(contextAtom, BANKNIFTY);
  expect(written).toEqual([undefined]);
  snapshot(BANKNIFTY, 2);
  expect(written).toHaveLength(1);
  session.retry();
  expect(written).toEqual([undefined, undefined]);
});

it("asks again on a retry, and is loading meanwhile", () => {
  const { store, stateAtom, subscription, session, snapshot } = open();
  snapshot(NIFTY, 1);
  session.retry();
  expect(subscription.retry).toHaveBeenCalledTimes(1);
  expect(store.get(stateAtom)).toMatchObject({ status: "loading", snapshot: undefined });
});

it("a pane of the whole market keeps its figures when its letter turns to another symbol", () => {
  const { store, contextAtom, stateAtom, snapshot } = open({ home: "market" });
  snapshot(NIFTY, 1);
  store.set(contextAtom, BANKNIFTY);
  expect(store.get(stateAtom).snapshot).toBe(1);
  store.set(contextAtom, { ...BANKNIFTY, exchange: "BSE" });
  expect(store.get(stateAtom).snapshot).toBeUndefined();
});

it("acknowledges a snapshot when the next frame has painted it; a hidden pane's at once", () => {
  const { snapshot, subscription, see } = open();
  snapshot(NIFTY, 1, 7);
  expect(subscription.painted).not.toHaveBeenCalled();
  runFrames();
  expect(subscription.painted).toHaveBeenLastCalledWith(7);
  see(false);
  expect(subscription.setVisible).toHaveBeenLastCalledWith(false);
  snapshot(NIFTY, 2, 8);
  expect(subscription.painted).toHaveBeenLastCalledWith(8);
  see(true);
  snapshot(NIFTY, 3, 9);
  see(false); // no frame comes any more
  expect(subscription.painted).toHaveBeenLastCalledWith(9);
  runFrames(); // of another pane, or later
  expect(subscription.painted).toHaveBeenCalledTimes(3);
});
