/** What a pane needs besides its rooms being there and seen: documents, and what becomes of it while it is hidden. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ALL_FIELDS } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { VolatilityDays } from "#contract/wire/documents.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import { definePane, type Need } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { createPort, openQuant, registryOf } from "./testing/open-quant.ts";

interface Params {
  readonly needs: readonly Need[];
  readonly goesOn?: boolean;
}
interface Snapshot {
  readonly days: readonly string[] | undefined;
  readonly why: string | undefined;
  /** Of the first contract that is followed. */
  readonly price: number;
}

const NEAR = isoDate("2026-08-25");
const ROOM = roomName("NIFTY", NEAR);
const FAR_ROOM = roomName("NIFTY", isoDate("2026-09-29"));
const PANE = makePane({ symbol: "NIFTY", expiry: NEAR });

const pane = definePane<Params, Snapshot>({
  id: "needy",
  rate: 4,
  home: "underlying",
  defaults: { needs: [] },
  needs: ({ needs }) => needs,
  runsHidden: ({ goesOn }) => goesOn === true,
});
const derivation = defineDerivation<Params, Snapshot, Kernel, undefined>({
  screen: pane,
  createScratch: () => undefined,
  derive({ market }) {
    return {
      days: market.doc("HVIV")?.dates,
      why: market.missing(FAR_ROOM)?.message,
      price: market.prices().ltp("NIFTY26082524000CE"),
    };
  },
});

const open = (params: Params, over: { visible?: boolean; pane?: typeof PANE } = {}) =>
  openQuant<Snapshot>(registryOf({ screen: pane, derivation }), {
    screen: "needy",
    pane: PANE,
    params,
    visible: true,
    ...over,
  });

const port = () => createPort().port;

const document = (date: string): VolatilityDays => ({
  symbols: ["NIFTY"],
  dates: [isoDate(date)],
  columns: { change: Float64Array.of(1), iv: Float64Array.of(12) },
  sources: { NIFTY: ["import"] },
  pending: 0,
});
const clock = (minute: number) => ({ source: "sim", date: isoDate("2026-08-18"), minute, rate: 60, wall: 0 }) as const;
const day = makeRoom({ strikes: [{ strike: 100, ce: { ltp: 7 } }] });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a pane of documents alone", () => {
  const needs: readonly Need[] = [{ doc: "HVIV" }];

  test("follows the exchange clock, has no age, and runs again when the document is loaded anew", async () => {
    const { feed, pass, paint, snapshots } = await open({ needs });
    expect(feed.sent).toEqual([{ type: "acquireDocument", document: "HVIV" }]);
    await pass(300);
    expect(snapshots()).toEqual([]); // nobody knows yet what day it is
    feed.say({ type: "clock", time: clock(600) });
    feed.say({ type: "document", document: "HVIV", content: document("2026-08-17") });
    await pass(300);
    const [first] = snapshots();
    expect(first).toMatchObject({
      snapshot: { days: ["2026-08-17"] },
      clock: { mode: "live", date: "2026-08-18", minute: 600, speed: 60 },
      cadence: 0,
      recorded: 600,
      trouble: "",
      lacks: "",
      opensAt: Number.NaN,
    });
    expect(first?.age).toBeNaN();
    paint();
    feed.say({ type: "document", document: "HVIV", content: document("2026-08-18") });
    await pass(300);
    expect(snapshots().at(-1)?.snapshot.days).toEqual(["2026-08-18"]);
    paint();
    feed.say({ type: "clock", time: clock(601) });
    await pass(300);
    expect(snapshots().at(-1)?.clock.minute).toBe(601);
  });

  test("on a past day has the day's document and date, and moves with the replay", async () => {
    const past = { source: "import", date: isoDate("2026-07-27") } as const;
    const { feed, pass, paint, snapshots } = await open({ needs }, { pane: { ...PANE, day: past } });
    expect(feed.sent).toEqual([{ type: "acquireDocument", document: "HVIV@2026-07-27" }]);
    feed.say({ type: "document", document: "HVIV@2026-07-27", content: document("2026-07-27") });
    await pass();
    expect(snapshots().at(-1)).toMatchObject({
      snapshot: { days: ["2026-07-27"] },
      clock: { mode: "history", date: "2026-07-27", minute: 930 },
    });
    paint();
    const time = { minute: 700, speed: 1, isPlaying: true, from: 555, to: 930 } as never;
    feed.say({ type: "replay", time });
    await pass();
    expect(snapshots().at(-1)?.clock).toMatchObject({ mode: "replay", date: "2026-07-27", minute: 700 });
  });

  test("says why the document cannot be had, and goes on once it can", async () => {
    const { feed, pane, pass, paint, snapshots } = await open({ needs });
    feed.say({ type: "clock", time: clock(600) });
    feed.say({ type: "missingDocument", document: "HVIV", status: 503, message: "not now" });
    await pass(300);
    expect(pane.sent.at(-1)).toMatchObject({ type: "missing", status: 503, message: "not now" });
    const before = feed.sent.length;
    pane.say({ type: "retry" });
    await pass(300);
    expect(feed.sent.slice(before)).toEqual([
      { type: "releaseDocument", document: "HVIV" },
      { type: "acquireDocument", document: "HVIV" },
    ]);
    expect(pane.sent.at(-1)?.type).not.toBe("missing");
    paint();
    feed.say({ type: "document", document: "HVIV", content: document("2026-08-17") });
    await pass(300);
    expect(snapshots().at(-1)).toMatchObject({ snapshot: { days: ["2026-08-17"] } });
  });
});

