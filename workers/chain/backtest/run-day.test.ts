/** A day of a few minutes: what each rule does when, and what it costs. */
import { beforeAll, describe, expect, it } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import type { BacktestLeg, BacktestPlan } from "#contract/domain/strategy/backtest.ts";
import { chargesOf } from "#contract/domain/strategy/charges.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { createDayRunner } from "./run-day.ts";
import { createTape, type Tape } from "./tape.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const runDay = createDayRunner().day;
const STRIKES = [
  { strike: 23_900, ce: 180, pe: 20 },
  { strike: 24_000, ce: 100, pe: 60 },
  { strike: 24_100, ce: 50, pe: 140 },
];
const TERMS = { freeze: 1800, tick: 0.05, expiries: [], futureExpiries: [] };
const CALL = 3; // spot, 23,900 call and put, 24,000 call and put
const OPEN = 555;

/** The call at 24,000 by minute, rupees; a minute of undefined is a hole. */
function tapeOf(prices: readonly (number | undefined)[], tick = TERMS.tick): Tape {
  const strikes = STRIKES.map(({ strike, ce, pe }) => ({ strike, ce: { ltp: ce }, pe: { ltp: pe } }));
  const day = makeLiveDay(makeRoom({ date: "2026-08-18", spot: { ltp: 24_010 }, strikes }));
  prices.forEach((price, slot) => {
    if (price === undefined) return;
    day.set(LTP, CALL, Math.round(price * 100));
    day.close(slot);
  });
  const tape = createTape(day.day, kernel, { ...TERMS, tick });
  if (!tape) throw new Error("no tape");
  return tape;
}
const leg = (over: Partial<BacktestLeg> = {}): BacktestLeg => ({
  side: "sell",
  type: "CE",
  lots: 1,
  strike: { by: "atm", steps: 0 },
  stop: null,
  target: null,
  reentries: 0,
  ...over,
});
const plan = (over: Partial<BacktestPlan> = {}): BacktestPlan => ({
  legs: [leg()],
  entry: minute(OPEN),
  exit: minute(OPEN + 5),
  stop: null,
  target: null,
  weekdays: [2],
  slippage: 0,
  brokerage: null,
  ...over,
});
const told = (tape: Tape, over: Partial<BacktestPlan>): readonly string[] =>
  runDay(tape, plan(over)).fills.map(({ reason, minute: at, price }) => `${reason} ${at - OPEN} ${price}`);

