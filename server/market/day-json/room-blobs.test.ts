import { expect, test } from "vitest";
import { ABSENT, minute } from "#contract/domain/units.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { fakeDay } from "../../testing/market/fake-feed.ts";
import { openRoom } from "./day-source.ts";
import { closedBlob, RoomBlobs } from "./room-blobs.ts";

test("a room is encoded anew once a previous figure is known, also before the first minute", () => {
  const { rooms, symbols } = fakeDay();
  const [room] = rooms;
  const blobs = new RoomBlobs();
  const blob = () => blobs.of(openRoom(room!, symbols, minute(540)));
  const first = blob();
  expect(blob()).toBe(first);
  room!.tokens.prevOi[2] = 15_000;
  const second = blob();
  expect(second.checksum).not.toBe(first.checksum);
  room!.tokens.prevClose[2] = 12_300;
  expect(blob().checksum).not.toBe(second.checksum);
});

test("the blob of a plan without ticks has none before the first minute either, and is made once", async () => {
  const { rooms, symbols } = fakeDay();
  const room = rooms[0]!;
  room.live.columns[0].fill(12_345);
  const blob = new RoomBlobs().of(openRoom(room, symbols, minute(540)));
  const closed = closedBlob(blob);
  expect(closedBlob(blob)).toBe(closed);
  const { day } = decodeRoomDay(await (await closed).compressed("identity"));
  expect(day.tokens.length).toBe(room.tokens.length);
  expect(day.live.columns[0].every((price) => price === ABSENT)).toBe(true);
});
