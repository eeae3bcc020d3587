import { expect, test } from "vitest";
import { BUY, type ChildOrder, LIMIT, MARKET, type Position, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import { FaultBroker } from "../../../testing/brokers/fault-broker.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import { NO_GUARDS } from "../guards/guard-repository.ts";
import { checkGuards, checkOrder, profitOf } from "./checks.ts";
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

test("the day's profit has what is realized and what is open, by the position's multiplier", () => {
  const position = (fields: Partial<Position>): Position =>
    ({ realized_profit: 0, ltp: 0, avgPrice: 0, netQty: 0, multiplier: 1, ...fields }) as Position;
  const positions = [
    position({ realized_profit: -130, ltp: 5, avgPrice: 9 }),
    position({ netQty: -65, avgPrice: 100, ltp: 110 }),
    position({ netQty: 2, avgPrice: 0.5, ltp: 0.6, multiplier: 1000 }),
  ];
  expect(profitOf(positions)).toBeCloseTo(-130 - 650 + 200, 6);
});
