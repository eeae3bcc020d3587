import { expect, it } from "vitest";
import { DEFAULT_PRICING } from "#contract/domain/choices/pricing.ts";
import { ASK, BID, LTP, VOL } from "#contract/domain/columns.ts";
import { makeLiveDay } from "../__fixtures__/live-day.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { liveMinutes } from "../chain.ts";
import { buildStrikeTable } from "../strikes/strikes.ts";
import { pricesOverSlots, rollingStraddle } from "./prices.ts";

const [CALL, PUT] = [0, 1];

/** The call trades from the second minute on; the third is lost; in the fifth the put has no price. */
function makeDay() {
  const live = makeLiveDay(
    makeRoom({
      strikes: [
        { strike: 100, ce: { ltp: 12, vol: 0 }, pe: { ltp: 3, vol: 65 } },
        { strike: 110, ce: { ltp: 5, vol: 65 }, pe: { ltp: 7, vol: 65 } },
      ],
    }),
  );
  live.close(0);
  live.set(VOL, CALL, 65);
  live.set(LTP, CALL, 1250);
  live.close(1);
  live.lose(2);
  live.close(3);
  live.set(LTP, PUT, 0);
  live.close(4);
  return live;
}
const pricesOf = (rows: readonly number[], untraded = false): number[] => {
  const { day } = makeDay();
  const out = new Float64Array(5);
  const stretch = { minutes: day.minutes, from: 0, to: 5, first: 0 };
  pricesOverSlots(out, { day, pricing: { ...DEFAULT_PRICING, untraded } as never }, stretch, rows);
  return [...out];
};
const { NaN: GAP } = Number;

it("a price of an earlier day is a gap, and one of today a point", () => {
  expect(pricesOf([CALL])).toEqual([GAP, 12.5, GAP, 12.5, 12.5]);
  expect(pricesOf([CALL], true)).toEqual([12, 12.5, GAP, 12.5, 12.5]);
});

it("a straddle has both sides, or is none", () => {
  expect(pricesOf([CALL, PUT])).toEqual([GAP, 15.5, GAP, 15.5, GAP]);
  expect(pricesOf([CALL, -1])).toEqual([GAP, GAP, GAP, GAP, GAP]);
});

it("counts without a trade where bid and ask stand around it", () => {
  const { day } = makeDay();
  const { columns } = day.live;
  columns[VOL]![CALL] = 0;
  columns[BID]![CALL] = 1240;
  columns[ASK]![CALL] = 1260;
  const out = new Float64Array(1);
  const stretch = { minutes: liveMinutes(day), from: 0, to: 1, first: 4 };
  pricesOverSlots(out, { day, pricing: DEFAULT_PRICING as never }, stretch, [CALL]);
  expect(out[0]).toBe(12.5);
});

it("a rolling straddle is that of each minute's own strike", () => {
  const { day } = makeDay();
  const out = new Float64Array(5);
  const at = { day, pricing: DEFAULT_PRICING as never, table: buildStrikeTable(day.tokens) };
  rollingStraddle(out, at, { minutes: day.minutes, from: 0, to: 5, first: 0 }, Int32Array.of(0, 0, 1, 1, -1));
  expect([...out]).toEqual([GAP, 15.5, GAP, 12, GAP]);
});
