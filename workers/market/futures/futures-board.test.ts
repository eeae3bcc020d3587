import { describe, expect, test } from "vitest";
import { LONG_BUILD, LONG_UNWIND, NO_BUILD_UP, SHORT_BUILD, SHORT_COVER } from "#contract/domain/build-up.ts";
import type { MarketClock } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { minute } from "#contract/domain/units.ts";
import { makeFuturesRoom, setFuture } from "../__fixtures__/futures-room.ts";
import { marketRoom } from "../__fixtures__/market.ts";
import { closeMinute } from "../__fixtures__/room.ts";
import { CURRENT, countMoves, type FuturesBoard, futuresBoard } from "./futures-board.ts";

const before = { prevClose: 100, prevOi: 1000, prevVol: 400 };

const makeDay = (): RoomDay =>
  makeFuturesRoom({
    AAA: { ...before, ltp: 102, oi: 1100, vol: 600 },
    BBB: { ...before, ltp: 99, oi: 1010, vol: 200 },
    CCC: { ...before, ltp: 101, oi: 900, vol: 400 },
    DDD: { ...before, ltp: 98, oi: 990, vol: 0 },
    EEE: { ...before, ltp: 100, oi: 1000 },
    FFF: { ltp: 50, oi: 10, vol: 5 },
    GGG: { ...before, prevOi: 0, ltp: 0, oi: 1 },
  });

function boardOf(day: RoomDay, at = 600, mode: MarketClock["mode"] = "live", ticks = 1): FuturesBoard {
  const clock = { mode, date: day.date, minute: minute(at), speed: 1 };
  const board = futuresBoard(marketRoom(day, { tickVersion: ticks }), clock);
  if (!board) throw new Error("no figures");
  return board;
}

describe("since the previous day", () => {
  test("changes, per cents and build-ups; what is absent has none", () => {
    const { price, oi, volume, buildUp, from } = boardOf(makeDay()).window(CURRENT);
    expect([...price.change]).toEqual([2, -1, 1, -2, 0, Number.NaN, Number.NaN]);
    expect([...price.percent].slice(0, 5)).toEqual([2, -1, 1, -2, 0]);
    expect([...oi.change]).toEqual([100, 10, -100, -10, 0, Number.NaN, 1]);
    expect(oi.percent[0]).toBeCloseTo(10, 9);
    expect(oi.percent[6]).toBeNaN(); // from nothing
    expect([...volume.percent]).toEqual([50, -50, 0, -100, Number.NaN, Number.NaN, Number.NaN]);
    expect(Array.from(buildUp)).toEqual([
      LONG_BUILD,
      SHORT_BUILD,
      SHORT_COVER,
      LONG_UNWIND,
      NO_BUILD_UP,
      NO_BUILD_UP,
      NO_BUILD_UP,
    ]);
    expect(from).toBeNaN();
  });

  test("advances, declines and unchanged of the rows asked for; without a price nowhere", () => {
    const window = boardOf(makeDay()).window(CURRENT);
    expect(countMoves(window, [0, 1, 2, 3, 4, 5, 6])).toEqual({ advances: 2, declines: 2, unchanged: 1 });
    expect(countMoves(window, [1, 4])).toEqual({ advances: 0, declines: 1, unchanged: 1 });
  });
});

describe("over the last minutes", () => {
  /** AAA rises by one rupee a minute from 102 at 09:15, and trades 100 units. */
  function running(minutes: number): RoomDay {
    const day = makeDay();
    for (let slot = 0; slot < minutes; slot++) {
      setFuture(day, "AAA", { ltp: 102 + slot, oi: 1100 + slot, vol: 600 + 100 * slot });
      closeMinute(day, slot);
    }
    return day;
  }

  test("count from so many minutes before the live minute", () => {
    const window = boardOf(running(20), 555 + 20).window(5); // 09:35, live columns as of 09:34
    expect(window.from).toBe(555 + 15);
    expect(window.price.change[0]).toBe(4);
    expect(window.price.percent[0]).toBeCloseTo((121 / 117) * 100 - 100, 9);
    expect(window.volume.change[0]).toBe(400);
    expect(window.volume.percent[0]).toBeCloseTo((2500 / 2100) * 100 - 100, 9);
  });

  test("a replay counts from so many minutes before its own, and back again after a step back", () => {
    const day = running(20);
    expect(boardOf(day, 555 + 10, "replay").window(3).price.change[0]).toBe(3);
    expect(boardOf(day, 555 + 4, "replay").window(3)).toMatchObject({ from: 556 });
    expect(boardOf(day, 555 + 4, "replay").price[0]).toBe(106);
  });

  test("after the close they count from before the last minute, however far the clock has run", () => {
    const day = running(380);
    const slots = day.minutes.slots;
    for (const at of [555 + slots - 1, 555 + slots + 60]) {
      const window = boardOf(day, at, "live", at).window(5);
      expect(window.from).toBe(555 + slots - 1 - 5);
      expect(window.price.change[0]).toBeGreaterThan(0);
    }
  });

  test("a shorter day counts from its first minute, a hole from the minute before it, and the first minute from nothing", () => {
    const day = running(10);
    expect(boardOf(day, 555 + 9, "history").window(60)).toMatchObject({ from: 555 });
    day.minutes.state[6] = 0;
    expect(boardOf(day, 555 + 9, "history").window(3)).toMatchObject({ from: 555 + 5 });
    const first = boardOf(day, 555, "history").window(1);
    expect(first.from).toBeNaN();
    expect(first.price.change[0]).toBeNaN();
  });
});

test("is computed once for each state of the room", () => {
  const day = makeDay();
  const window = boardOf(day).window(CURRENT);
  setFuture(day, "AAA", { ltp: 110, oi: 1, vol: 1 });
  expect(boardOf(day).window(CURRENT).price.change[0]).toBe(2); // no tick was told of
  expect(boardOf(day, 600, "live", 2).window(CURRENT)).toBe(window);
  expect(window.price.change[0]).toBe(10);
});

test("there is none without figures", () => {
  const day = makeFuturesRoom({ AAA: before });
  const clock = { mode: "live", date: day.date, minute: minute(556), speed: 1 } as const;
  expect(futuresBoard(marketRoom(day), clock)).toBeUndefined();
});
