import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ALL_FIELDS } from "#contract/domain/columns.ts";
import { compileFormula } from "#contract/domain/formula/compile.ts";
import { roomName } from "#contract/domain/instruments.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import { minute } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { FeedRequest, FeedUpdate } from "#contract/worker/feed-api.ts";
import type { OwnLine } from "#contract/worker/own-lines.ts";
import type { PaneControl, PaneMessage } from "#contract/worker/quant-api.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { createQuant } from "./quant.ts";
import { createRegistry, screenRegistry } from "./registry.ts";
import { createPort, openQuant, registryOf } from "./testing/open-quant.ts";
import {
  derivation,
  FAR,
  NEAR,
  openPrice,
  type Params,
  paneOf,
  type Snapshot,
  screen,
} from "./testing/price-screen.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a subscription", () => {
  test("asks for its room, says that it is loading, then what it is a snapshot of", async () => {
    const { feed, pane, tell, pass } = await openPrice();
    expect(feed.sent).toEqual([{ type: "acquire", room: "NIFTY-8/25/2026", fields: ALL_FIELDS }]);
    await pass();
    expect(pane.sent).toEqual([{ type: "loading", pane: paneOf("NIFTY") }]);
    tell(10);
    await pass(300);
    expect(pane.sent[1]).toMatchObject({
      type: "snapshot",
      sequence: 1,
      snapshot: { price: 1000 },
      pane: paneOf("NIFTY"),
      clock: { mode: "live", date: "2026-08-18" },
    });
  });

  test("sends nothing more until the last snapshot was painted; then the newest only", async () => {
    const { tell, pass, paint, prices } = await openPrice();
    tell(10);
    await pass();
    for (const price of [11, 12, 13]) {
      tell(price);
      await pass(1000);
    }
    expect(prices()).toEqual([1000]);
    paint();
    await pass();
    expect(prices()).toEqual([1000, 1300]);
  });

  test("sends nothing while hidden, and the newest when shown", async () => {
    const { tell, pass, pane, paint, prices } = await openPrice();
    tell(10);
    await pass();
    paint();
    pane.say({ type: "visible", visible: false });
    tell(11);
    tell(12);
    await pass(5000);
    expect(prices()).toEqual([1000]);
    pane.say({ type: "visible", visible: true });
    await pass();
    expect(prices()).toEqual([1000, 1200]);
  });

  test("changed params derive again from the same tables, and hold the rooms they name", async () => {
    const { tell, pass, pane, feed, paint, prices } = await openPrice();
    tell(10);
    await pass();
    paint();
    pane.say({ type: "params", params: { factor: 2 } });
    await pass(300);
    expect(prices()).toEqual([1000, 2000]);
    expect(feed.sent).toHaveLength(1);
    paint();
    pane.say({ type: "params", params: { factor: 2, both: true } });
    expect(feed.sent.at(-1)).toEqual({ type: "acquire", room: "NIFTY-9/29/2026", fields: ALL_FIELDS });
    await pass(300);
    expect(pane.sent.at(-1)).toEqual({ type: "loading", pane: paneOf("NIFTY") });
    tell(1, FAR);
    await pass(300);
    expect(prices()).toHaveLength(3);
    pane.say({ type: "params", params: { factor: 2 } });
    expect(feed.sent.at(-1)).toEqual({ type: "release", room: "NIFTY-9/29/2026" });
  });

  test("another symbol: the old room is left, scratch starts afresh, and the snapshot says whose it is", async () => {
    const { tell, pass, pane, feed, paint } = await openPrice();
    tell(10);
    await pass();
    paint();
    tell(11);
    await pass(300);
    paint();
    pane.say({ type: "pane", pane: paneOf("BANKNIFTY") });
    expect(feed.sent.slice(1)).toEqual([
      { type: "acquire", room: "BANKNIFTY-8/25/2026", fields: ALL_FIELDS },
      { type: "release", room: "NIFTY-8/25/2026" },
    ]);
    tell(5, NEAR, "BANKNIFTY");
    await pass(300);
    expect(pane.sent.at(-1)).toMatchObject({ snapshot: { price: 500, runs: 1 }, pane: { symbol: "BANKNIFTY" } });
  });

  test("a room that cannot be had is told, with its status", async () => {
    const { feed, pass, pane } = await openPrice();
    feed.say({ type: "missing", room: "NIFTY-8/25/2026", status: 404, message: "unknown room" });
    await pass();
    expect(pane.sent).toEqual([{ type: "missing", pane: paneOf("NIFTY"), status: 404, message: "unknown room" }]);
  });

  test("age is that of the newest frame when it was sent", async () => {
    const { tell, pass, pane, feed, paint } = await openPrice();
    tell(1);
    await pass();
    paint();
    const frame = (time: number): void =>
      feed.say({ type: "rows", room: "NIFTY-8/25/2026", rows: Uint16Array.of(0), values: new Float64Array(11), time });
    frame(6e7 - 60_000);
    await pass();
    paint();
    // It comes long before its time, and waits for a newer one, which does not come.
    frame(6e7);
    await pass(600);
    expect(pane.sent.at(-1)).toMatchObject({ sequence: 3, clock: { minute: 1000 } });
    const last = pane.sent.at(-1);
    expect(last?.type === "snapshot" && last.age).toBeGreaterThan(200);
  });

  test("a room without ticks, as of a plan by the minute, has the age of its load and the cadence of minutes", async () => {
    const { tell, pass, pane, feed, paint } = await openPrice();
    tell(0);
    await pass(600);
    const first = pane.sent.at(-1);
    expect(first).toMatchObject({ type: "snapshot", cadence: 1 });
    expect(first?.type === "snapshot" && first.age).toBeLessThan(600);
    paint();
    const values = new Float64Array(11);
    feed.say({ type: "rows", room: "NIFTY-8/25/2026", rows: Uint16Array.of(0), values, time: 6e7 });
    await pass();
    expect(pane.sent.at(-1)).toMatchObject({ type: "snapshot", sequence: 2, cadence: 0 });
  });

  test("a room that was loaded with ticks ticks: it is late as such a room is, though none has come by itself", async () => {
    const { tell, pass, pane } = await openPrice();
    tell(1);
    await pass();
    expect(pane.sent.at(-1)).toMatchObject({ type: "snapshot", cadence: 0 });
  });

  test("a room that no frame has come for takes nothing from the age of the others", async () => {
    const { tell, pass, pane, feed, paint } = await openPrice({ params: { factor: 1, both: true } });
    tell(1);
    tell(2, FAR);
    await pass();
    paint();
    const values = new Float64Array(11);
    feed.say({ type: "rows", room: "NIFTY-8/25/2026", rows: Uint16Array.of(0), values, time: 6e7 });
    await pass();
    const last = pane.sent.at(-1);
    expect(last?.type === "snapshot" && last.age).toBeLessThan(2);
  });

  test("trouble with the feed of a room comes with the snapshot, that of its own room first, and goes again", async () => {
    const { feed, pane, tell, pass, paint } = await openPrice({ params: { factor: 1, both: true } });
    const trouble = async (expiry: typeof NEAR, words: string): Promise<unknown> => {
      feed.say({ type: "trouble", room: roomName("NIFTY", expiry), words, lacks: "" });
      await pass(300);
      paint();
      return pane.sent.at(-1);
    };
    tell(10);
    tell(11, FAR);
    await pass(300);
    paint();
    expect(pane.sent.at(-1)).toMatchObject({ type: "snapshot", trouble: "" });
    expect(await trouble(FAR, "far")).toMatchObject({ trouble: "far" });
    expect(await trouble(NEAR, "near")).toMatchObject({ trouble: "near" });
    expect(await trouble(NEAR, "")).toMatchObject({ trouble: "far" });
    expect(await trouble(FAR, "")).toMatchObject({ trouble: "" });
    feed.say({ type: "trouble", room: roomName("NIFTY", NEAR), words: "", lacks: "no figures of the day before" });
    await pass(300);
    paint();
    expect(pane.sent.at(-1)).toMatchObject({ trouble: "", lacks: "no figures of the day before" });
  });

  test("closing lets its rooms go, closes its port, and ends its runs", async () => {
    const { tell, pass, pane, feed, prices } = await openPrice();
    tell(10);
    pane.say({ type: "close" });
    tell(11);
    await pass(5000);
    expect(prices()).toEqual([]);
    expect(pane.isClosed()).toBe(true);
    expect(feed.sent.at(-1)).toEqual({ type: "release", room: "NIFTY-8/25/2026" });
  });
});

