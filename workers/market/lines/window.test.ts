import { describe, expect, test } from "vitest";
import { firstFilledSlot, OI, PARTIAL } from "#contract/domain/columns.ts";
import { closeMinute, makeRoom } from "../__fixtures__/room.ts";
import { buildStrikeTable } from "../strikes/strikes.ts";
import { changesOf, levelsOf, sumChanges, sumLevels, windowStartSlot } from "./window.ts";

const room = () =>
  makeRoom({
    spot: { ltp: 24_000 },
    strikes: [
      { strike: 23_900, ce: { oi: 100, prevOi: 40 }, pe: { oi: 50, prevOi: 80 } },
      { strike: 24_000, ce: { oi: 200 } },
      { strike: 24_100, ce: { prevOi: 10 }, pe: { oi: 0, prevOi: 5 } },
    ],
  });
const UNITS = { divisor: 1, least: 0 } as const;
const ALL = { from: 0, to: 3 };

describe("where a window starts", () => {
  const day = room();
  for (const slot of [2, 3, 6]) closeMinute(day, slot);

  test("at the minute asked for, or the last filled one before a hole", () => {
    expect(windowStartSlot(day.minutes, 3, 9)).toBe(3);
    expect(windowStartSlot(day.minutes, 5, 9)).toBe(3);
    expect(windowStartSlot(day.minutes, 8, 9)).toBe(6);
  });

  test("at the day's first where it has none that early, but never at its end", () => {
    expect(windowStartSlot(day.minutes, 1, 9)).toBe(2);
    expect(windowStartSlot(day.minutes, -100, 9)).toBe(2);
    expect(windowStartSlot(day.minutes, -1, 2)).toBe(-1);
    expect(windowStartSlot(room().minutes, 5, 9)).toBe(-1);
  });

  test("the first time point counts a partial minute, and looks no further than it may", () => {
    expect(firstFilledSlot(day.minutes)).toBe(2);
    expect(firstFilledSlot(day.minutes, 1)).toBe(-1);
    day.minutes.state[1] = PARTIAL;
    expect(firstFilledSlot(day.minutes)).toBe(1);
  });
});

describe("levels and changes by strike", () => {
  const day = room();
  const table = buildStrikeTable(day.tokens);
  const now = { column: day.live.columns[OI], base: 0 };
  const before = { column: day.tokens.prevOi, base: 0 };
  const out = new Float64Array(3);

  test("a contract that is not there and a figure that is not known are absent; zero is a figure", () => {
    levelsOf(out, table.pe, ALL, now, UNITS);
    expect([...out]).toEqual([50, Number.NaN, 0]);
    changesOf(out, table.ce, ALL, now, before, UNITS);
    expect([...out]).toEqual([60, Number.NaN, Number.NaN]);
    changesOf(out, table.pe, ALL, now, before, UNITS);
    expect([...out]).toEqual([-30, Number.NaN, -5]);
  });

  test("in another unit, over a part of the chain, at its place in the range", () => {
    levelsOf(out, table.ce, { from: 1, to: 2 }, now, { divisor: 100, least: 0 });
    expect(out[0]).toBe(2);
  });

  test("a price of zero was never traded", () => {
    levelsOf(out, table.pe, ALL, now, { divisor: 1, least: 1 });
    expect([...out]).toEqual([50, Number.NaN, Number.NaN]);
  });

  test("sums skip what is absent, and are absent where nothing is there", () => {
    expect(sumLevels(table.ce, ALL, now, UNITS)).toBe(300);
    expect(sumChanges(table.pe, ALL, now, before, UNITS)).toBe(-35);
    expect(sumChanges(table.ce, { from: 1, to: 3 }, now, before, UNITS)).toBeNaN();
    const nothing = { column: undefined, base: 0 };
    expect(sumLevels(table.ce, ALL, nothing, UNITS)).toBeNaN();
    changesOf(out, table.ce, ALL, now, nothing, UNITS);
    expect([...out]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
});
