import { describe, expect, test } from "vitest";
import {
  type BookOrder,
  BUY,
  CANCELLED,
  FILLED,
  LIMIT,
  MARKET,
  type OrderChange,
  type OrderStatus,
  PENDING,
  REJECTED,
  SELL,
  STOP_LIMIT,
} from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import { childOrder } from "../../../testing/brokers/child-order.ts";
import type { Intent } from "./intent.ts";
import type { IntentRequest } from "./intent-request.ts";
import { afterReading, afterTaken, afterWrite, NOT_CONFIRMED, nextLook, nextWatch } from "./settlement.ts";

const SENT = Date.UTC(2026, 6, 27, 6, 45);
const FACTS = { latestMs: 25_000, echoesTag: true };

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

const CONVERT = {
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
  beforeTo: 75,
} as const satisfies IntentRequest;
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

test("an order that was taken is watched until it is over; of what has traded in part nothing is called rejected", () => {
  const taken = intent(PLACE, { state: "placed", orderId: "1" });
  const fate = (fields: Partial<BookOrder>) => afterTaken(taken, reading([book(fields)], 1000), FACTS);
  expect(fate({})).toBeUndefined();
  const others = reading([book({ id: "2", status: REJECTED })], 1000);
  expect(afterTaken(taken, others, FACTS)).toBeUndefined();
  expect(fate({ status: REJECTED, message: "RMS: margin" })).toEqual({ kind: "rejected", message: "RMS: margin" });
  expect(fate({ status: REJECTED, tradedPrice: 99.5 })).toEqual({ kind: "over" });
  expect(fate({ status: FILLED, tradedPrice: 99.5 })).toEqual({ kind: "over" });
  expect(fate({ status: CANCELLED })).toEqual({ kind: "over" });
  expect([0, 2000, 10_000, 30_000, 90_000].map((now) => nextWatch(0, now))).toEqual([
    2000, 10_000, 30_000, 90_000, 150_000,
  ]);
});

test("a change or cancellation that was taken is looked for in the book for half a minute", () => {
  const fate = (request: IntentRequest, fields: Partial<BookOrder>, at: number) =>
    afterTaken(intent(request, { state: "placed", orderId: "1" }), reading([book(fields)], at), FACTS)?.kind;
  expect(fate(MODIFY, {}, 29_999)).toBeUndefined();
  expect(fate(MODIFY, {}, 30_000)).toBe("not in the book");
  expect(fate(MODIFY, { limitPrice: 101 }, 2000)).toBe("over");
  expect(fate(MODIFY, { limitPrice: 102 }, 30_000)).toBe("over");
  expect(fate(MODIFY, { status: FILLED }, 2000)).toBe("over");
  expect(fate(CANCEL, {}, 29_999)).toBeUndefined();
  expect(fate(CANCEL, {}, 30_000)).toBe("not in the book");
  expect(fate(CANCEL, { limitPrice: 102 }, 30_000)).toBe("not in the book");
  expect(fate(CANCEL, { status: CANCELLED }, 2000)).toBe("over");
  const nothing = afterTaken(intent(MODIFY), reading([], 30_000), FACTS);
  expect(nothing?.kind).toBe("over");
  expect(afterTaken(intent(CANCEL), reading([book()], 30_000), { latestMs: 40_000 })).toBeUndefined();
});

test("it is absent only after three good reads, the last half a minute after it was sent", () => {
  const at = (ms: number, goodReads: number, isGood = true) =>
    afterReading(intent(PLACE, { goodReads }), reading([], ms, isGood), FACTS)?.state;
  expect(at(31_000, 2)).toBe("absent");
  expect(at(29_999, 5)).toBeUndefined();
  expect(at(31_000, 1)).toBeUndefined();
  expect(at(31_000, 2, false)).toBeUndefined();
  const slow = { ...FACTS, latestMs: 40_000 };
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
  // Neither as it was nor as was asked: a change to the market may have come as a limit of the broker's own price.
  const market: IntentRequest = { kind: "modify", order: book(), change: { ...CHANGE, type: MARKET, limitPrice: 0 } };
  const went = reading([book({ limitPrice: 103 })], 31_000);
  expect(afterReading(intent(market, { goodReads: 2 }), went, FACTS)).toBeUndefined();
  expect(afterReading(intent(market, { goodReads: 2 }), late, FACTS)?.state).toBe("absent");
});

