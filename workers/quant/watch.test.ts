import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALL_FIELDS, COMPLETE, FIELD_COUNT, LTP } from "#contract/domain/columns.ts";
import { type Crossing, type CrossingDetector, createCrossingDetector } from "#contract/domain/crossing.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { FeedRequest, FeedUpdate } from "#contract/worker/feed-api.ts";
import type { PaneControl } from "#contract/worker/quant-api.ts";
import { defineWatch, implementWatch, type WatchMessage } from "#contract/worker/watch.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { createQuant } from "./quant.ts";
import { createPort } from "./testing/open-quant.ts";

const NEAR = isoDate("2026-08-25");
const paneOf = (symbol: string) => makePane({ symbol, expiry: NEAR });
const ROOM = roomName("NIFTY", NEAR);

/** The price of the room's first contract against a level in rupees. */
const definition = defineWatch<{ readonly level: number }, Crossing>({
  id: "level",
  home: "underlying",
  needs: (_rules, { symbol, expiry }) => [{ room: roomName(symbol, expiry) }],
});
const work = implementWatch<{ readonly level: number }, Crossing, Kernel, CrossingDetector>(definition, {
  createScratch: createCrossingDetector,
  watch({ market, pane, params }, detector) {
    const day = market.room(roomName(pane.symbol, pane.expiry))?.day;
    const crossing = day && detector.next(day.live.columns[LTP][0]! / day.priceScale, params.level);
    return crossing ? [crossing] : [];
  },
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(watch = work) {
  const watches = new Map([["level", async () => watch as never]]);
  const quant = createQuant({ createKernel, screens: new Map(), watches, now: () => Date.now() });
  const feed = createPort<FeedRequest, FeedUpdate>();
  quant.start(loadQuantModule(), feed.port);
  const port = createPort<WatchMessage<Crossing>, PaneControl>();
  await quant.watch({ id: "level", pane: paneOf("NIFTY"), params: { level: 100 } }, port.port);
  /** The room is loaded, as it stands at the price. */
  const load = async (price: number, symbol = "NIFTY"): Promise<void> => {
    const day = makeRoom({ symbol, expiry: NEAR, strikes: [{ strike: 100, ce: { ltp: price } }] });
    feed.say({ type: "room", room: day.room, day, fields: ALL_FIELDS });
    await vi.advanceTimersByTimeAsync(5);
  };
  const tick = async (price: number, symbol = "NIFTY"): Promise<void> => {
    const values = new Float64Array(FIELD_COUNT).fill(-1);
    values[LTP] = price * 100;
    feed.say({ type: "rows", room: roomName(symbol, NEAR), rows: Uint16Array.of(0), values, time: 6e7 });
    await vi.advanceTimersByTimeAsync(5);
  };
  const fired = () => port.sent.flatMap((message) => message.fired);
  return { quant, feed, port, load, tick, fired };
}

test("says only what fires, at the change that makes it fire", async () => {
  const { feed, port, load, tick, fired } = await open();
  expect(feed.sent).toEqual([{ type: "acquire", room: ROOM, fields: ALL_FIELDS }]);
  await load(90);
  for (const price of [95, 99, 101, 102, 103]) await tick(price);
  expect(fired()).toEqual(["above"]);
  for (const price of [99, 101]) await tick(price);
  expect(fired()).toEqual(["above", "below", "above"]);
  expect(port.sent[0]).toMatchObject({ pane: { symbol: "NIFTY" }, clock: { mode: "live", minute: 1000 } });
});

test("other rules, another symbol and a reload begin afresh: a jump is no crossing", async () => {
  const { feed, port, load, tick, fired } = await open();
  await load(90);
  await tick(95);
  await load(110);
  port.say({ type: "params", params: { level: 200 } });
  port.say({ type: "params", params: { level: 50 } });
  await tick(111);
  port.say({ type: "pane", pane: paneOf("BANKNIFTY") });
  await load(20, "BANKNIFTY");
  expect(fired()).toEqual([]);
  expect(feed.sent.at(-1)).toEqual({ type: "release", room: ROOM });
  await tick(60, "BANKNIFTY");
  expect(fired()).toEqual(["above"]);
});

test("what keeps its scratch goes on over a reload, other rules and another listing; another symbol begins afresh", async () => {
  const { port, load, tick, fired } = await open({ ...work, keepsScratch: true });
  await load(90);
  await load(110); // crossed while the room was loaded again
  expect(fired()).toEqual(["above"]);
  port.say({ type: "params", params: { level: 120 } });
  await tick(111);
  port.say({ type: "pane", pane: { ...paneOf("NIFTY"), expiries: [NEAR, isoDate("2026-09-29")] } });
  await tick(121);
  expect(fired()).toEqual(["above", "below", "above"]);
  port.say({ type: "pane", pane: paneOf("BANKNIFTY") });
  await load(20, "BANKNIFTY");
  expect(fired()).toHaveLength(3);
});

test("a room that comes back without its ticks is looked at from the next tick or minute on: a step back is no crossing", async () => {
  const { feed, load, tick, fired } = await open({ ...work, keepsScratch: true });
  await load(90);
  await tick(110);
  await load(0);
  await tick(111);
  expect(fired()).toEqual(["above"]);
  await load(0);
  expect(fired()).toEqual(["above"]);
  const values = Array.from({ length: FIELD_COUNT }, () => new Int32Array());
  feed.say({ type: "minute", room: ROOM, slot: 0, state: COMPLETE, values });
  await vi.advanceTimersByTimeAsync(5);
  expect(fired()).toEqual(["above", "below"]);
});

test("closing lets its rooms go, and nothing fires any more", async () => {
  const { feed, port, load, tick, fired } = await open();
  await load(90);
  port.say({ type: "close" });
  await tick(110);
  expect(fired()).toEqual([]);
  expect(feed.sent.at(-1)).toEqual({ type: "release", room: ROOM });
  expect(port.isClosed()).toBe(true);
});

test.each([
  ["on its way", undefined],
  ["refused", 403],
])("a room of another day that is %s keeps no rule from firing", async (_how, status) => {
  const day = { source: "sim", date: isoDate("2026-08-11") } as const;
  const needs = () => [{ room: ROOM, day, optional: true }, { room: ROOM }] as const;
  const { feed, load, tick, fired } = await open({ ...work, definition: { ...definition, needs } });
  if (status) feed.say({ type: "missing", room: `${ROOM}@sim:2026-08-11`, status, message: "no plan" });
  await load(90);
  await tick(110);
  expect(fired()).toEqual(["above"]);
});

test("a watch that does not exist is refused", async () => {
  const { quant } = await open();
  const request = { id: "nothing", pane: paneOf("NIFTY"), params: {} };
  await expect(quant.watch(request, createPort().port)).rejects.toThrow("no watch is called nothing");
});
