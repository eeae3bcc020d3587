import { atom, createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import type { PaneMessage } from "#contract/worker/quant-api.ts";
import { defineScreen, type PaneContext } from "#contract/worker/screen.ts";
import { historyDaysAtom } from "../../../state/clock/history.ts";
import { createStateAtom, type PaneState } from "../../../state/pane/pane.ts";
import { type DaySnapshot, openPastDays } from "./past-days.ts";

const TODAY = isoDate("2026-08-05");
const EXPIRY = isoDate("2026-08-11");
const screen = defineScreen<unknown, DaySnapshot>({
  id: "lines",
  title: "Lines",
  route: "/lines",
  access: "subscriber",
  rate: 2,
  home: "underlying",
  defaults: {},
  needs: () => [],
});

const listed = (date: string, over: Partial<HistoryDay> = {}): HistoryDay => ({
  date,
  source: "sim",
  symbols: { NSE: ["NIFTY"], BSE: ["SENSEX"] },
  cadence: 1,
  mayPractise: true,
  ...over,
});

/** As a worker: what was asked of it, and what it says. */
interface Asked {
  readonly pane: PaneContext;
  params: unknown;
  visible: boolean;
  isOpen: boolean;
  readonly painted: number[];
  say(message: Partial<PaneMessage<DaySnapshot>>): void;
}

function snapshotOf(value: number, strikes: readonly number[] = [24_000, 24_100]): DaySnapshot {
  const none = new Float64Array(strikes.length);
  return {
    series: { x: { open: minute(555), cadence: 1 }, lines: { a: Float64Array.of(value) } },
    strikes: { strikes: Float64Array.from(strikes), atm: 24_000, ceOi: none, peOi: none },
  };
}

function open({ count = 3, params = {} as unknown, days = [listed("2026-08-03"), listed("2026-08-04")] } = {}) {
  const store = createStore();
  const asked: Asked[] = [];
  const client = {
    subscribe(_screen: unknown, initial: { pane: PaneContext; params: unknown; visible: boolean }, listener: never) {
      const one: Asked = {
        ...initial,
        isOpen: true,
        painted: [],
        say: (message) => (listener as (message: unknown) => void)({ pane: initial.pane, ...message }),
      };
      asked.push(one);
      return {
        setParams: (next: unknown) => {
          one.params = next;
        },
        setPane: () => undefined,
        setVisible: (visible: boolean) => {
          one.visible = visible;
        },
        activate: () => undefined,
        painted: (sequence: number) => one.painted.push(sequence),
        dispose: () => {
          one.isOpen = false;
        },
      };
    },
  };
  const context: PaneContext = {
    exchange: "NSE",
    symbol: "NIFTY",
    expiry: EXPIRY,
    expiries: [EXPIRY],
    futureExpiry: undefined,
    futureExpiries: [],
  };
  const contextAtom = atom<PaneContext | undefined>(context);
  const askedParamsAtom = atom(params);
  const stateAtom = createStateAtom<DaySnapshot>("state");
  const show = (snapshot: DaySnapshot, date = TODAY): void =>
    store.set(
      stateAtom,
      (before): PaneState<DaySnapshot> => ({
        ...before,
        status: "ready",
        snapshot,
        clock: { mode: "live", date, minute: minute(600), speed: 1 },
      }),
    );
  store.set(historyDaysAtom, days);
  const opened = openPastDays(store, client as never, { screen, contextAtom, askedParamsAtom, stateAtom }, count);
  const told = vi.fn();
  opened.subscribe(told);
  const read = opened.chart(["a"]);
  const daysNow = () => read(snapshotOf(1), TODAY).days?.map(({ name, why }) => (why ? `${name}: ${why}` : name));
  return { store, asked, context, contextAtom, askedParamsAtom, show, opened, told, read, daysNow };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the days before the board's own", () => {
  test("are asked for once it shows figures: whole, and of the live feed's own record", () => {
    const days = [listed("2026-08-03"), listed("2026-08-04", { source: "import" }), listed("2026-08-04")];
    const { asked, show, context, store } = open({ days });
    expect(asked).toEqual([]); // a pane that cannot be seen asks for nothing
    show(snapshotOf(1));
    expect(asked.map(({ pane }) => pane.day)).toEqual([
      { source: "sim", date: "2026-08-03" },
      { source: "import", date: "2026-08-04" }, // no feed is known: the first that has it
    ]);
    expect(asked[0]?.pane).toMatchObject({ ...context, isWhole: true });
    store.set(historyDaysAtom, [...days]);
    show(snapshotOf(2));
    expect(asked).toHaveLength(2); // neither a tick nor the same list asks again
  });

  test("a weekend is no day of the row, and a day that nobody recorded is a named hole", () => {
    const { asked, show, daysNow } = open({ count: 5 });
    show(snapshotOf(1));
    expect(asked).toHaveLength(2);
    expect(daysNow()).toEqual(["30 Jul: Not recorded", "31 Jul: Not recorded", "3 Aug", "4 Aug", "5 Aug"]);
  });

  test("what comes is drawn and acknowledged; after a while the worker may let go of its rooms", () => {
    const { asked, show, read, told } = open();
    show(snapshotOf(1));
    told.mockClear();
    asked[0]?.say({ type: "snapshot", sequence: 1, snapshot: snapshotOf(7) });
    expect(told).toHaveBeenCalledTimes(1);
    expect(asked[0]?.painted).toEqual([1]);
    expect(read(snapshotOf(1), TODAY).columns[0]?.[0]).toBe(7);
    expect(asked[0]?.visible).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(asked[0]?.visible).toBe(false);
    expect(read(snapshotOf(1), TODAY).columns[0]?.[0]).toBe(7); // the figures stay
  });

  test("a day that is long on its way stays asked for, first and after every change of the params", () => {
    const { asked, show, store, askedParamsAtom } = open();
    show(snapshotOf(1));
    vi.advanceTimersByTime(60_000);
    expect(asked[0]?.visible).toBe(true);
    asked[0]?.say({ type: "snapshot", sequence: 1, snapshot: snapshotOf(7) });
    vi.advanceTimersByTime(9_000);
    store.set(askedParamsAtom, { reach: 2 });
    vi.advanceTimersByTime(60_000);
    expect(asked[0]?.visible).toBe(true);
    asked[0]?.say({ type: "snapshot", sequence: 2, snapshot: snapshotOf(8) });
    vi.advanceTimersByTime(10_000);
    expect(asked[0]?.visible).toBe(false);
  });

  test("one strike through all days: what follows the money stands at today's, and moves with it", () => {
    const { asked, show } = open({ params: { ce: "atm" } });
    show(snapshotOf(1));
    expect(asked.map(({ params }) => params)).toEqual([{ ce: 24_000 }, { ce: 24_000 }]);
    for (const one of asked) one.say({ type: "snapshot", sequence: 1, snapshot: snapshotOf(7) });
    vi.advanceTimersByTime(10_000);
    expect(asked.map(({ visible }) => visible)).toEqual([false, false]);
    const moved = snapshotOf(1);
    show({ ...moved, strikes: { ...moved.strikes!, atm: 24_100 } });
    expect(asked.map(({ params, visible }) => [params, visible])).toEqual([
      [{ ce: 24_100 }, true],
      [{ ce: 24_100 }, true],
    ]);
  });

  test("a strike that a day does not list is a named hole, never another strike's line", () => {
    const { asked, show, daysNow } = open({ params: { ce: 24_100 } });
    show(snapshotOf(1));
    asked[0]?.say({ type: "snapshot", sequence: 1, snapshot: snapshotOf(7, [24_000]) });
    expect(daysNow()).toEqual(["3 Aug: 24,100 not listed", "4 Aug", "5 Aug"]);
  });

  test("an expiry that was not listed yet, or a plan without past days: the server's reason", () => {
    const { asked, show, daysNow } = open();
    show(snapshotOf(1));
    asked[1]?.say({ type: "missing", status: 404, message: "no such expiry on 4 Aug" });
    expect(daysNow()).toEqual(["3 Aug", "4 Aug: no such expiry on 4 Aug", "5 Aug"]);
  });

  test("a refused day is let go as one with figures; one that the server failed to answer stays asked for", () => {
    const { asked, show, daysNow } = open({
      count: 4,
      days: ["07-31", "08-03", "08-04"].map((day) => listed(`2026-${day}`)),
    });
    show(snapshotOf(1));
    for (const [i, status] of [404, 503, -1].entries())
      asked[i]?.say({ type: "missing", status, message: `${status}` });
    expect(asked.map(({ visible }) => visible)).toEqual([true, true, true]);
    vi.advanceTimersByTime(10_000);
    expect(asked.map(({ visible }) => visible)).toEqual([false, true, true]);
    expect(daysNow()).toEqual(["31 Jul: 404", "3 Aug: 503", "4 Aug: -1", "5 Aug"]);
  });

  test("another symbol or board's day asks anew, and the end closes all", () => {
    const { asked, show, store, contextAtom, context, opened } = open();
    show(snapshotOf(1));
    store.set(contextAtom, { ...context, symbol: "SENSEX", exchange: "BSE" });
    expect(asked.map(({ isOpen }) => isOpen)).toEqual([false, false, true, true]);
    // A replay of the open day changes nothing about days before it.
    store.set(contextAtom, { ...context, symbol: "SENSEX", exchange: "BSE", day: "today" });
    expect(asked).toHaveLength(4);
    show(snapshotOf(1), isoDate("2026-08-04"));
    expect(asked.filter(({ isOpen }) => isOpen).map(({ pane }) => pane.day)).toEqual([
      { source: "sim", date: "2026-08-03" },
    ]);
    opened.close();
    expect(asked.some(({ isOpen }) => isOpen)).toBe(false);
  });
});
