import { afterEach, expect, it } from "vitest";
import { COMPLETE, MISSING_MINUTE, writeSlot } from "#contract/domain/columns.ts";
import { systemClock } from "../../platform/clocks.ts";
import { fakeRoom } from "../../testing/market/fake-feed.ts";
import { fillMinute, keptOf } from "../../testing/market/fill-minute.ts";
import { SAMPLE_DATE } from "../../testing/market/sample-days.ts";
import { parcelOf, roomOf } from "../minutes/room-parcel.ts";
import { loadRoomDay, storeRoomDayHere } from "./blob-codec.ts";
import { EncodeThread } from "./encode-thread.ts";

const thread = new EncodeThread(systemClock);
afterEach(() => thread.stop());

function filledRoom(seed: number) {
  const room = fakeRoom("NIFTY", SAMPLE_DATE, 5, SAMPLE_DATE);
  for (const at of [555, 556, 600, 640, 641, 700]) fillMinute(room, at, seed + at);
  return room;
}

it("encodes a room as this thread would, packed minutes and all", async () => {
  const room = filledRoom(1);
  const kept = keptOf(room);
  const expected = storeRoomDayHere(room);
  expect(keptOf(roomOf(structuredClone(parcelOf(room))))).toEqual(kept);
  expect((await thread.encode(room)).checksum).toBe(expected.checksum);
}, 20_000);

it("takes blocks along alone that are views of a longer buffer, as those of a journal are", () => {
  const room = filledRoom(5);
  const parcel = parcelOf(room);
  expect(parcel.blocks.length).toBeGreaterThan(1);
  const journal = new Uint8Array(Buffer.concat(parcel.blocks.map(({ bytes }) => bytes)));
  let from = 0;
  const blocks = parcel.blocks.map((block) => {
    const bytes = journal.subarray(from, from + block.bytes.length);
    from += bytes.length;
    return { ...block, bytes };
  });
  const again = parcelOf(roomOf({ ...parcel, blocks }));
  for (const { bytes } of again.blocks) expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
  expect(keptOf(roomOf(again))).toEqual(keptOf(room));
});

it("answers each room with its own, and goes on after one that cannot be encoded", async () => {
  const bad = filledRoom(2);
  const columns = bad.minutes.columns.map((column) => column.slice(0, bad.minutes.stride));
  columns[2]?.fill(0.5);
  writeSlot(bad.minutes, 10, { columns, base: 0 }, bad.tokens.length, COMPLETE);
  const [good, broken, last] = await Promise.allSettled(
    [filledRoom(3), bad, filledRoom(4)].map((room) => thread.encode(room)),
  );
  expect(broken).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining("not a ") } });
  for (const [answer, seed] of [
    [good, 3],
    [last, 4],
  ] as const) {
    if (answer?.status !== "fulfilled") throw new Error("not encoded");
    const room = await loadRoomDay(answer.value);
    expect(room.minutes.state[1]).not.toBe(MISSING_MINUTE);
    expect(keptOf(room).figures).toEqual(keptOf(await loadRoomDay(storeRoomDayHere(filledRoom(seed)))).figures);
  }
}, 20_000);
