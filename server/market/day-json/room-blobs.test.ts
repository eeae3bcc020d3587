import { expect, test } from "vitest";
import { minute } from "#contract/domain/units.ts";
import { fakeDay } from "../../testing/market/fake-feed.ts";
import { openRoom } from "./day-source.ts";
import { RoomBlobs } from "./room-blobs.ts";

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
