/** A day is the same whoever runs it from its open: this thread, another, or this one after another failed. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import { dayPair, type FastForwardSpec, roomAfter, roomAt, runOf } from "./fast-forward.ts";
import { FastForwardThreads } from "./fast-forward-threads.ts";
import type { LiveRoom } from "./live-room.ts";
import { makeRooms } from "./open-rooms.ts";

/** The last day of stocks' near month, and of a weekly of NIFTY. */
const LAST_DAY = isoDate("2026-11-23");
const SUNDAY = isoDate("2026-11-22");
/** In the middle of what is looked at every few minutes. */
const SECOND = 577 * 60;

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const isStopped = () => false;

const specOf = (...symbols: string[]): FastForwardSpec => ({ seed: 7, date: LAST_DAY, symbols, second: SECOND });

/** All that is known of a room, as one short text. */
function digest({ room, tokens, live, minutes }: RoomDay): string {
  const { prevClose, prevOi, prevVol } = tokens;
  const hash = createHash("sha256").update(room);
  for (const { buffer, byteOffset, byteLength } of [
    ...[prevClose, prevOi, prevVol, minutes.state],
    ...[...live.columns, ...minutes.columns],
  ])
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return `${room} ${hash.digest("hex")}`;
}

/** What the next two minutes tell. */
function ticksOf(room: LiveRoom): number[][] {
  const told: number[][] = [];
  const changed = new Uint16Array(0x10000);
  for (let second = SECOND; second < SECOND + 120; second++)
    room.runTo(second + 1, 1, changed, (_, count) => told.push([...changed.subarray(0, count)]));
  return told;
}

describe("a room that was run elsewhere", () => {
  it.each(["NIFTY-11/23/2026", "TCS-11/23/2026", "USDINR-11/26/2026"])("goes on here: %s", (name) => {
    const spec = specOf(name.split("-")[0] ?? "");
    const days = dayPair(spec);
    const here = roomAt(days, name, SECOND);
    const made = runOf(dayPair(spec), name, SECOND);
    const after = made && roomAfter(dayPair(spec).day, name, structuredClone(made));
    if (!here || !after) throw new Error(`no room ${name}`);
    expect(digest(after.day)).toEqual(digest(here.day));
    expect(ticksOf(after)).toEqual(ticksOf(here));
    expect(digest(after.day)).toEqual(digest(here.day));
  });

  it("is the same day, in the same order, from a thread", { timeout: 60_000 }, async () => {
    const spec = specOf("TCS", "INFY", "RELIANCE", "PAGEIND", "IDEA", "YESBANK");
    const alone = await makeRooms(spec, { threads: 0, pause, isStopped });
    const helped = await makeRooms(spec, { threads: 1, pause, isStopped });
    expect(helped.rooms.map(({ day }) => digest(day))).toEqual(alone.rooms.map(({ day }) => digest(day)));
    expect(alone.rooms.map(({ day }) => day.room)).toEqual([
      ...alone.day.rooms,
      ...[...alone.day.futures, ...alone.day.spots].map(({ name }) => name),
    ]);
  });

  it("comes from the thread that was asked for it", { timeout: 60_000 }, async () => {
    const spec = specOf("TCS");
    const { rooms } = dayPair(spec).day;
    const threads = new FastForwardThreads(1, spec);
    const taken: string[] = [];
    const here = (name: string) => {
      throw new Error(`${name} was run here`);
    };
    await threads.run(rooms, { here, take: (name) => taken.push(name), pause, isStopped }, pause);
    await threads.stop();
    expect(taken).toEqual(rooms);
  });

  it("is run here where a thread breaks, and every room once", { timeout: 60_000 }, async () => {
    const threads = new FastForwardThreads(1, { ...specOf("TCS"), date: SUNDAY });
    const names = Array.from({ length: 60 }, (_, i) => `room ${i}`);
    const here: string[] = [];
    const take = () => {
      throw new Error("a broken thread told something");
    };
    const work = { here: (name: string) => here.push(name), take, pause, isStopped };
    await threads.run(names, work, pause);
    await threads.stop();
    expect([...here].sort()).toEqual([...names].sort());
  });
});
