import { expect, test } from "vitest";
import { minute } from "#contract/domain/units.ts";
import { makeFuturesRoom, setFuture } from "../__fixtures__/futures-room.ts";
import { marketRoom } from "../__fixtures__/market.ts";
import { closeMinute } from "../__fixtures__/room.ts";
import { dayMomentAt } from "../reference/moment.ts";
import { createBreadth } from "./breadth.ts";

test("by minute who stands above and below the previous close, and what was built up; a hole is a gap", () => {
  const before = { prevClose: 100, prevOi: 1000 };
  const day = makeFuturesRoom({ AAA: before, BBB: before, CCC: before, NIFTY: before, BARE: {} });
  const set = (prices: readonly number[], oi: readonly number[]): void => {
    for (const [i, name] of ["AAA", "BBB", "CCC", "NIFTY", "BARE"].entries())
      setFuture(day, name, { ltp: prices[i] ?? 0, oi: oi[i] ?? 0 });
  };
  set([101, 102, 99, 120, 50], [1100, 900, 1100, 1, 1]);
  closeMinute(day, 0);
  set([99, 100, 98, 120, 50], [900, 1100, 1100, 1, 1]);
  closeMinute(day, 2);
  set([101, 101, 101, 120, 50], [1100, 1100, 1100, 1, 1]); // the minute in progress
  const room = marketRoom(day);
  const at = dayMomentAt(room, { mode: "live", date: day.date, minute: minute(558.5), speed: 1 });
  if (!at) throw new Error("no moment");
  const { lines, x } = createBreadth().upTo(at, [0, 1, 2, 4]);
  expect(x).toEqual({ open: 555, cadence: 1 });
  expect(lines.net).toEqual(Float64Array.of(1, NaN, -2, 3));
  expect(lines.advances).toEqual(Float64Array.of(2, NaN, 0, 3));
  expect(lines.declines).toEqual(Float64Array.of(1, NaN, 2, 0));
  expect(lines.longBuild).toEqual(Float64Array.of(1, NaN, 0, 3));
  expect(lines.shortCover).toEqual(Float64Array.of(1, NaN, 0, 0));
  expect(lines.shortBuild).toEqual(Float64Array.of(1, NaN, 1, 0));
  expect(lines.longUnwind).toEqual(Float64Array.of(0, NaN, 1, 0));
});