test("two panes of one room hold it once", async () => {
  const { quant, feed, pane } = await openPrice();
  const second = createPort<PaneMessage<Snapshot>, PaneControl>();
  const request = {
    screen: "price",
    pane: paneOf("NIFTY"),
    params: { factor: 1 },
    visible: true,
  } as const;
  await quant.subscribe(request, second.port);
  expect(feed.sent).toHaveLength(1);
  pane.say({ type: "close" });
  expect(feed.sent).toHaveLength(1);
});

test("the pane that the user turned to last goes first, until it is closed", async () => {
  let turns = 0;
  const counting = defineDerivation<Params, Snapshot, Kernel, { runs: number }>({
    ...derivation,
    derive: (input, scratch) => (derivation.derive(input, scratch) ? { price: ++turns, runs: 0 } : undefined),
  });
  const request = { screen: "price", pane: paneOf("NIFTY"), params: { factor: 1 }, visible: true } as const;
  const first = await openQuant<Snapshot>(registryOf({ screen, derivation: counting }), request);
  const second = createPort<PaneMessage<Snapshot>, PaneControl>();
  await first.quant.subscribe(request, second.port);
  const turnsOf = ({ sent }: { readonly sent: readonly PaneMessage<Snapshot>[] }) =>
    sent.flatMap((one) => (one.type === "snapshot" ? [one.snapshot.price] : []));
  const tick = async (): Promise<void> => {
    const day = makeRoom({ symbol: "NIFTY", expiry: NEAR, strikes: [{ strike: 100, ce: { ltp: 1 } }] });
    first.feed.say({ type: "room", room: day.room, day, fields: ALL_FIELDS });
    await first.pass(10);
    for (const pane of [first.pane, second])
      pane.say({ type: "painted", sequence: pane.sent.filter(({ type }) => type === "snapshot").length });
    await first.pass(1000);
  };
  await tick();
  second.say({ type: "active" });
  await tick();
  first.pane.say({ type: "active" });
  await tick();
  expect([turnsOf(first.pane), turnsOf(second)]).toEqual([
    [1, 4, 5],
    [2, 3, 6],
  ]);
});

