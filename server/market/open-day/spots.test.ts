import { expect, it } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { spotRoomName, spotSymbol } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { fakeRoom } from "../../testing/market/fake-feed.ts";
import { BookRoom } from "./book-room.ts";
import { spots } from "./spots.ts";

const EXPIRY = isoDate("2026-07-28");

it("spots are those of underlyings, and none of a room of many", () => {
  const nifty = fakeRoom("NIFTY", EXPIRY, 0);
  const many = { ...fakeRoom("NIFTY", EXPIRY, 0), room: spotRoomName("NSE", EXPIRY), symbol: spotSymbol("NSE") };
  for (const room of [nifty, many]) room.live.columns[LTP][0] = 2_402_230;
  const rooms = new Map([nifty, many].map((room) => [room.room, new BookRoom(room)]));
  expect(spots({ rooms })).toEqual({ NIFTY: 24_022.3 });
});
