import { describe, expect, test } from "vitest";
import { isoDate, qty } from "#contract/domain/units.ts";
import {
  changeDraft,
  type Draft,
  type DraftAction,
  draftWarnings,
  isBlocked,
  leastOf,
  lockOfField,
  lockOfKind,
  lockOfProduct,
  marginOf,
  newDraft,
  type Quote,
  stepOf,
  type TicketContract,
  type TicketRules,
} from "./draft.ts";
import { itemsOf } from "./item.ts";

const contract: TicketContract = {
  exchange: "NSE",
  symbol: "NIFTY",
  expiry: isoDate("2026-08-25"),
  strike: 24_150,
  type: "PE",
  lot: qty(65),
  freeze: qty(1800),
  tick: 0.05,
  securityId: "57",
};
const quote: Quote = { ltp: 6.4, previousClose: 9.7, spot: 24_207.05, previousSpot: 24_212.8 };
const rules: TicketRules = { isMarginOnly: false, isEdit: false };
const edit: TicketRules = { isMarginOnly: false, isEdit: true };

const draft = (more: Partial<Draft> = {}, of: TicketRules = rules): Draft => ({
  ...newDraft(contract, 1, quote, of),
  ...more,
});
const apply = (from: Draft, of: TicketRules, ...actions: readonly DraftAction[]): Draft =>
  actions.reduce((one, action) => changeDraft(one, action, of), from);

test("a new draft", () => {
  expect(draft()).toEqual({
    category: "Regular",
    productType: "Intraday",
    type: "Limit",
    validity: "Day",
    side: 1,
    symbol: "NSE:NIFTY26082524150PE",
    securityId: "57",
    limitPrice: 6.4,
    stopPrice: 6.4,
    stopLoss: 0,
    takeProfit: 0,
    trailingStopLoss: 0,
    qty: 65,
    disclosedQty: 0,
    ltp: 6.4,
    spot: 24_207.05,
    spotPrev: 24_212.8,
    symbolName: "NIFTY",
    strike: 24_150,
    cepe: "PE",
    lot: 65,
    key: "8:25:202624150PE",
    qtyfreeze: 1800,
    tick: 0.05,
    m: [],
    message: [],
  });
  expect(newDraft(contract, -1, quote, { isMarginOnly: true, isEdit: false }).productType).toBe("Margin");
});

test("prices go in the steps of the contract", () => {
  const future = newDraft({ ...contract, type: "FUT", strike: 0, tick: 0.2 }, 1, { ...quote, ltp: 82_400.2 }, rules);
  expect([stepOf(future, "limitPrice"), stepOf(future, "qty"), isBlocked(future)]).toEqual([0.2, 65, false]);
  const off = apply(future, rules, { type: "number", field: "limitPrice", value: 82_400.25 });
  expect(off.message).toEqual(["Limit Price should be a multiple of 0.2"]);
});

test("without a last price a draft begins at 0, and is warned of", () => {
  const blank = newDraft(contract, 1, { ...quote, ltp: Number.NaN }, rules);
  expect([blank.limitPrice, blank.stopPrice]).toEqual([0, 0]);
  expect(isBlocked(blank)).toBe(true);
});

describe("the category", () => {
  test.each(["CO", "BO"] as const)("%s is its own product, for the day, and discloses nothing", (category) => {
    const changed = apply(draft({ disclosedQty: 65, validity: "IOC" }), rules, { type: "category", category });
    expect(changed).toMatchObject({ category, productType: category, validity: "Day", disclosedQty: 0 });
  });

  test("Regular is Intraday again, or Margin where the broker has nothing else", () => {
    const cover = apply(draft(), rules, { type: "category", category: "CO" });
    expect(apply(cover, rules, { type: "category", category: "Regular" }).productType).toBe("Intraday");
    const only = { isMarginOnly: true, isEdit: false };
    expect(apply(cover, only, { type: "category", category: "Regular" }).productType).toBe("Margin");
  });

  test("a cover order leaves the stop limit", () => {
    const changed = apply(draft({ type: "Stop Limit" }), rules, { type: "category", category: "CO" });
    expect(changed.type).toBe("Limit");
    expect(apply(changed, rules, { type: "kind", kind: "Stop Limit" }).type).toBe("Limit");
    expect(lockOfKind(changed, "Stop Limit")).toBeDefined();
  });
});