describe("a day", () => {
  it("is entered and left at the prices of their minutes, each worse by the slippage", () => {
    const tape = tapeOf([100, 110, 90, 95, 92, 80]);
    expect(told(tape, {})).toEqual(["entry 0 100", "exit 5 80"]);
    expect(told(tape, { slippage: 2 })).toEqual(["entry 0 99.9", "exit 5 80.1"]);
    // A tick is the contract's own: stocks have several.
    const coarse = tapeOf([100, 110, 90, 95, 92, 80], 0.5);
    expect(told(coarse, { slippage: 2 })).toEqual(["entry 0 99", "exit 5 81"]);
    expect(runDay(tape, plan()).net).toBe(20 * tape.unitsOfLot);
  });

  it("pays charges by the order", () => {
    const tape = tapeOf([100, 80]);
    const day = runDay(tape, plan({ exit: minute(OPEN + 1), brokerage: 20 }));
    const order = { type: "CE", quantity: tape.unitsOfLot } as const;
    const { total } = chargesOf(
      [
        { ...order, side: "sell", price: 100 },
        { ...order, side: "buy", price: 80 },
      ],
      { exchange: "NSE", isCurrency: false, date: tape.day.date, brokerage: 20 },
    );
    expect(day.charges).toBe(total);
    expect(day.net).toBeCloseTo(20 * tape.unitsOfLot - total, 9);
  });

  it("trades more than the exchange's largest order in several, and pays for each", () => {
    const tape = tapeOf([100, 80]);
    const fee = 20 * 1.18;
    const daysOf = (lots: number) =>
      [20, 0].map((brokerage) => runDay(tape, plan({ legs: [leg({ lots })], exit: minute(OPEN + 1), brokerage })));
    for (const [lots, orders] of [
      [27, 1],
      [28, 2],
      [100, 4],
    ] as const) {
      const [day, free] = daysOf(lots);
      expect(day?.orders).toBe(2 * orders);
      expect(day?.fills).toHaveLength(2);
      expect(day!.charges - free!.charges).toBeCloseTo(2 * orders * fee, 2);
      expect(day!.net + day!.charges).toBeCloseTo(lots * 20 * tape.unitsOfLot, 2);
    }
  });

  it("stops a leg, and enters it again at its first price", () => {
    const tape = tapeOf([100, 131, 120, 100, 131, 90]);
    const stopped = leg({ stop: 30 });
    expect(told(tape, { legs: [stopped] })).toEqual(["entry 0 100", "stop 1 131"]);
    expect(told(tape, { legs: [{ ...stopped, reentries: 1 }] })).toEqual([
      "entry 0 100",
      "stop 1 131",
      "re-entry 3 100",
      "stop 4 131",
    ]);
  });

  it("takes a target, and stops a bought leg where it loses", () => {
    expect(told(tapeOf([100, 70, 60, 10]), { legs: [leg({ target: 40 })] })).toEqual(["entry 0 100", "target 2 60"]);
    expect(told(tapeOf([100, 80, 69, 99]), { legs: [leg({ side: "buy", stop: 30 })] })).toEqual([
      "entry 0 100",
      "stop 2 69",
    ]);
  });

  it("ends with the whole's stop or target, in rupees", () => {
    const tape = tapeOf([100, 110, 121, 90, 90]);
    const whole = -20 * tape.unitsOfLot;
    expect(told(tape, { stop: whole })).toEqual(["entry 0 100", "whole stop 2 121"]);
    expect(told(tape, { target: 10 * tape.unitsOfLot })).toEqual(["entry 0 100", "whole target 3 90"]);
  });

  it("waits in a hole, and is left at the last minute that there is", () => {
    expect(told(tapeOf([undefined, 100, undefined, 90]), {})).toEqual(["entry 1 100", "exit 3 90"]);
    expect(runDay(tapeOf([100, 90]), plan({ entry: minute(OPEN + 2) })).skipped).toBe("entry");
    expect(runDay(tapeOf([100, 90]), plan({ weekdays: [1] })).skipped).toBe("weekday");
    expect(runDay(tapeOf([100, 90]), plan({ legs: [leg({ strike: { by: "atm", steps: 9 } })] })).skipped).toBe(
      "strike",
    );
  });

  it("picks strikes by steps, premium and delta", () => {
    const tape = tapeOf([100, 100]);
    const strikes = (["atm", "premium", "delta"] as const).map((by) => {
      const rules = {
        atm: { by: "atm", steps: 1 },
        premium: { by: "premium", premium: 60 },
        delta: { by: "delta", delta: 0.9 },
      } as const;
      return tape.strikes[tape.pick(0, "CE", rules[by])];
    });
    expect(strikes).toEqual([24_100, 24_100, 23_900]);
  });

  it("stands on its own month's future in the closing auction, and on parity where the day lists none of its expiry", () => {
    const [weekly, monthly] = [isoDate("2026-08-18"), isoDate("2026-08-25")];
    const lists = { expiries: [weekly, monthly], futureExpiries: [monthly] };
    const auction = 915 - OPEN;
    const atMoney = (expiry: string) => {
      const strikes = STRIKES.map(({ strike, ce, pe }) => ({ strike, ce: { ltp: ce }, pe: { ltp: pe } }));
      const spot = { ltp: 24_010 };
      const day = makeLiveDay(makeRoom({ date: "2026-08-12", expiry, spot, future: { ltp: 24_140 }, strikes }));
      day.close(0, auction);
      const tape = createTape(day.day, kernel, { ...TERMS, ...lists });
      return tape?.strikes[tape.pick(auction, "CE", { by: "atm", steps: 0 })];
    };
    expect([atMoney(weekly), atMoney(monthly)]).toEqual([24_000, 24_100]);
  });
});
