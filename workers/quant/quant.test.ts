import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ReplayTime } from "#contract/domain/clock.ts";
import { ALL_FIELDS, LTP } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { FeedRequest, FeedUpdate } from "#contract/worker/feed-api.ts";
import type { PaneControl, PaneMessage, SubscribeRequest } from "#contract/worker/quant-api.ts";
import { defineScreen, type PaneContext } from "#contract/worker/screen.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { createQuant } from "./quant.ts";
import { createRegistry, screenRegistry } from "./registry.ts";
import { createPort, openQuant, registryOf } from "./testing/open-quant.ts";

interface Params {
  readonly factor: number;
  readonly both?: boolean;
}
interface Snapshot {
  readonly price: number;
  readonly runs: number;
}

const NEAR = isoDate("2026-08-25");
const FAR = isoDate("2026-09-29");
const paneOf = (symbol: string, expiry = NEAR): PaneContext => makePane({ symbol, expiry });
const screen = defineScreen<Params, Snapshot>({
  id: "price",
  title: "Price",
  route: "/price",
  access: "user",
  rate: 4,
  home: "underlying",
  defaults: { factor: 1 },
  needs: ({ both }, { symbol, expiry }) => [
    { room: roomName(symbol, expiry) },
    ...(both ? [{ room: roomName(symbol, FAR) }] : []),
  ],
});
const derivation = defineDerivation<Params, Snapshot, Kernel, { runs: number }>({
  screen,
  createScratch: () => ({ runs: 0 }),
  derive({ market, pane, params }, scratch) {
    const room = market.room(roomName(pane.symbol, pane.expiry));
    if (!room || (params.both && !market.room(roomName(pane.symbol, FAR)))) return undefined;
    scratch.runs++;
    return { price: room.day.live.columns[LTP][0] * params.factor, runs: scratch.runs };
  },
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(request: Partial<SubscribeRequest> = {}) {
  const opened = await openQuant<Snapshot>(registryOf({ screen, derivation }), {
    screen: "price",
    pane: paneOf("NIFTY"),
    params: { factor: 1 },
    visible: true,
    ...request,
  });
  const tell = (price: number, expiry = NEAR, symbol = "NIFTY"): void => {
    const day = makeRoom({ symbol, expiry, strikes: [{ strike: 100, ce: { ltp: price } }] });
    opened.feed.say({ type: "room", room: day.room, day, fields: ALL_FIELDS });
  };
  const prices = () => opened.snapshots().map(({ snapshot }) => snapshot.price);
  return { ...opened, tell, prices };
}

describe("a subscription", () => {
  test("asks for its room, says that it is loading, then what it is a snapshot of", async () => {
    const { feed, pane, tell, pass } = await open();
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
    const { tell, pass, paint, prices } = await open();
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
    const { tell, pass, pane, paint, prices } = await open();
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
    const { tell, pass, pane, feed, paint, prices } = await open();
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
    const { tell, pass, pane, feed, paint } = await open();
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
    const { feed, pass, pane } = await open();
    feed.say({ type: "missing", room: "NIFTY-8/25/2026", status: 404, message: "unknown room" });
    await pass();
    expect(pane.sent).toEqual([{ type: "missing", pane: paneOf("NIFTY"), status: 404, message: "unknown room" }]);
  });

  describe("a past day", () => {
    const past = { source: "import", date: isoDate("2026-08-18") } as const;
    const KEY = "NIFTY-8/25/2026@import:2026-08-18";
    const at = (clock: number, over: Partial<ReplayTime> = {}): ReplayTime => ({
      minute: minute(clock),
      speed: 0.5,
      isPlaying: true,
      from: minute(555),
      to: minute(930),
      ...over,
    });
    async function openPast() {
      const opened = await open({ pane: { ...paneOf("NIFTY"), day: past } });
      const day = makeRoom({ strikes: [{ strike: 100, ce: { ltp: 7 } }] });
      opened.feed.say({ type: "room", room: KEY, day, fields: ALL_FIELDS });
      const last = () => opened.pane.sent.at(-1);
      return { ...opened, day, last };
    }

    test("its rooms are those of the day, and the clock stands at its close", async () => {
      const { feed, pass, last, day } = await openPast();
      expect(feed.sent).toEqual([{ type: "acquire", room: KEY, fields: ALL_FIELDS }]);
      await pass();
      const close = day.open + day.minutes.slots - 1;
      expect(last()).toMatchObject({
        clock: { mode: "history", date: day.date, minute: close },
        snapshot: { price: 700 },
      });
    });

    test("the open day, once it stands still, is seen as of its last recorded minute", async () => {
      const { feed, pass, pane } = await open({ pane: { ...paneOf("NIFTY"), day: "today" } });
      const day = makeRoom({ strikes: [{ strike: 100, ce: { ltp: 7 } }] });
      for (let slot = 0; slot <= 180; slot++) closeMinute(day, slot);
      feed.say({ type: "room", room: "NIFTY-8/25/2026@today", day, fields: ALL_FIELDS });
      await pass();
      expect(pane.sent.at(-1)).toMatchObject({ clock: { mode: "history", minute: 735 }, recorded: 735 });
    });

    test("the replay moves the clock, within the session, and each step is shown", async () => {
      const { feed, pass, paint, last, day } = await openPast();
      await pass();
      paint();
      feed.say({ type: "replay", time: at(600) });
      await pass();
      expect(last()).toMatchObject({ clock: { mode: "replay", minute: 600, speed: 0.5 } });
      paint();
      // Sooner than the screen's live rate would allow.
      feed.say({ type: "replay", time: at(601) });
      await pass();
      expect(last()).toMatchObject({ clock: { mode: "replay", minute: 601 } });
      paint();
      feed.say({ type: "replay", time: at(1) });
      await pass();
      expect(last()).toMatchObject({ clock: { minute: day.open } });
      paint();
      feed.say({ type: "replay", time: undefined });
      await pass();
      expect(last()).toMatchObject({ clock: { mode: "history" } });
    });

    test("a live pane takes part in no replay", async () => {
      const live = await open();
      live.feed.say({ type: "replay", time: at(600) });
      live.tell(3);
      await live.pass();
      expect(live.pane.sent.at(-1)).toMatchObject({ clock: { mode: "live" } });
    });

    test("going back to the live market holds the live rooms and starts afresh", async () => {
      const { feed, pass, pane, paint, tell, last } = await openPast();
      await pass();
      paint();
      pane.say({ type: "pane", pane: paneOf("NIFTY") });
      expect(feed.sent.slice(1)).toEqual([
        { type: "acquire", room: "NIFTY-8/25/2026", fields: ALL_FIELDS },
        { type: "release", room: KEY },
      ]);
      tell(9);
      await pass(500);
      expect(last()).toMatchObject({ clock: { mode: "live" }, snapshot: { price: 900, runs: 1 } });
    });
  });

  test("age is that of the newest frame when it was sent", async () => {
    const { tell, pass, pane, feed, paint } = await open();
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

  test("a room that no frame has come for takes nothing from the age of the others", async () => {
    const { tell, pass, pane, feed, paint } = await open({ params: { factor: 1, both: true } });
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
    const { feed, pane, tell, pass, paint } = await open({ params: { factor: 1, both: true } });
    const trouble = async (expiry: typeof NEAR, words: string): Promise<unknown> => {
      feed.say({ type: "trouble", room: roomName("NIFTY", expiry), words });
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
  });

  test("closing lets its rooms go, closes its port, and ends its runs", async () => {
    const { tell, pass, pane, feed, prices } = await open();
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
  const { quant, feed, pane } = await open();
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
