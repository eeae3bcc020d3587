import { expect, it } from "vitest";
import { COMPLETE, LTP } from "#contract/domain/columns.ts";
import { spotRoomName, spotSymbol } from "#contract/domain/instruments.ts";
import { isoDate, slot } from "#contract/domain/units.ts";
import { fakeRoom } from "../../testing/market/fake-feed.ts";
import { BookRoom } from "./book-room.ts";
import { spots } from "./spots.ts";

const EXPIRY = isoDate("2026-07-28");

it("spots by the minute are those of the last closed minute, and the previous close before there is one", () => {
  const day = fakeRoom("NIFTY", EXPIRY, 0);
  const room = new BookRoom(day);
  const rooms = new Map([[day.room, room]]);
  day.tokens.prevClose[0] = 2_390_000;
  day.live.columns[LTP][0] = 2_402_230;
  expect(spots({ rooms }, true)).toEqual({ NIFTY: 23_900 });
  room.settleAll();
  room.close(slot(3), COMPLETE);
  day.live.columns[LTP][0] = 2_410_000;
  expect([spots({ rooms }, true), spots({ rooms })]).toEqual([{ NIFTY: 24_022.3 }, { NIFTY: 24_100 }]);
});

it("spots are those of underlyings, and none of a room of many", () => {
  const nifty = fakeRoom("NIFTY", EXPIRY, 0);
  const many = { ...fakeRoom("NIFTY", EXPIRY, 0), room: spotRoomName("NSE", EXPIRY), symbol: spotSymbol("NSE") };
  for (const room of [nifty, many]) room.live.columns[LTP][0] = 2_402_230;
  const rooms = new Map([nifty, many].map((room) => [room.room, new BookRoom(room)]));
  expect(spots({ rooms })).toEqual({ NIFTY: 24_022.3 });
});
