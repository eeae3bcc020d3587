import { expect, test } from "vitest";
import { BUY, type ChildOrder, LIMIT, MARKET, type Position, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import { FaultBroker } from "../../../testing/brokers/fault-broker.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import { NO_GUARDS } from "../guards/guard-repository.ts";
import { checkDay, checkGuards, checkOrder, profitOf } from "./checks.ts";
import type { Tradable } from "./listing.ts";

const { facts } = new FaultBroker({ clock: createManualClock(), random: () => 0.5, isFaulty: false });
const key = { exchange: "NSE", underlying: "USDINR", expiry: isoDate("2026-07-28"), strike: 84, type: "CE" } as const;
const LISTED: Tradable = {
  key,
  symbol: "NSE:USDINR26072884CE",
  token: 1,
  lot: 1,
  tick: 0.0025,
  largest: 10_000,
  multiplier: 1000,
  price: 0.5,
  quotes: undefined,
};
const order = (fields: Partial<ChildOrder> = {}): ChildOrder => ({
  contract: key,
  lot: 1,
  tick: 0.0025,
  type: LIMIT,
  side: BUY,
  productType: "MARGIN",
  limitPrice: 0.4975,
  stopPrice: 0,
  disclosedQty: 0,
  validity: "DAY",
  stopLoss: 0,
  takeProfit: 0,
  qty: 10,
  ...fields,
});
const NOTHING_YET = { ordersToday: 0, profitToday: undefined };

test("steps of a quarter paisa are steps, whatever binary makes of them", () => {
  for (let steps = 1; steps < 4000; steps++) {
    expect(checkOrder(order({ limitPrice: steps * 0.0025 }), LISTED, facts)).toBeUndefined();
  }
  expect(checkOrder(order({ limitPrice: 0.4976 }), LISTED, facts)).toBe("Prices go in steps of 0.0025");
});

test("what the broker does not take is refused by name", () => {
  const onBse = order({ contract: { ...key, exchange: "BSE" } });
  expect(checkOrder(onBse, LISTED, { ...facts, id: "shoonya" })).toBe("This broker takes no orders on BSE");
  expect(checkOrder(onBse, LISTED, facts)).toBeUndefined();
  expect(checkOrder(order({ productType: "CO" }), LISTED, facts)).toBe("This broker knows no co orders");
  expect(checkOrder(order({ type: STOP_LIMIT, stopPrice: 0.5 }), LISTED, facts)).toContain("no orders of this type");
});

test("limits are of value, lots, orders and loss; a market order is measured by the last price", () => {
  const limited = (fields: object, asked = order(), standing: object = {}) =>
    checkGuards(asked, LISTED, { ...NO_GUARDS, ...fields }, { ...NOTHING_YET, ...standing });
  expect(limited({})).toBeUndefined();
  expect(limited({ orderValue: 4975 })).toBeUndefined();
  expect(limited({ orderValue: 4974 })).toContain("₹4,975");
  const atMarket = order({ type: MARKET, limitPrice: 0 });
  expect(limited({ orderValue: 4999 }, atMarket)).toContain("₹5,000");
  expect(limited({ lots: 9 })).toBe("Your limit is 9 lots an order");
  expect(limited({ ordersPerDay: 5 }, order(), { ordersToday: 4 })).toBeUndefined();
  expect(limited({ ordersPerDay: 5 }, order(), { ordersToday: 5 })).toBe("Your limit is 5 orders a day");
  expect(limited({ lossPerDay: 1000 }, order(), { profitToday: -999 })).toBeUndefined();
  expect(limited({ lossPerDay: 1000 }, order(), { profitToday: -1000 })).toContain("exits still go");
});

test("a loss that cannot be known holds new orders back, with words", () => {
  const guards = { ordersPerDay: null, lossPerDay: 1000 };
  const check = (profitToday: number) => checkDay(guards, { ordersToday: 0, profitToday });
  expect(check(Number.NaN)).toBe(
    "Your limit is a loss of ₹1,000 a day, and an open position has no price to tell it by; exits still go",
  );
  expect(checkDay({ ...guards, lossPerDay: null }, { ordersToday: 0, profitToday: undefined })).toBeUndefined();
});

const position = (fields: Partial<Position>): Position =>
  ({
    ...{ contract: key, realized_profit: 0, ltp: 0, avgPrice: 0, netQty: 0, multiplier: 1 },
    ...{ buyQty: 0, buyAvg: 0, sellQty: 0, sellAvg: 0, ...fields },
  }) as Position;
const listed = (price: number | undefined) => ({ byContract: () => ({ ...LISTED, price }) });

test("the day's profit has what is realized and what is open, by the position's multiplier", () => {
  const positions = [
    // As in Kite's own reply: what was closed, and nothing of it called realized.
    position({ buyQty: 4, buyAvg: 23_139.75, sellQty: 4, sellAvg: 23_340, ltp: 23_355 }),
    position({ buyQty: 1, buyAvg: 311, sellQty: 1, sellAvg: 309, ltp: 308.4 }),
    position({ netQty: -65, sellQty: 65, sellAvg: 100, avgPrice: 100, ltp: 110 }),
    position({ netQty: 2, buyQty: 2, buyAvg: 0.5, avgPrice: 0.5, ltp: 0.6, multiplier: 1000 }),
  ];
  expect(profitOf(positions, false, listed(undefined), false)).toBeCloseTo(801 - 2 - 650 + 200, 6);
  const closed = position({ buyQty: 6500, buyAvg: 120, sellQty: 6500, sellAvg: 90 });
  expect(profitOf([closed], false, listed(undefined), false)).toBe(-195_000);
  expect(profitOf([{ ...closed, realized_profit: -195_040 }], true, listed(undefined), false)).toBe(-195_040);
});

test("what carried lots had gained before is none of today's", () => {
  const carried = position({ netQty: 65, buyQty: 65, buyAvg: 100, avgPrice: 100, ltp: 130, gainedBefore: 65 * 40 });
  expect(profitOf([carried], false, listed(undefined), false)).toBe(65 * -10);
});

test("the market's price counts, as the dashboard shows it; without it the broker's; without both nothing is known", () => {
  const open = (netQty: number) => [position({ netQty, avgPrice: 120, ltp: 0 })];
  expect(profitOf([position({ netQty: 650, avgPrice: 120, ltp: 121 })], false, listed(118), false)).toBe(-1300);
  expect(profitOf([position({ netQty: 650, avgPrice: 120, ltp: 121 })], false, listed(undefined), false)).toBe(650);
  expect(profitOf(open(650), false, listed(118), false)).toBe(-1300);
  expect(profitOf(open(-650), false, listed(118), false)).toBe(1300);
  for (const listing of [listed(undefined), { byContract: () => undefined }]) {
    expect(profitOf(open(650), false, listing, false)).toBeNaN();
    expect(profitOf(open(0), false, listing, false)).toBe(0);
  }
  // While our own feed stands still the broker's comes first.
  expect(profitOf([position({ netQty: 650, avgPrice: 120, ltp: 121 })], false, listed(118), true)).toBe(650);
  expect(profitOf(open(650), false, listed(118), true)).toBe(-1300);
});
