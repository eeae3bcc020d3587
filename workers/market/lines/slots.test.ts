import { describe, expect, it } from "vitest";
import { LTP, OI, VWAP } from "#contract/domain/columns.ts";
import { closeMinute, makeRoom } from "../__fixtures__/room.ts";
import { buildStrikeTable } from "../strikes/strikes.ts";
import { differenceOverSlots, ratioOverSlots, sumOverSlots } from "./slots.ts";

const day = makeRoom({
  spot: { ltp: 105 },
  strikes: [
    { strike: 100, ce: { ltp: 9, oi: 10 }, pe: { ltp: 4, oi: 20 } },
    { strike: 110, ce: { ltp: 3.05, oi: 30 } },
    { strike: 120, ce: { oi: 50 }, pe: { ltp: 16.1, oi: 0 } },
  ],
});
const table = buildStrikeTable(day.tokens);
const [ce100 = -1, , ce120 = -1] = table.ce;
const [pe100 = -1, pe110 = -1, pe120 = -1] = table.pe;
closeMinute(day, 0);
day.live.columns[LTP]![ce100] = 1000;
closeMinute(day, 2);

function sum(field: number, ...rows: number[]): number[] {
  const out = new Float64Array(4).fill(-7);
  sumOverSlots(out, day.minutes, field, Int32Array.from(rows), 0, 3);
  return [...out];
}

describe("lines of a few contracts", () => {
  it("are one price, a straddle, a strangle; a hole is a gap, and nothing is written outside the range", () => {
    expect(sum(LTP, ce100)).toEqual([900, Number.NaN, 1000, -7]);
    expect(sum(LTP, ce100, pe100)).toEqual([1300, Number.NaN, 1400, -7]);
    expect(sum(LTP, ce100, pe120)).toEqual([2510, Number.NaN, 2610, -7]);
    expect(sum(OI, ce100, pe120)).toEqual([10, Number.NaN, 10, -7]);
  });

  it("need every contract and every figure", () => {
    const none = [Number.NaN, Number.NaN, Number.NaN, -7];
    expect(sum(LTP, ce100, pe110)).toEqual(none); // no such contract
    expect(sum(LTP, ce120, pe120)).toEqual(none); // no price
    expect(sum(VWAP, ce100, pe100)).toEqual(none); // no such field
    expect(sum(LTP)).toEqual(none);
  });
});

describe("two lines", () => {
  const puts = Float64Array.of(30, 0, 5, Number.NaN);
  const calls = Float64Array.of(20, 4, 0, 1);
  const out = new Float64Array(4);

  it("as a ratio, unrounded, none over zero", () => {
    ratioOverSlots(out, puts, calls, 0, 4);
    expect([...out]).toEqual([1.5, 0, Number.NaN, Number.NaN]);
  });

  it("as a difference", () => {
    differenceOverSlots(out, puts, calls, 0, 4);
    expect([...out]).toEqual([10, -4, 5, Number.NaN]);
  });
});