test.each<[string, before: number, after: number, beforeTo: number | undefined, afterTo: number, string | undefined]>([
  ["both products show it", 150, 75, 75, 150, "placed"],
  ["the new product had none of it", 75, 0, 0, 75, "placed"],
  ["the new product held the other side", 150, 75, -75, 0, "placed"],
  ["neither shows it", 150, 150, 75, 75, "absent"],
  ["a stop has sold as much of the old product", 150, 75, 75, 75, undefined],
  ["a stop has sold as much, of all that was held", 75, 0, 0, 0, undefined],
  ["as much was bought of the old product since", 150, 150, 75, 150, undefined],
  ["something else was bought of it", 150, 225, 75, 75, undefined],
  ["it was asked for by a version that did not write the new product down", 150, 75, undefined, 150, "placed"],
  ["neither shows one of such a version", 150, 150, undefined, 75, "absent"],
])(
  "a conversion shows in both products, unless something traded besides: %s",
  (_, before, after, beforeTo, afterTo, state) => {
    const { beforeTo: __, ...convert } = CONVERT;
    const request = { ...convert, before, ...(beforeTo !== undefined && { beforeTo }) };
    const positions = [
      { symbol: "NFO:NIFTY", productType: "INTRADAY", netQty: after },
      { symbol: "NFO:NIFTY", productType: "MARGIN", netQty: afterTo },
    ] as never;
    const told = afterReading(intent(request, { goodReads: 2 }), { ...reading([], 31_000), positions }, FACTS);
    expect(told?.state).toBe(state);
  },
);

test("without positions a conversion is not told", () => {
  expect(afterReading(intent(CONVERT, { goodReads: 2 }), reading([], 31_000), FACTS)).toBeUndefined();
});

test("a conversion is found by its contract where the position has one, whatever its symbol is by now", () => {
  const { contract } = CONVERT.conversion;
  const held = (symbol: string, strike: number, productType: string, netQty: number) =>
    ({ symbol, contract: { ...contract, strike }, productType, netQty }) as never;
  const positions = [
    held("NFO:NIFTY", 24_700, "INTRADAY", 150),
    held("NFO:NIFTY-2026-07-28", 24_600, "INTRADAY", 75),
    held("NFO:NIFTY-2026-07-28", 24_600, "MARGIN", 150),
  ];
  expect(afterReading(intent(CONVERT), { ...reading([], 1000), positions }, FACTS)?.state).toBe("placed");
});

test("it is looked up at 1, 2, 4, 8, 15 and 30 seconds, then every half minute", () => {
  const looks: number[] = [];
  for (let at = SENT; looks.length < 8; looks.push((at - SENT) / 1000)) at = nextLook(SENT, at);
  expect(looks).toEqual([1, 2, 4, 8, 15, 30, 60, 90]);
});