describe("prices of scattered contracts", () => {
  const names = ["NIFTY26082524000CE", "SBIN26AUGFUT"];
  const needs: readonly Need[] = [{ prices: names }];
  const told = (ltp: number, of = names) =>
    ({ type: "prices", names: of, values: new Float64Array(of.length).fill(ltp) }) as const;

  test("are followed by name, and each change of one of them runs the pane; no room is loaded", async () => {
    const { quant, feed, pane, pass, paint, snapshots } = await open({ needs });
    feed.say({ type: "clock", time: clock(600) });
    await pass(300);
    expect(snapshots().at(-1)?.snapshot.price).toBeNaN();
    paint();
    feed.say(told(12.5));
    await pass(300);
    expect(snapshots().at(-1)).toMatchObject({ snapshot: { price: 12.5 }, clock: { mode: "live", minute: 600 } });
    expect(snapshots().at(-1)?.age).toBeLessThan(300);
    paint();
    const before = snapshots().length;
    quant.subscribe({ screen: "needy", pane: PANE, params: { needs: [{ prices: ["TCS"] }] }, visible: true }, port());
    feed.say(told(9, ["TCS"])); // another pane's
    await pass(300);
    expect(snapshots()).toHaveLength(before);
    pane.say({ type: "params", params: { needs: [{ prices: [...names.slice(1), "INFY"] }] } });
    expect(feed.sent).toEqual([
      { type: "follow", names },
      { type: "follow", names: ["TCS"] },
      { type: "follow", names: ["INFY"] },
      { type: "unfollow", names: names.slice(0, 1) },
    ]);
  });

  test("are unknown off the live market, and not asked for", async () => {
    const past = { source: "import", date: isoDate("2026-07-27") } as const;
    const { feed, pane, pass, paint, snapshots } = await open({ needs });
    feed.say({ type: "clock", time: clock(600) });
    feed.say(told(12.5));
    await pass(300);
    paint();
    pane.say({ type: "pane", pane: { ...PANE, day: past } });
    expect(feed.sent.at(-1)).toEqual({ type: "unfollow", names });
    await pass(300);
    expect(snapshots().at(-1)).toMatchObject({ snapshot: { price: Number.NaN }, clock: { mode: "history" } });
  });
});

test("an optional room or document that cannot be had blanks nothing", async () => {
  const { feed, pass, snapshots } = await open({
    needs: [{ room: ROOM }, { room: FAR_ROOM, optional: true }, { doc: "HVIV", optional: true }],
  });
  feed.say({ type: "room", room: ROOM, day, fields: ALL_FIELDS });
  feed.say({ type: "missing", room: FAR_ROOM, status: 404, message: "no such expiry" });
  feed.say({ type: "missingDocument", document: "HVIV", status: 404, message: "none" });
  await pass(300);
  expect(snapshots().at(-1)?.snapshot).toMatchObject({ why: "no such expiry" });
});

