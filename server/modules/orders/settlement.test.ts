import { expect, test } from "vitest";
import {
  type BookOrder,
  BUY,
  CANCELLED,
  FILLED,
  LIMIT,
  type OrderChange,
  type OrderStatus,
  PENDING,
  REJECTED,
} from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { Intent } from "./intent.ts";
import type { IntentRequest } from "./intent-request.ts";
import { afterReading, afterWrite, NOT_CONFIRMED, nextLook } from "./settlement.ts";

const SENT = Date.UTC(2026, 6, 27, 6, 45);
const FACTS = { latestMs: 25_000 };

const book = (fields: Partial<BookOrder> = {}): BookOrder => ({
  id: "1",
  symbol: "NFO:NIFTY",
  side: BUY,
  type: LIMIT,
  productType: "INTRADAY",
  qty: 75,
  remainingQuantity: 75,
  limitPrice: 100,
  stopPrice: 0,
  tradedPrice: 0,
  status: PENDING,
  orderDateTime: "2026-07-27 12:15:00",
  message: "",
  orderValidity: "DAY",
  discloseQty: 0,
  tag: "SA",
  ...fields,
});

const CONVERT: IntentRequest = {
  kind: "convert",
  conversion: {
    contract: { exchange: "NSE", underlying: "NIFTY", expiry: isoDate("2026-07-28"), strike: 24_600, type: "CE" },
    symbol: "NFO:NIFTY",
    side: BUY,
    qty: 75,
    lot: 75,
    from: "INTRADAY",
    to: "MARGIN",
  },
  before: 150,
};
const PLACE = { kind: "place", order: {} } as IntentRequest;
const CANCEL: IntentRequest = { kind: "cancel", order: book() };
const CHANGE: OrderChange = { qty: 75, type: LIMIT, limitPrice: 101, stopPrice: 0, disclosedQty: 0 };
const MODIFY: IntentRequest = { kind: "modify", order: book(), change: CHANGE };

const intent = (request: IntentRequest, fields: Partial<Intent> = {}): Intent =>
  ({
    request,
    kind: request.kind,
    tag: "SA",
    state: "unknown",
    sentAt: new Date(SENT),
    goodReads: 0,
    ...fields,
  }) as Intent;

const reading = (orders: readonly BookOrder[], at: number, isGood = true) => ({ orders, isGood, at: SENT + at });

test("the broker's answer decides, and no answer decides nothing", () => {
  expect(afterWrite({ kind: "done", value: "7" })).toEqual({ state: "placed", orderId: "7", message: "" });
  expect(afterWrite({ kind: "refused", code: "margin", message: "Too little" }).state).toBe("refused");
  expect(afterWrite({ kind: "not-sent", why: "no connection" })).toEqual({
    state: "void",
    message: "Not sent: no connection",
  });
  expect(afterWrite({ kind: "unknown", why: "timeout" })).toEqual({ state: "unknown", message: NOT_CONFIRMED });
});

test("an order that is in the book is placed, or was rejected there", () => {
  expect(afterReading(intent(PLACE), reading([book()], 1000), FACTS)).toMatchObject({ state: "placed", orderId: "1" });
  const rejected = book({ status: REJECTED, message: "Too little" });
  expect(afterReading(intent(PLACE), reading([rejected], 1000), FACTS)).toMatchObject({
    state: "refused",
    message: "Too little",
  });
});

test("it is absent only after three good reads, the last half a minute after it was sent", () => {
  const at = (ms: number, goodReads: number, isGood = true) =>
    afterReading(intent(PLACE, { goodReads }), reading([], ms, isGood), FACTS)?.state;
  expect(at(31_000, 2)).toBe("absent");
  expect(at(29_999, 5)).toBeUndefined();
  expect(at(31_000, 1)).toBeUndefined();
  expect(at(31_000, 2, false)).toBeUndefined();
  const slow = { latestMs: 40_000 };
  expect(afterReading(intent(PLACE, { goodReads: 2 }), reading([], 31_000), slow)).toBeUndefined();
});

test("one that was given up is put right when it turns up", () => {
  const given = intent(PLACE, { state: "absent" });
  expect(afterReading(given, reading([book()], 45_000), FACTS)?.state).toBe("placed");
  expect(afterReading(given, reading([], 45_000), FACTS)).toBeUndefined();
});

test.each<[string, IntentRequest, OrderStatus, Partial<BookOrder>, string | undefined]>([
  ["a cancellation is done when the book says so", CANCEL, CANCELLED, {}, "placed"],
  ["an order that traded was not cancelled", CANCEL, FILLED, {}, "refused"],
  ["an order that is open may still be cancelled", CANCEL, PENDING, {}, undefined],
  ["a change is done when the order has it", MODIFY, PENDING, { limitPrice: 101 }, "placed"],
  ["an order that traded as it was did not change", MODIFY, FILLED, {}, "refused"],
  ["an order that traded as changed did", MODIFY, FILLED, { limitPrice: 101 }, "placed"],
  ["an order as it was may still change", MODIFY, PENDING, {}, undefined],
])("%s", (_, request, status, fields, state) => {
  const found = book({ status, ...fields });
  expect(afterReading(intent(request), reading([found], 1000), FACTS)?.state).toBe(state);
});

test("a change that never came is given up like an order; of an order that is not in the book nothing can be said", () => {
  const late = reading([book()], 31_000);
  expect(afterReading(intent(MODIFY, { goodReads: 2 }), late, FACTS)?.state).toBe("absent");
  expect(afterReading(intent(CANCEL, { goodReads: 2 }), late, FACTS)?.state).toBe("absent");
  expect(afterReading(intent(CANCEL, { goodReads: 2 }), reading([], 31_000), FACTS)).toBeUndefined();
});

test("a conversion shows in the position, unless something traded besides", () => {
  const position = (netQty: number) => ({
    ...reading([], 31_000),
    positions: [{ symbol: "NFO:NIFTY", productType: "INTRADAY", netQty } as never],
  });
  const asked = intent(CONVERT, { goodReads: 2 });
  expect(afterReading(asked, position(75), FACTS)?.state).toBe("placed");
  expect(afterReading(asked, position(150), FACTS)?.state).toBe("absent");
  expect(afterReading(asked, position(225), FACTS)).toBeUndefined();
  expect(afterReading(asked, reading([], 31_000), FACTS)).toBeUndefined();
});

test("it is looked up at 1, 2, 4, 8, 15 and 30 seconds, then every half minute", () => {
  const looks: number[] = [];
  for (let at = SENT; looks.length < 8; looks.push((at - SENT) / 1000)) at = nextLook(SENT, at);
  expect(looks).toEqual([1, 2, 4, 8, 15, 30, 60, 90]);
});