test("what is sent before the derivation is loaded and the worker started waits in the port", async () => {
  const registry = registryOf({ screen, derivation });
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const late = new Map([...registry].map(([id, load]) => [id, () => arrived.then(load)]));
  const quant = createQuant({ createKernel, screens: late, now: () => Date.now() });
  const feed = createPort<FeedRequest, FeedUpdate>();
  const pane = createPort<PaneMessage<Snapshot>, PaneControl>();
  const request = { screen: "price", pane: paneOf("NIFTY"), params: { factor: 1 }, visible: true };
  const opened = quant.subscribe(request, pane.port);
  pane.say({ type: "pane", pane: paneOf("BANKNIFTY") });
  quant.start(loadQuantModule(), feed.port);
  await vi.advanceTimersByTimeAsync(1000);
  expect(feed.sent).toEqual([]);
  arrive();
  await opened;
  expect(feed.sent.findLast(({ type }) => type === "acquire")).toMatchObject({ room: "BANKNIFTY-8/25/2026" });
  pane.say({ type: "close" });
  expect(feed.sent.at(-1)).toMatchObject({ type: "release", room: "BANKNIFTY-8/25/2026" });
});

describe("errors", () => {
  test("a screen that does not exist, one that cannot be loaded, and a kernel that is none", async () => {
    const gone = new Map([["gone", () => Promise.reject(new TypeError("Failed to fetch"))]]);
    const quant = createQuant({ createKernel, screens: gone, now: () => 0 });
    const request = { screen: "gone", pane: paneOf("NIFTY"), params: {}, visible: true } as const;
    const { port } = createPort();
    await expect(quant.subscribe({ ...request, screen: "nothing" }, port)).rejects.toThrow("no screen is called");
    await expect(quant.subscribe(request, port)).rejects.toThrow("Failed to fetch");
    expect(() => quant.start({}, port)).toThrow(TypeError);
  });

  test("the registry goes by folders, and a derivation brings its screen", async () => {
    const registry = createRegistry({ "../../web/screens/price/derive.ts": async () => ({ derivation }) });
    expect([...registry.keys()]).toEqual(["price"]);
    expect(await registry.get("price")?.()).toEqual({ screen, derivation });
  });
});

