import { expect, test } from "vitest";
import {
  type BookOrder,
  BUY,
  CANCELLED,
  FILLED,
  PENDING,
  REJECTED,
  SELL,
  type Trade,
} from "#contract/domain/orders/order.ts";
import { QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { freshUnits } from "./fresh-fills.ts";

/** 11:30:00 IST. */
const SINCE = Date.UTC(2026, 6, 27, 6);
const held = { contract: QUOTED_CALL, symbol: "CE", productType: "MARGIN", netQty: 150 } as const;
const order = (fields: Partial<BookOrder> = {}) =>
  ({
    ...{ id: "1", contract: QUOTED_CALL, symbol: "CE", productType: "MARGIN", side: SELL, qty: 75 },
    ...{ status: FILLED, remainingQuantity: 0, tradedPrice: 99, ...fields },
  }) as BookOrder;
const trade = (at: string, fields: Partial<Trade> = {}) =>
  ({
    orderId: "1",
    contract: QUOTED_CALL,
    symbol: "CE",
    side: SELL,
    qty: 75,
    at: `2026-07-27 ${at}`,
    ...fields,
  }) as Trade;
const units = (book: readonly BookOrder[], trades: readonly Trade[], since = SINCE) =>
  freshUnits(held, book, trades, since);

test("what traded since then is fresh, and what the book has as traded and trades do not have yet", () => {
  expect(units([order()], [trade("11:30:00")])).toBe(75);
  expect(units([order()], [trade("11:29:59")])).toBe(0);
  expect(units([order()], [])).toBe(75);
  expect(units([order({ status: PENDING, remainingQuantity: 25 })], [trade("11:00:00", { qty: 25 })])).toBe(25);
  // The order came after the book was read.
  expect(units([], [trade("11:30:01")])).toBe(75);
});

test("of an order that ended before all of it traded, its trades tell how much", () => {
  const cut = order({ status: CANCELLED });
  expect(units([cut], [])).toBe(75);
  expect(units([cut], [trade("11:00:00", { qty: 25 })])).toBe(0);
  expect(units([order({ status: CANCELLED, tradedPrice: 0 }), order({ status: REJECTED, tradedPrice: 0 })], [])).toBe(
    0,
  );
});

test("what makes the position larger, is of another contract or product, or has no time that tells is none", () => {
  expect(units([order({ side: BUY })], [trade("11:30:01", { side: BUY })])).toBe(0);
  const put = { ...QUOTED_CALL, type: "PE" } as const;
  expect(units([order({ contract: put })], [trade("11:30:01", { contract: put })])).toBe(0);
  expect(units([order({ productType: "INTRADAY" })], [])).toBe(0);
  expect(units([order()], [{ ...trade(""), at: "soon" }])).toBe(0);
  expect(units([order()], [trade("11:30:01")], Number.POSITIVE_INFINITY)).toBe(0);
  // Where the list of contracts failed the broker's names tell.
  expect(units([order({ contract: undefined })], [])).toBe(75);
  expect(units([order({ contract: undefined, symbol: "PE" })], [])).toBe(0);
});