describe("the type", () => {
  test("Stop takes the last price as its stop price", () => {
    const changed = apply(
      draft(),
      rules,
      { type: "quote", quote: { ...quote, ltp: 7 } },
      { type: "kind", kind: "Stop" },
    );
    expect(changed).toMatchObject({ type: "Stop", stopPrice: 7, limitPrice: 6.4 });
  });

  test.each([
    ["Market", 0, 0],
    ["Limit", 6.1, 0],
    ["Stop", 0, 6.4],
    ["Stop Limit", 6.1, 6.2],
  ] as const)("in an edit, %s leaves limit %d and stop %d", (kind, limitPrice, stopPrice) => {
    const changed = apply(draft({ type: "Stop Limit", limitPrice: 6.1, stopPrice: 6.2 }), edit, { type: "kind", kind });
    expect(changed).toMatchObject({ limitPrice, stopPrice });
  });

  test("a new order keeps the prices that its type does not use", () => {
    expect(apply(draft(), rules, { type: "kind", kind: "Market" })).toMatchObject({ limitPrice: 6.4, stopPrice: 6.4 });
  });
});

describe("what cannot be chosen", () => {
  test.each([
    ["limitPrice", "Regular", "Market", false],
    ["limitPrice", "Regular", "Limit", true],
    ["limitPrice", "Regular", "Stop", false],
    ["limitPrice", "Regular", "Stop Limit", true],
    ["stopPrice", "Regular", "Market", false],
    ["stopPrice", "Regular", "Limit", false],
    ["stopPrice", "Regular", "Stop", true],
    ["stopPrice", "Regular", "Stop Limit", true],
    ["stopLoss", "Regular", "Limit", false],
    ["stopLoss", "CO", "Limit", true],
    ["stopLoss", "BO", "Limit", true],
    ["takeProfit", "Regular", "Limit", false],
    ["takeProfit", "CO", "Limit", false],
    ["takeProfit", "BO", "Limit", true],
    ["trailingStopLoss", "BO", "Limit", false],
    ["disclosedQty", "Regular", "Limit", true],
    ["disclosedQty", "CO", "Limit", false],
    ["disclosedQty", "BO", "Limit", false],
    ["qty", "CO", "Limit", true],
  ] as const)("%s of a %s %s order: open %s", (field, category, type, isOpen) => {
    const from = draft({ category, type });
    expect(lockOfField(from, field) === undefined).toBe(isOpen);
    const changed = apply(from, rules, { type: "number", field, value: 130 });
    expect(changed[field]).toBe(isOpen ? 130 : from[field]);
  });

  test("product and validity of CO and BO, and of an edit", () => {
    const cover = draft({ category: "CO", productType: "CO" });
    for (const [from, of] of [
      [cover, rules],
      [draft(), edit],
    ] as const) {
      expect(lockOfProduct(from, of)).toBeDefined();
      expect(apply(from, of, { type: "product", product: "Margin" }).productType).toBe(from.productType);
      expect(apply(from, of, { type: "validity", validity: "IOC" }).validity).toBe("Day");
    }
    expect(lockOfProduct(draft(), rules)).toBeUndefined();
    expect(apply(draft(), rules, { type: "product", product: "Margin" }).productType).toBe("Margin");
    expect(apply(draft(), rules, { type: "validity", validity: "IOC" }).validity).toBe("IOC");
  });

  test("Intraday of a broker that has none", () => {
    const only = { isMarginOnly: true, isEdit: false };
    expect(apply(draft({}, only), only, { type: "product", product: "Intraday" }).productType).toBe("Margin");
  });

  test("side and category of an edit", () => {
    expect(apply(draft(), rules, { type: "flip" }).side).toBe(-1);
    expect(apply(draft(), edit, { type: "flip" }).side).toBe(1);
    expect(apply(draft(), edit, { type: "category", category: "CO" }).category).toBe("Regular");
  });
});