describe("where the book gives no tags back", () => {
  const UNTAGGED = { ...FACTS, echoesTag: false };
  const contract = {
    exchange: "NSE",
    underlying: "NIFTY",
    expiry: isoDate("2026-07-28"),
    strike: 910,
    type: "CE",
  } as const;
  const order = childOrder({ contract, lot: 75, qty: 75, productType: "INTRADAY" });
  const asked = intent({ kind: "place", order }, { id: "i1", goodReads: 2 });
  const alike = book({ contract, tag: "", orderDateTime: "2026-07-27 12:15:01" });
  const told = (
    orders: readonly BookOrder[],
    { claimed = [] as string[], twins = [] as Intent[], before = [] as BookOrder[], at = 31_000, of = asked } = {},
  ) => {
    const untagged = {
      claimed: new Set(claimed),
      twins: new Map([[of.id, twins]]),
      before: new Map(before.map((one) => [one.id, one])),
    };
    return afterReading(of, { ...reading(orders, at), untagged }, UNTAGGED);
  };

  test("the one order that looks like it is its own", () => {
    expect(told([alike])).toMatchObject({ state: "placed", orderId: "1" });
    expect(told([book({ contract, qty: 150, tag: "" }), alike])).toMatchObject({ state: "placed", orderId: "1" });
    expect(told([])).toMatchObject({ state: "absent" });
  });

  test.each<[string, Partial<BookOrder>]>([
    ["side", { side: SELL }],
    ["quantity", { qty: 150 }],
    ["price", { limitPrice: 100.05 }],
    ["product", { productType: "MARGIN" }],
    ["type", { type: STOP_LIMIT }],
    ["contract", { contract: { ...contract, strike: 920 } }],
    ["time: it was there before", { orderDateTime: "2026-07-27 12:14:50" }],
    ["tag", { tag: "SABCDEFGHIJKLM" }],
  ])("another %s is another order", (_, fields) => {
    expect(told([{ ...alike, ...fields }])).toMatchObject({ state: "absent" });
  });

  test.each(["1716729926", "openalgo"])("what the broker may have put in the tag's place tells nothing: %s", (tag) => {
    expect(told([{ ...alike, tag }])).toBeUndefined();
    expect(told([{ ...alike, tag, limitPrice: 90 }])).toMatchObject({ state: "absent" });
  });

  test("what may be another's is nobody's, for as long as it may", () => {
    expect(told([alike], { claimed: ["1"] })).toMatchObject({ state: "absent" });
    expect(told([alike, { ...alike, id: "2" }])).toBeUndefined();
    expect(told([{ ...alike, contract: undefined }])).toBeUndefined();
    expect(told([{ ...alike, orderDateTime: "" }])).toBeUndefined();
    expect(afterReading(asked, reading([alike], 31_000), UNTAGGED)).toBeUndefined();
  });

  test("one that is stamped late may have arrived in time: some books have the time of the last change", () => {
    const late = { ...alike, orderDateTime: "2026-07-27 13:15:00" };
    expect(told([{ ...late, status: FILLED, remainingQuantity: 0 }], { at: 3_700_000 })).toBeUndefined();
    expect(told([late], { at: 3_700_000 })).toBeUndefined();
    expect(told([{ ...late, limitPrice: 90 }], { at: 3_700_000 })).toMatchObject({ state: "absent" });
  });

  test("one that was changed here since is known by what it was", () => {
    expect(told([{ ...alike, limitPrice: 90 }], { before: [alike] })).toMatchObject({ state: "placed" });
    expect(told([alike], { before: [{ ...alike, limitPrice: 90 }] })).toMatchObject({ state: "absent" });
  });

  test("a rejected one is taken for it only when nothing else can come any more", () => {
    const rejected = { ...alike, status: REJECTED, message: "Too little" } as const;
    expect(told([rejected], { at: 10_000 })).toBeUndefined();
    expect(told([rejected])).toMatchObject({ state: "refused", message: "Too little" });
  });

  test("a market order may have become a limit order of the broker's own price", () => {
    const market = intent({ kind: "exit", order: { ...order, type: MARKET, limitPrice: 0 } }, { id: "i1" });
    expect(told([{ ...alike, limitPrice: 103 }], { of: market })).toMatchObject({ state: "placed" });
  });

  test("one whose tag does come back is found by it", () => {
    const twins = [twin({ state: "sending" })];
    expect(told([{ ...alike, tag: "SA", limitPrice: 90 }], { twins })).toMatchObject({ state: "placed" });
  });

  /** Sent three seconds after it. */
  const twin = (fields: Partial<Intent> = {}) =>
    intent({ kind: "exit", order }, { id: "i2", sentAt: new Date(SENT + 3000), ...fields });

  test("of twins that nobody has confirmed each has one, the first first, once none of them comes any more", () => {
    const [first, second] = [alike, { ...alike, id: "2" }];
    const twins = [twin()];
    expect(told([first], { twins, at: 27_999 })).toBeUndefined();
    expect(told([first], { twins, at: 28_000 })).toMatchObject({ state: "placed", orderId: "1" });
    expect(told([first, second], { twins, at: 28_000 })).toMatchObject({ state: "placed", orderId: "1" });
    const rejected = { ...first, status: REJECTED, message: "RMS: too much" } as const;
    expect(told([rejected, second], { twins, at: 28_000 })).toMatchObject({
      state: "refused",
      message: "RMS: too much",
    });
    // The other looks again when the first has one.
    expect(told([first, second], { twins: [asked], of: twin({ goodReads: 2 }), at: 60_000 })).toBeUndefined();
    expect(told([first, second, { ...alike, id: "3" }], { twins, at: 60_000 })).toBeUndefined();
    expect(told([{ ...first, orderDateTime: "" }], { twins, at: 60_000 })).toBeUndefined();
  });

  test("of twins the first has the one of its own time, though the book lists the newest first", () => {
    const newestFirst = [{ ...alike, id: "2", orderDateTime: "2026-07-27 12:15:09" }, alike];
    const twins = [twin({ sentAt: new Date(SENT + 8000) })];
    expect(told(newestFirst, { twins, at: 60_000 })).toMatchObject({ state: "placed", orderId: "1" });
  });

  test("of twins sent in one moment one is the first", () => {
    const other = twin({ sentAt: asked.sentAt });
    const both = [told([alike], { twins: [other] }), told([alike], { twins: [asked], of: other })];
    expect(both).toEqual([expect.objectContaining({ state: "placed" }), undefined]);
  });

  test("a twin that is being sent, or of another type, may have it; what was given up takes none from it", () => {
    const market = { kind: "exit", order: { ...order, type: MARKET, limitPrice: 0 } } as const;
    for (const other of [twin({ state: "sending" }), twin({ request: market })]) {
      expect(told([alike], { twins: [other], at: 60_000 })).toBeUndefined();
    }
    expect(told([alike], { twins: [twin()], of: { ...asked, state: "absent" }, at: 60_000 })).toBeUndefined();
  });

  test("twins of which the book has none did not reach the broker", () => {
    for (const state of ["sending", "unknown"] as const) {
      expect(told([], { twins: [twin({ state })] })).toMatchObject({ state: "absent" });
    }
  });
});
