/** Which orders of a book are ours, and which of ours it does not show. */
import { expect, test } from "vitest";
import { type BookOrder, FILLED, MARKET, PENDING, REJECTED, SELL } from "#contract/domain/orders/order.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { newTag } from "./intent.ts";
import { type LedgerRow, ledgerOf } from "./ledger.ts";

/** 11:30 IST. */
const SENT_AT = Date.UTC(2026, 6, 27, 6);
const MINUTE = 60_000;
const order = childOrder({ contract: QUOTED_CALL, lot: 75, qty: 75, side: SELL, type: MARKET, limitPrice: 0 });

/** An exit of a strategy whose answer was lost. */
const row = (fields: Partial<LedgerRow> = {}, strategy: string | undefined = "fly"): LedgerRow => ({
  ...{ orderId: null, tag: "SA", request: { kind: "exit", order, strategy }, state: "unknown", goodReads: 0 },
  ...{ sentAt: new Date(SENT_AT), changedAt: new Date(SENT_AT), checkAt: new Date(SENT_AT) },
  ...fields,
});
const booked = (id: string, fields: Partial<BookOrder> = {}) =>
  ({ ...order, id, tag: "", status: FILLED, orderDateTime: "2026-07-27 11:30:01", ...fields }) as BookOrder;

/** The ids of what was sent, and of what is not seen its state and whether it is awaited. */
function told(rows: readonly LedgerRow[], book: readonly BookOrder[] = [], after = 0, echoesTag = false) {
  const { sent, unseen } = ledgerOf(rows, book, { echoesTag }, SENT_AT + after);
  return [sent.map(({ orderId }) => orderId), unseen.map(({ state, isAwaited }) => [state, isAwaited])];
}
const UNKNOWN = ["unknown", true];
const OVER = ["unknown", false];

test("an order that the book has, by its number or its tag, is ours, whatever was heard of it", () => {
  for (const state of ["sending", "unknown", "absent"] as const) {
    expect(told([row({ state })], [booked("1", { tag: "SA" })], 0, true)).toEqual([["1"], []]);
  }
  expect(told([row({ state: "placed", orderId: "1" })], [booked("1")])).toEqual([["1"], []]);
  const [sent] = [ledgerOf([row()], [booked("1", { tag: "SA" })], { echoesTag: true }, SENT_AT).sent[0]];
  expect(sent).toEqual({ orderId: "1", isExit: true, strategy: "fly", product: "MARGIN", after: 0 });
});

test("what the broker converted is told, and what it refused or nobody has confirmed is not", () => {
  const { contract, lot } = order;
  const conversion = {
    ...({ contract, symbol: "CE", side: SELL, qty: 75, lot } as const),
    ...({ from: "MARGIN", to: "INTRADAY" } as const),
  };
  const [done, ...others] = (["placed", "refused", "unknown"] as const).map((state) =>
    row({ state, request: { kind: "convert", conversion, before: -150 } }),
  );
  const placed = (orderId: string) => row({ state: "placed", orderId });
  const rows = [...others, placed("1"), done, placed("2")].filter((one) => one !== undefined);
  const { sent, conversions } = ledgerOf(rows, [booked("1"), booked("2")], { echoesTag: false }, SENT_AT);
  expect(conversions).toEqual([{ ...conversion, before: -150, at: SENT_AT, surelyBy: SENT_AT + MINUTE }]);
  const replayed = ledgerOf(rows, [], { echoesTag: false, hasExchangeTime: true }, SENT_AT);
  expect(replayed.conversions).toMatchObject([{ at: SENT_AT, surelyBy: Number.POSITIVE_INFINITY }]);
  // Each order is told how many came before it.
  expect(sent).toMatchObject([
    { orderId: "1", after: 0 },
    { orderId: "2", after: 1 },
  ]);
});

test("one that the broker took is ours; for two minutes the book need not show it", () => {
  const taken = row({ state: "placed", orderId: "1" });
  expect(told([taken], [], 2 * MINUTE - 1)).toEqual([["1"], [["placed", true]]]);
  expect(told([taken], [], 2 * MINUTE)).toEqual([["1"], []]);
});

test("what waits for its turn or its answer is not seen; what came to nothing is none", () => {
  for (const state of ["new", "sending"] as const) {
    expect(told([row({ state })], [], 60 * MINUTE)).toEqual([[], [[state, true]]]);
  }
  for (const state of ["refused", "void", "absent"] as const) expect(told([row({ state })])).toEqual([[], []]);
});

