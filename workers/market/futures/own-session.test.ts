import { describe, expect, test } from "vitest";
import { createMinuteColumns, LTP, OI, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { makeFuturesRoom, setFuture } from "../__fixtures__/futures-room.ts";
import { marketRoom } from "../__fixtures__/market.ts";
import { closeMinute } from "../__fixtures__/room.ts";
import { futuresBoard } from "./futures-board.ts";
import { equityDay, inSession } from "./own-session.ts";

const CLOSE = 940;

/** From 09:00 to 17:00: AAA stands at 100 until 09:15, at 110 then, and a rupee higher each minute to 15:40; USDINR rises all day. */
function makeDay(): RoomDay {
  const cell = { ltp: 100, oi: 1000, vol: 0, prevClose: 100, prevOi: 1000, prevVol: 400 };
  const fields = (1 << LTP) | (1 << OI) | (1 << VOL);
  const day: RoomDay = {
    ...makeFuturesRoom({ AAA: cell, USDINR: cell }, 10_000),
    open: minute(540),
    minutes: createMinuteColumns(2, 481, fields),
  };
  for (let at = 540; at <= 1020; at++) {
    const traded = Math.min(at, CLOSE) - 555;
    setFuture(day, "AAA", traded < 0 ? cell : { ltp: 110 + traded, oi: 1000 + traded, vol: 10 * (traded + 1) });
    setFuture(day, "USDINR", { ltp: 100 + (at - 540) / 100, oi: 1000 + at, vol: at });
    closeMinute(day, at - 540);
  }
  return day;
}

describe("an equity future in a room that a currency keeps open", () => {
  test("has the minutes of its own session alone; the currency has all", () => {
    const day = makeDay();
    const room = marketRoom(day);
    const own = inSession(room, "NIFTY");
    expect([own?.day.open, own?.day.minutes.slots]).toEqual([555, 386]);
    expect(own?.day.minutes.columns[LTP]?.[0]).toBe(1_100_000);
    expect(inSession(room, "NIFTY")?.day).toBe(own?.day);
    expect(inSession(room, "USDINR")).toBe(room);
    const alone = makeFuturesRoom({ AAA: {} });
    expect(equityDay(alone)).toBe(alone);
    expect(equityDay({ ...day, date: isoDate("2026-07-31") }).minutes.slots).toBe(376);
  });

  const board = (at: number, minutes: number) => {
    const day = makeDay();
    const clock = { mode: "replay", date: day.date, minute: minute(at), speed: 1 } as const;
    const window = futuresBoard(marketRoom(day), clock)?.window(minutes);
    return [window?.from, ...(window?.price.change ?? [])].map((value) => Number(value?.toFixed(4)));
  };

  test("over the last minutes counts from its first minute, never from the day before's close", () =>
    expect(board(560, 30)).toEqual([555, 5, 0.2]));

  test("over the last minutes after its close counts before that; the currency counts before now", () =>
    expect(board(1000, 30)).toEqual([910, 30, 0.3]));

  test("before its open has nothing to count from", () =>
    expect(board(550, 5)).toEqual([Number.NaN, Number.NaN, 0.05]));
});
