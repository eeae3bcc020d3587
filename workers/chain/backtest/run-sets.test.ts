/** Which of many plans are kept, and that what is told of them later is what they were ranked by. */
import { expect, it } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { type BacktestPlan, totalsOf } from "#contract/domain/strategy/backtest.ts";
import { minute } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { createBestSets } from "./run-sets.ts";
import { createTape, type Tape } from "./tape.ts";

const CALL = 1; // spot, then the call
const PRICES = [100, 110, 90, 95, 70, 80];

const TERMS = { freeze: 1800, tick: 0.05, expiries: [], futureExpiries: [] };

function tape(): Tape {
  const strikes = [{ strike: 24_000, ce: { ltp: 100 }, pe: { ltp: 60 } }];
  const day = makeLiveDay(makeRoom({ date: "2026-08-18", spot: { ltp: 24_010 }, strikes }));
  for (const [slot, price] of PRICES.entries()) {
    day.set(LTP, CALL, price * 100);
    day.close(slot);
  }
  return createTape(day.day, createKernel(loadQuantModule()), TERMS)!;
}

/** A call that is sold, and a put beside it where `legs` is 2, so that plans of unlike legs follow each other. */
const plan = (exit: number, legs: 1 | 2 = 1): BacktestPlan => ({
  legs: (["CE", "PE"] as const).slice(0, legs).map((type) => ({
    side: "sell",
    type,
    lots: 1,
    strike: { by: "atm", steps: 0 },
    stop: null,
    target: null,
    reentries: 0,
  })),
  entry: minute(555),
  exit: minute(555 + exit),
  stop: null,
  target: null,
  weekdays: [2],
  slippage: 0,
  brokerage: 20,
});

it("ranks what traded on no day below all that did, and of those the first that was tried", () => {
  const sets = createBestSets([tape()], 3);
  const never = { ...plan(1), weekdays: [1] };
  const loses = plan(1); // sold at 100, bought back at 110
  const late = { ...plan(20), entry: minute(570) };
  for (const one of [never, loses, late, plan(4)]) sets.add(one);
  const best = sets.best();
  expect(best.map(({ totals }) => [Math.sign(totals.net), totals.tradedDays])).toEqual([
    [1, 1],
    [-1, 1],
    [0, 0],
  ]);
  expect(best[2]?.plan).toBe(never);
});

it("keeps the best, the first of two alike, and tells their days as they were tried", () => {
  const sets = createBestSets([tape()], 3);
  const plans = [plan(1), plan(4, 2), plan(2), plan(4), plan(5), plan(2)];
  for (const one of plans) sets.add(one);
  const best = sets.best();
  expect(best.map(({ plan: one }) => plans.indexOf(one))).toEqual([3, 1, 4]);
  for (const { totals, days } of best) {
    expect(totalsOf(days)).toEqual(totals);
    expect(days[0]?.fills).toHaveLength(totals.orders);
  }
  expect(sets.best()[0]?.days).toBe(best[0]?.days);
});
