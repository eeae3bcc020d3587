import { expect, test } from "vitest";
import { BUY, SELL, type Trade } from "#contract/domain/orders/order.ts";
import { byStrategy, type SentOrder } from "./by-strategy.ts";

const SYMBOL = "NFO:NIFTY26N2424600CE";
let count = 0;
const trade = (orderId: string, side: Trade["side"], qty: number, price: number): Trade => ({
  id: String(count++),
  orderId,
  symbol: SYMBOL,
  side,
  qty,
  price,
  at: `2026-11-23 10:00:${String(count % 60).padStart(2, "0")}`,
});
const order = (orderId: string, strategy: string | null, isExit = false): SentOrder => ({
  orderId,
  isExit,
  strategy,
  product: "MARGIN",
});
const part = (strategy: string, buyQty: number, buyAvg: number, sellQty: number, sellAvg: number) => ({
  ...{ strategy, symbol: SYMBOL, productType: "MARGIN" },
  ...{ buyQty, buyAvg, sellQty, sellAvg },
});

test("a trade is its strategy's; others are nobody's", () => {
  const orders = [order("1", "fly"), order("2", "condor"), order("3", null)];
  const trades = [
    trade("1", BUY, 65, 10),
    trade("1", BUY, 65, 12),
    trade("2", SELL, 65, 11),
    trade("3", BUY, 65, 9),
    trade("made elsewhere", BUY, 65, 9),
  ];
  expect(byStrategy(trades, orders)).toEqual([part("fly", 130, 11, 0, 0), part("condor", 0, 0, 65, 11)]);
});

test("an exit closes what strategies hold, the first first, and no more than they hold", () => {
  const orders = [order("1", "fly"), order("2", "condor"), order("3", null, true)];
  const trades = [trade("1", BUY, 65, 10), trade("2", BUY, 130, 20), trade("3", SELL, 260, 15)];
  expect(byStrategy(trades, orders)).toEqual([part("fly", 65, 10, 65, 15), part("condor", 130, 20, 130, 15)]);
});

test("an exit of another product closes nothing of it", () => {
  const orders = [order("1", "fly"), { ...order("2", null, true), product: "INTRADAY" as const }];
  const trades = [trade("1", BUY, 65, 10), trade("2", SELL, 65, 15)];
  expect(byStrategy(trades, orders)).toEqual([part("fly", 65, 10, 0, 0)]);
});