describe("a room of another day", () => {
  const past = { source: "sim", date: isoDate("2026-08-11") } as const;
  const KEY = `${FAR_ROOM}@sim:2026-08-11`;
  const needs: readonly Need[] = [
    { prices: ["NIFTY26082524000CE"] },
    { room: FAR_ROOM, day: past, fields: ["ltp"], optional: true },
  ];
  const old = makeRoom({ date: past.date, strikes: [{ strike: 100, ce: { ltp: 7 } }] });

  test.each([
    ["on its way", undefined],
    ["refused", { type: "missing", room: KEY, status: 403, message: "no plan" } as const],
    ["loaded", { type: "room", room: KEY, day: old, fields: ALL_FIELDS } as const],
  ])("that is %s gives the live pane no clock, and keeps it from nothing", async (_how, answer) => {
    const { feed, pass, paint, snapshots } = await open({ needs });
    if (answer) feed.say(answer);
    feed.say({ type: "clock", time: clock(600) });
    await pass(300);
    const live = { clock: { mode: "live", date: "2026-08-18", minute: 600, speed: 60 }, cadence: 0, recorded: 600 };
    expect(snapshots().at(-1)).toMatchObject(live);
    paint();
    feed.say({ type: "clock", time: clock(601) });
    await pass(300);
    expect(snapshots().at(-1)?.clock.minute).toBe(601);
  });

  test("leaves the clock to the first room of the pane's day that can be had", async () => {
    const own: readonly Need[] = [{ room: roomName("NIFTY", isoDate("2026-09-01")), optional: true }, { room: ROOM }];
    const { feed, pass, snapshots } = await open({ needs: [...needs, ...own] });
    feed.say({ type: "room", room: KEY, day: old, fields: ALL_FIELDS });
    feed.say({ type: "room", room: ROOM, day, fields: ALL_FIELDS });
    feed.say({ type: "missing", room: "NIFTY-9/1/2026", status: 404, message: "no such expiry" });
    await pass(300);
    expect(snapshots().at(-1)?.clock).toMatchObject({ mode: "live", date: day.date });
  });
});

describe("a hidden pane", () => {
  const needs: readonly Need[] = [{ room: ROOM }, { doc: "HVIV" }];
  const acquired = [
    { type: "acquire", room: ROOM, fields: ALL_FIELDS },
    { type: "acquireDocument", document: "HVIV" },
  ];
  const released = [
    { type: "release", room: ROOM },
    { type: "releaseDocument", document: "HVIV" },
  ];

  test("asks for nothing until it is first seen", async () => {
    const { feed, pane, pass } = await open({ needs }, { visible: false });
    pane.say({ type: "params", params: { needs } });
    await pass(60_000);
    expect(feed.sent).toEqual([]);
    pane.say({ type: "visible", visible: true });
    expect(feed.sent).toEqual(acquired);
  });

  test("keeps what it holds for half a minute, and then lets go of it", async () => {
    const { feed, pane, pass } = await open({ needs });
    pane.say({ type: "visible", visible: false });
    await pass(29_000);
    pane.say({ type: "visible", visible: true });
    await pass(60_000);
    expect(feed.sent).toEqual(acquired);
    pane.say({ type: "visible", visible: false });
    await pass(29_000);
    pane.say({ type: "params", params: { needs } }); // no reason to stay longer
    await pass(1000);
    expect(feed.sent).toEqual([...acquired, ...released]);
    pane.say({ type: "visible", visible: true });
    expect(feed.sent.slice(4)).toEqual(acquired);
  });

  test("that was closed lets go of it once", async () => {
    const { feed, pane, pass } = await open({ needs });
    pane.say({ type: "visible", visible: false });
    pane.say({ type: "close" });
    await pass(60_000);
    expect(feed.sent).toEqual([...acquired, ...released]);
  });

  test("that runs hidden goes on once a second, and stops when its params say so", async () => {
    const { feed, pane, pass, paint, snapshots } = await open({ needs: [{ room: ROOM }], goesOn: true });
    feed.say({ type: "room", room: ROOM, day, fields: ALL_FIELDS });
    await pass(300);
    paint();
    pane.say({ type: "visible", visible: false });
    const before = snapshots().length;
    for (let i = 0; i < 40; i++) {
      feed.say({ type: "room", room: ROOM, day, fields: ALL_FIELDS });
      await pass(250);
      paint();
    }
    expect(snapshots().length - before).toBeGreaterThanOrEqual(9);
    expect(snapshots().length - before).toBeLessThanOrEqual(12); // with those that it had left
    await pass(60_000);
    expect(feed.sent).toHaveLength(1);
    pane.say({ type: "params", params: { needs: [{ room: ROOM }] } });
    const stopped = snapshots().length;
    feed.say({ type: "room", room: ROOM, day, fields: ALL_FIELDS });
    await pass(30_000);
    expect(snapshots()).toHaveLength(stopped);
    expect(feed.sent.at(-1)).toEqual({ type: "release", room: ROOM });
  });
});