describe("numbers", () => {
  test("are never below 0; an empty one is warned of", () => {
    expect(apply(draft(), rules, { type: "number", field: "limitPrice", value: -1 }).limitPrice).toBe(0);
    const empty = apply(draft(), rules, { type: "number", field: "qty", value: Number.NaN });
    expect(empty.message).toEqual(["Qty should be a multiple of the lot size 65"]);
    expect(isBlocked(empty)).toBe(true);
  });

  test("in an edit no quantity falls back to a lot when its field is left", () => {
    for (const value of [0, Number.NaN]) {
      const left = apply(draft(), edit, { type: "number", field: "qty", value }, { type: "leave", field: "qty" });
      expect(left.qty).toBe(65);
      const kept = apply(draft(), rules, { type: "number", field: "qty", value }, { type: "leave", field: "qty" });
      expect(kept.qty).toBe(value);
    }
  });

  test("step by the tick, and by the lot", () => {
    const dollar = newDraft({ ...contract, symbol: "USDINR", tick: 0.0025, lot: qty(1) }, 1, quote, rules);
    expect([stepOf(draft(), "limitPrice"), stepOf(dollar, "stopPrice")]).toEqual([0.05, 0.0025]);
    expect([stepOf(draft(), "qty"), stepOf(draft(), "disclosedQty")]).toEqual([65, 65]);
    expect([leastOf(draft(), "qty"), leastOf(draft(), "limitPrice")]).toEqual([65, 0]);
  });
});

describe("messages", () => {
  test("follow the market", () => {
    const stop = apply(draft(), rules, { type: "kind", kind: "Stop" });
    expect(stop.message).toEqual([]);
    const moved = apply(stop, rules, { type: "quote", quote: { ...quote, ltp: 6.5 } });
    expect(moved.message).toEqual(["Stop Price should be greater than LTP"]);
  });

  test("how the order is cut blocks nothing; a warning beside it does", () => {
    const large = apply(draft(), rules, { type: "number", field: "qty", value: 3900 });
    expect(large.message).toEqual(["Total Orders = 3, Qty 1755 x 2 , Qty 390 x 1"]);
    expect(isBlocked(large)).toBe(false);
    const both = apply(large, rules, { type: "kind", kind: "Stop Limit" });
    expect(both.message).toEqual([
      "Stop Price should be less than Limit Price",
      "Total Orders = 3, Qty 1755 x 2 , Qty 390 x 1",
    ]);
    expect(isBlocked(both)).toBe(true);
  });
});

test("an order that is edited goes as one: above the largest it is stopped, and promised no parts", () => {
  const edit = { ...rules, isEdit: true };
  const at = (value: number) => apply(draft(), edit, { type: "number", field: "qty", value });
  expect(at(1755).message).toEqual([]);
  expect(at(1820).message).toEqual(["One order takes at most 1755"]);
  expect(isBlocked(at(1820))).toBe(true);
  expect(draftWarnings(at(1820), edit)).toMatchObject([{ field: "qty" }]);
});

describe("the margin", () => {
  test("of an option bought is its premium: at the limit, or at the last price of a market order", () => {
    const limit = apply(draft(), rules, { type: "number", field: "limitPrice", value: 6.05 });
    expect(marginOf(limit)).toBe(Math.ceil(6.05 * 65));
    expect(marginOf(apply(limit, rules, { type: "kind", kind: "Market" }))).toBe(416);
  });

  test("of one sold is not known before its base is", () => {
    const sold = apply(draft({ side: -1 }), rules, { type: "number", field: "qty", value: 3900 });
    expect(marginOf(sold)).toBeNaN();
    expect(marginOf(apply(sold, rules, { type: "bases", m: [105_000, 0.5] }))).toBe(8_188_150);
  });
});

describe("items", () => {
  const expected = {
    symbol: "NSE:NIFTY26082524150PE",
    securityId: "57",
    side: 1,
    productType: "INTRADAY",
    disclosedQty: 0,
    validity: "DAY",
    offlineOrder: false,
    stopLoss: 0,
    takeProfit: 0,
    qty: 65,
  };
  test.each([
    ["Limit", 1, 6.4, 0],
    ["Market", 2, 0, 0],
    ["Stop", 3, 0, 6.2],
    ["Stop Limit", 4, 6.4, 6.2],
  ] as const)("%s is type %i with limit %d and stop %d", (type, code, limitPrice, stopPrice) => {
    expect(itemsOf(draft({ type, stopPrice: 6.2 }))).toEqual([{ ...expected, type: code, limitPrice, stopPrice }]);
  });

  test("write product and validity in capitals", () => {
    expect(itemsOf(draft({ productType: "Margin", validity: "IOC" }))[0]).toMatchObject({
      productType: "MARGIN",
      validity: "IOC",
    });
  });

  test("are one for each child; a child discloses no more than it has", () => {
    const items = itemsOf(draft({ qty: 3900, disclosedQty: 650 }));
    expect(items.map((item) => [item.qty, item.disclosedQty])).toEqual([
      [1755, 650],
      [1755, 650],
      [390, 390],
    ]);
  });
});
