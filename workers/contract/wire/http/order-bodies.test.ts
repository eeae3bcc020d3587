import { expect, test } from "vitest";
import { BUY, LIMIT, MARKET, type OrderItem } from "../../domain/orders/order.ts";
import { ExitBody, ModifyBody, OrderItemBody, PlaceBody } from "./order-bodies.ts";

const ITEM: OrderItem = {
  symbol: "NSE:NIFTY26112424600CE",
  securityId: "12345",
  type: LIMIT,
  side: BUY,
  productType: "INTRADAY",
  limitPrice: 6.6,
  stopPrice: 0,
  disclosedQty: 0,
  validity: "DAY",
  offlineOrder: false,
  stopLoss: 0,
  takeProfit: 0,
  qty: 65,
};

test("an item is what the domain says, and nothing besides", () => {
  const parsed: OrderItem = OrderItemBody.parse(ITEM);
  expect(parsed).toEqual(ITEM);
  const wrong: readonly object[] = [
    { ...ITEM, type: 5 },
    { ...ITEM, side: 0 },
    { ...ITEM, productType: "CNC" },
    { ...ITEM, qty: 0 },
    { ...ITEM, qty: 1.5 },
    { ...ITEM, limitPrice: -1 },
    { ...ITEM, limitPrice: Number.NaN },
    { ...ITEM, limitPrice: Number.POSITIVE_INFINITY },
    { ...ITEM, offlineOrder: true },
    { ...ITEM, symbol: "NIFTY" },
    { ...ITEM, symbol: "NSE:NIFTY<script>" },
    { ...ITEM, more: 1 },
  ];
  for (const item of wrong) expect(OrderItemBody.safeParse(item).success, JSON.stringify(item)).toBe(false);
});

test("a batch has one to ten orders", () => {
  const batch = (length: number) =>
    PlaceBody.safeParse({ data: Array(length).fill({ ...ITEM, type: MARKET }) }).success;
  expect([0, 1, 10, 11].map(batch)).toEqual([false, true, true, false]);
});

test("an exit is of one position or of two lists, not of both", () => {
  expect(ExitBody.safeParse({ dataSell: [], dataBuy: [] }).success).toBe(true);
  expect(ExitBody.safeParse({ dataSell: [] }).success).toBe(false);
  expect(ExitBody.safeParse({ data: {} }).success).toBe(false);
});

test("a change names an order and keeps it on the market", () => {
  const data = { id: "1", qty: 65, type: LIMIT, side: BUY, limitPrice: 6, stopPrice: 0, discloseQty: 0 };
  expect(ModifyBody.safeParse({ data: { ...data, offlineOrder: false } }).success).toBe(false);
});
