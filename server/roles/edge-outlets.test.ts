/** Minutes as stock clients of an edge are told them: from room-days that a feed may be late with. */
import { expect, test } from "vitest";
import { COMPLETE, LTP, type RoomDay } from "#contract/domain/columns.ts";
import { minute } from "#contract/domain/units.ts";
import { createFrameEncoder } from "#contract/wire/frame.ts";
import type { OpenInterestMessage } from "#contract/wire/socket-events.ts";
import { openRoom } from "../market/day-json/day-source.ts";
import type { Outlet } from "../market/publish/outlet.ts";
import { silentLog } from "../platform/log.ts";
import { fakeDay } from "../testing/market/fake-feed.ts";
import { EdgeOutlets } from "./edge-outlets.ts";
import { RoomMirror } from "./room-mirror.ts";

const ROW = 2;

/** The room after some minutes: the last price of the row is the number of the slot. */
function roomAfter(slots: number): RoomDay {
  const room = fakeDay().rooms[0]!;
  for (let slot = 0; slot < slots; slot++) {
    room.minutes.state[slot] = COMPLETE;
    room.minutes.columns[LTP][slot * room.minutes.stride + ROW] = slot * room.priceScale;
  }
  return room;
}

/** What stock clients are told of these minutes, where the room-days that can be had are these, one after the other. */
async function toldOf(
  days: readonly (RoomDay | Error)[],
  slots: readonly number[] = [3],
): Promise<readonly [number | null | undefined, number][]> {
  const room = roomAfter(6);
  const left = [...days];
  const outlets = new EdgeOutlets(async () => {
    const next = left.shift();
    if (next instanceof Error) throw next;
    return next && openRoom(next, [], minute(600));
  }, silentLog);
  const told: OpenInterestMessage[] = [];
  const outlet: Partial<Outlet> = {
    minuteAudience: () => ({ frames: false, json: true }),
    minute: (_room, _frame, _seq, message) => message && told.push(message),
  };
  outlets.attach(outlet as Outlet);
  const encoder = createFrameEncoder({ tokens: room.tokens, tick: 5 }, { epoch: 1 });
  const mirror = new RoomMirror(room);
  for (const slot of slots)
    outlets.heard(mirror, "minute", encoder.encodeMinute(room.minutes, slot, { time: 0, flags: 0 }));
  await new Promise((resolve) => setImmediate(resolve));
  return told.map(({ live, time }) => [live[String(room.tokens.token[ROW])]?.[0], time.length]);
}

test("they are told the minute that closed, from a day that has it", async () => {
  expect(await toldOf([roomAfter(4)])).toEqual([[3, 4]]);
  expect(await toldOf([roomAfter(5)])).toEqual([[3, 4]]);
});

test("a day that ends before it is asked for again, as is one that cannot be had", async () => {
  expect(await toldOf([roomAfter(3), roomAfter(4)])).toEqual([[3, 4]]);
  expect(await toldOf([new Error("not ready"), roomAfter(4)])).toEqual([[3, 4]]);
});

test("no other minute is told instead", async () => {
  expect(await toldOf([roomAfter(3), roomAfter(3), roomAfter(3)])).toEqual([]);
});

test("minutes are told in order, also where one takes longer or is not told at all", async () => {
  expect(await toldOf([roomAfter(3), roomAfter(5), roomAfter(4)], [3, 4])).toEqual([
    [3, 4],
    [4, 5],
  ]);
  const short = roomAfter(3);
  // Slot 3 is told at the second attempt, slot 5 at the first, slot 4 never.
  expect(await toldOf([short, short, roomAfter(6), roomAfter(4), roomAfter(4), roomAfter(4)], [3, 4, 5])).toEqual([
    [3, 4],
    [5, 6],
  ]);
});
