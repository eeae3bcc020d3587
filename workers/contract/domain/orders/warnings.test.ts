import { describe, expect, test } from "vitest";
import { qty } from "../units.ts";
import { CATEGORIES, hasLimit, hasStop, ORDER_KINDS, type OrderTerms, splitNote, warningsOf } from "./warnings.ts";

const order: OrderTerms = {
  category: "Regular",
  type: "Limit",
  side: 1,
  ltp: 100,
  limitPrice: 100,
  stopPrice: 100,
  stopLoss: 0,
  takeProfit: 0,
  trailingStopLoss: 0,
  qty: 65,
  disclosedQty: 0,
  lot: qty(65),
  freeze: qty(1800),
  tick: 0.05,
};
const texts = (terms: Partial<OrderTerms>): readonly string[] =>
  warningsOf({ ...order, ...terms }).map(({ text }) => text);

const ABOVE_LTP = "Stop Price should be greater than LTP";
const BELOW_LTP = "Stop Price should be less than LTP";
const BELOW_LIMIT = "Stop Price should be less than Limit Price";
const ABOVE_LIMIT = "Stop Price should be greater than Limit Price";
const SOME_LOSS = "Stop Loss should be higher than 0";

describe("warnings of", () => {
  test.each<[what: string, terms: Partial<OrderTerms>, expected: readonly string[]]>([
    ["a stop to buy below the last price", { type: "Stop", ltp: 101 }, [ABOVE_LTP]],
    ["a stop to buy at the last price", { type: "Stop", ltp: 100 }, []],
    ["a stop to sell above the last price", { type: "Stop", side: -1, ltp: 99 }, [BELOW_LTP]],
    ["a stop to sell at the last price", { type: "Stop", side: -1, ltp: 100 }, []],
    ["a stop limit to buy, limit at the stop", { type: "Stop Limit" }, [BELOW_LIMIT]],
    ["a stop limit to buy, limit above the stop", { type: "Stop Limit", limitPrice: 100.05 }, []],
    ["a stop limit to sell, limit at the stop", { type: "Stop Limit", side: -1 }, [ABOVE_LIMIT]],
    ["a stop limit to sell, limit below the stop", { type: "Stop Limit", side: -1, limitPrice: 99.95 }, []],
    ["a stop limit with both wrong", { type: "Stop Limit", ltp: 101 }, [ABOVE_LTP, BELOW_LIMIT]],
    ["a cover order to buy without a loss", { category: "CO" }, [SOME_LOSS]],
    ["a bracket without loss and profit", { category: "BO" }, [SOME_LOSS, "Take Profit should be higher than 0"]],
    ["a bracket with both", { category: "BO", stopLoss: 5, takeProfit: 5 }, []],
    [
      "a cover order to buy, loss above its limit",
      { category: "CO", stopLoss: 100.05 },
      ["Stop Loss should be less than Limit Price"],
    ],
    ["a cover order to buy, loss at its limit", { category: "CO", stopLoss: 100 }, []],
    [
      "a cover order to buy at market, loss above the last price",
      { category: "CO", type: "Market", stopLoss: 110 },
      ["Stop Loss should be less than LTP and greater than 0"],
    ],
    [
      "a cover order to sell, loss below its limit",
      { category: "CO", side: -1, stopLoss: 99 },
      ["Stop Loss should be higher than Limit Price"],
    ],
    [
      "a cover order to sell at market, loss above the last price",
      { category: "CO", side: -1, type: "Market", stopLoss: 110 },
      ["Stop Loss should be higher than LTP"],
    ],
    ["a cover order to sell at market, loss below", { category: "CO", side: -1, type: "Market", stopLoss: 90 }, []],
    ["a limit between two ticks", { limitPrice: 100.02 }, ["Limit Price should be a multiple of 0.05"]],
    ["a limit of nothing", { limitPrice: 0 }, ["Limit Price should be higher than 0"]],
    ["a limit that is no number", { limitPrice: Number.NaN }, ["Limit Price should be higher than 0"]],
    ["a stop between two ticks", { type: "Stop", stopPrice: 100.01 }, ["Stop Price should be a multiple of 0.05"]],
    ["a limit that a market order does not have", { type: "Market", limitPrice: 100.02, stopPrice: 0 }, []],
    ["half a lot", { qty: 32 }, ["Qty should be a multiple of the lot size 65"]],
    ["no quantity", { qty: 0 }, ["Qty should be a multiple of the lot size 65"]],
    ["more disclosed than ordered", { disclosedQty: 130 }, ["Disclosed Qty should not be higher than Qty"]],
    ["half a lot disclosed", { disclosedQty: 32 }, ["Disclosed Qty should be a multiple of the lot size 65"]],
    ["a plain order", {}, []],
  ])("%s", (_what, terms, expected) => {
    expect(texts(terms)).toEqual(expected);
  });

  test("stops stand at the regular category alone, and at no order without a stop", () => {
    for (const type of ORDER_KINDS)
      for (const category of CATEGORIES) {
        const warns = texts({ type, category, ltp: 150, stopLoss: 5, takeProfit: 5 }).includes(ABOVE_LTP);
        expect(warns, `${category} ${type}`).toBe(category === "Regular" && type.startsWith("Stop"));
      }
  });

  test("an order without a last price waits for none", () => {
    expect(texts({ type: "Stop", ltp: Number.NaN })).toEqual([]);
  });

  test("each names its field", () => {
    const found = warningsOf({ ...order, type: "Stop Limit", ltp: 101, qty: 1 });
    expect(found.map(({ field }) => field)).toEqual(["stopPrice", "stopPrice", "qty"]);
  });
});

test("a quantity above the freeze quantity says how it is cut", () => {
  expect(splitNote({ ...order, qty: 1755 })).toBeUndefined();
  expect(splitNote({ ...order, qty: 3900 })).toBe("Total Orders = 3, Qty 1755 x 2 , Qty 390 x 1");
  expect(splitNote({ ...order, qty: 12_000, freeze: qty(5000), lot: qty(1) })).toBe(
    "Total Orders = 3, Qty 5000 x 2 , Qty 2000 x 1",
  );
  expect(splitNote({ ...order, qty: 3901 })).toBeUndefined();
});

test("which prices are part of an order", () => {
  expect(ORDER_KINDS.filter(hasLimit)).toEqual(["Limit", "Stop Limit"]);
  expect(ORDER_KINDS.filter(hasStop)).toEqual(["Stop", "Stop Limit"]);
});