test("each screen of the product goes by its folder's name", async () => {
  expect([...screenRegistry.keys()]).toEqual(expect.arrayContaining(["_skeleton", "maxpain", "day-strip"]));
  for (const [id, load] of screenRegistry) {
    expect((await load()).screen.id).toBe(id);
  }
});

describe("lines of the user's own", () => {
  const lines = defineScreen<unknown, { series: SeriesSet<string> }>({
    id: "lines",
    title: "Lines",
    route: "/lines",
    access: "user",
    rate: 4,
    home: "underlying",
    defaults: {},
    needs: (_, { symbol, expiry }) => [{ room: roomName(symbol, expiry) }],
  });
  const twice: OwnLine = { id: "own:twice", program: programOf("a * 2") };

  function programOf(text: string) {
    const compiled = compileFormula(text, ["a"]);
    if (!compiled.ok) throw new Error(compiled.error.message);
    return compiled.program;
  }

  async function openLines(params: unknown) {
    const made = defineDerivation<unknown, { series: SeriesSet<string> }, Kernel, object>({
      screen: lines,
      createScratch: () => ({}),
      derive: ({ market, pane }) =>
        market.room(roomName(pane.symbol, pane.expiry)) && {
          series: { x: { open: minute(555), cadence: 1 }, lines: { a: Float64Array.of(1, 2) } },
        },
    });
    const request = { screen: "lines", pane: paneOf("NIFTY"), params, visible: true };
    const opened = await openQuant<{ series: SeriesSet<string> }>(
      registryOf({ screen: lines, derivation: made }),
      request,
    );
    const day = makeRoom({ symbol: "NIFTY", expiry: NEAR, strikes: [{ strike: 100 }] });
    opened.feed.say({ type: "room", room: day.room, day, fields: ALL_FIELDS });
    await vi.dynamicImportSettled();
    await opened.pass(300);
    const shown = () => opened.snapshots().map(({ snapshot }) => Object.keys(snapshot.series.lines).join());
    return { ...opened, shown };
  }

  test("come with the snapshots of a pane that asks for them", async () => {
    const { shown, snapshots } = await openLines({ ownLines: [twice] });
    expect(shown().at(-1)).toBe("a,own:twice");
    expect(snapshots().at(-1)?.snapshot.series.lines["own:twice"]).toEqual(Float64Array.of(2, 4));
  });

  test("come when they are asked for, and go again; on a day that stands still, too", async () => {
    const { pane, paint, pass, shown } = await openLines({});
    expect(shown()).toEqual(["a"]);
    for (const params of [{ ownLines: [twice] }, {}]) {
      paint();
      pane.say({ type: "params", params });
      await vi.dynamicImportSettled();
      paint();
      await pass(300);
    }
    expect(shown()).toEqual(expect.arrayContaining(["a,own:twice"]));
    expect(shown().at(-1)).toBe("a");
  });
});
