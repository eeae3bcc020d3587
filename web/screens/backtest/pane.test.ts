import { atom, createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isoDate, minute } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";
import type { Reply } from "./snapshot.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it("a run is shown under its own symbol alone, also one that ends under another", async () => {
  stubBrowserGlobals();
  const [{ backtest }, { ROUTE_MOUNT }, { clientAtom, universeAtom }, { readUniverse }, { letters }] =
    await Promise.all([
      import("./pane.ts"),
      import("../../kit/pane/mount.ts"),
      import("../../state/market/market.ts"),
      import("../../state/market/universe.ts"),
      import("../../state/pane/letters.ts"),
    ]);
  const store = createStore();
  const reply = { done: 1, count: 1, best: [{ totals: {} }] } as unknown as Reply;
  let end = (_: Reply): void => undefined;
  const job = new Promise<Reply>((resolve) => {
    end = resolve;
  });
  const client = { history: async () => [], universeOf: vi.fn(), vault: async () => ({}), job: () => job };
  store.set(clientAtom, client as never);
  store.set(universeAtom, readUniverse(initList));
  const turn = (symbol: string): void => store.set(letters.A.chooseSymbolAtom, symbol);
  turn("NIFTY");
  const pane = backtest.of(ROUTE_MOUNT);
  const phase = (): string | undefined => store.get(pane.runAtom)?.phase;
  const running = store.set(pane.startAtom);
  await vi.waitFor(() => expect(phase()).toBe("sets"));
  turn("BANKNIFTY");
  expect(phase()).toBeUndefined();
  end(reply);
  await running;
  expect([phase(), store.get(pane.shownSetAtom)]).toEqual([undefined, undefined]);
  turn("NIFTY");
  expect([phase(), store.get(pane.shownSetAtom)]).toEqual(["done", reply.best[0]]);
});

it("a day is opened with the chain that was traded on it, in letter A", async () => {
  stubBrowserGlobals();
  const [
    { backtest },
    { ROUTE_MOUNT },
    { clientAtom, universeAtom },
    { readUniverse },
    { letters },
    { navigationAtom },
    { daySpanAtom },
  ] = await Promise.all([
    import("./pane.ts"),
    import("../../kit/pane/mount.ts"),
    import("../../state/market/market.ts"),
    import("../../state/market/universe.ts"),
    import("../../state/pane/letters.ts"),
    import("../../state/navigation.ts"),
    import("../../state/clock/day.ts"),
  ]);
  vi.stubGlobal("fetch", async () => Response.json({ isPremium: true }));
  const store = createStore();
  const [go, replay] = [vi.fn(async () => undefined), vi.fn()];
  const client = { history: async () => [], universeOf: async () => initList, setLive: () => undefined, replay };
  store.set(clientAtom, client as never);
  store.set(universeAtom, readUniverse(initList));
  store.set(navigationAtom, { go });
  store.set(letters.A.chooseSymbolAtom, "BANKNIFTY");
  store.set(letters.B.chooseSymbolAtom, "NIFTY");
  const pane = backtest.of({ ...ROUTE_MOUNT, letterAtom: atom("B" as const) });
  const day = { source: "import", date: isoDate("2026-08-18"), expiry: isoDate("2026-08-25") } as const;
  expect(await store.set(pane.replayAtom, day, minute(650))).toEqual({ kind: "shown" });
  expect(go).toHaveBeenCalledWith("/option-chain-new");
  expect(replay).toHaveBeenCalledWith({ type: "enter", time: expect.objectContaining({ minute: 650 }) });
  expect(store.get(letters.A.contextAtom)).toMatchObject({
    symbol: "NIFTY",
    expiry: "2026-08-25",
    day: { source: "import", date: "2026-08-18" },
  });
  expect(replay.mock.lastCall?.[0].time).toMatchObject({ from: 555, to: 939 });
  // The day is there: it plays what is recorded of it.
  store.set(daySpanAtom, { open: 555, close: 930, first: 600, last: 700 });
  await store.set(pane.replayAtom, day, minute(650));
  expect(replay.mock.lastCall?.[0].time).toMatchObject({ from: 600, to: 700 });
  await store.set(pane.replayAtom, { ...day, date: isoDate("2026-08-19") }, minute(650));
  expect(replay.mock.lastCall?.[0].time).toMatchObject({ from: 555, to: 939 });
});