test("positions show a lost one after two minutes of a book that is read well, after five of any; it may come until it is given up", () => {
  expect(told([row()], [], 2 * MINUTE)).toEqual([[], [UNKNOWN]]);
  expect(told([row({ goodReads: 3 })], [], 2 * MINUTE - 1)).toEqual([[], [UNKNOWN]]);
  expect(told([row({ goodReads: 3 })], [], 2 * MINUTE)).toEqual([[], [OVER]]);
  expect(told([row()], [], 5 * MINUTE)).toEqual([[], [OVER]]);
  expect(told([row({ checkAt: null })])).toEqual([[], []]);
});

test("where books give no tags back a lost one is known by its looks, hours later, too", () => {
  expect(told([row()], [booked("1")], 300 * MINUTE)).toEqual([["1"], []]);
  expect(told([row({ state: "absent" })], [booked("1")])).toEqual([["1"], []]);
  expect(told([row()], [booked("1")], 0, true)).toEqual([[], [UNKNOWN]]);
  // One that is being sent comes beside what looks like it.
  expect(told([row({ state: "sending" })], [booked("1")])).toEqual([[], [["sending", true]]]);
});

test("of those that look alike each has one, the one of its time first", () => {
  const later = { orderDateTime: "2026-07-27 11:35:01" };
  const second = row({ tag: "SB", sentAt: new Date(SENT_AT + 5 * MINUTE) }, "condor");
  const rows = [row(), second];
  expect(told(rows, [booked("1"), booked("2")], 10 * MINUTE)).toEqual([["1"], [OVER]]);
  expect(told(rows, [booked("1"), booked("2", later)], 10 * MINUTE)).toEqual([["1", "2"], []]);
  const newestFirst = [booked("2", later), booked("1")];
  expect(told(rows, newestFirst, 10 * MINUTE)).toEqual([["1", "2"], []]);
  // The first never came: the book's order is that of the second.
  const { sent } = ledgerOf(rows, [booked("2", later)], { echoesTag: false }, SENT_AT + 10 * MINUTE);
  expect(sent).toMatchObject([{ orderId: "2", strategy: "condor" }]);
  const twins = [row(), row({ tag: "SB" })];
  expect(told(twins, [booked("1"), booked("2")])).toEqual([["1", "2"], []]);
  expect(told(twins, [booked("1")])).toEqual([["1"], [UNKNOWN]]);
});

test("an order that may be another's counts once the lost one is not awaited any more, and never for one that the book did not have", () => {
  const timeless = booked("1", { orderDateTime: "" });
  expect(told([row()], [timeless], 4 * MINUTE)).toEqual([[], [UNKNOWN]]);
  expect(told([row()], [timeless], 5 * MINUTE)).toEqual([["1"], []]);
  expect(told([row({ state: "absent" })], [timeless], 5 * MINUTE)).toEqual([[], []]);
  // Its mark is another's, or the broker's own.
  const marked = booked("1", { tag: "by hand" });
  expect(told([row()], [marked], 4 * MINUTE)).toEqual([[], [UNKNOWN]]);
  expect(told([row()], [marked], 5 * MINUTE)).toEqual([["1"], []]);
  expect(told([row({ state: "absent" })], [marked], 5 * MINUTE)).toEqual([[], []]);
  expect(told([row()], [booked("1", { tag: newTag() })], 5 * MINUTE)).toEqual([[], [OVER]]);
});

test("the user's own order hours later is none that was lost", () => {
  const own = booked("1", { orderDateTime: "2026-07-27 13:00:00" });
  expect(told([row()], [own], 100 * MINUTE)).toEqual([[], [OVER]]);
});

test("one that the book did not have takes none from one that may come", () => {
  const given = row({ tag: "SB", state: "absent" }, "condor");
  const { sent } = ledgerOf([given, row()], [booked("1")], { echoesTag: false }, SENT_AT);
  expect(sent).toMatchObject([{ orderId: "1", strategy: "fly" }]);
});

test("it is none that is another intent's, has a tag, was rejected, or is of a contract that is not known", () => {
  const others: Partial<BookOrder>[] = [
    { tag: "by hand" },
    { status: REJECTED },
    { contract: undefined },
    { qty: 150 },
  ];
  for (const fields of others) expect(told([row()], [booked("1", fields)])).toEqual([[], [UNKNOWN]]);
  const taken = row({ tag: "SB", state: "placed", orderId: "1" });
  expect(told([row(), taken], [booked("1", { status: PENDING })])).toEqual([["1"], [UNKNOWN]]);
});
