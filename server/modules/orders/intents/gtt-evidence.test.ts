import { expect, test } from "vitest";
import type { BookGtt, GttOrder } from "#contract/domain/orders/gtt.ts";
import { SELL } from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import { gttReading, ofGtt } from "./gtt-evidence.ts";
import type { Intent } from "./intent.ts";
import type { GttRequest } from "./intent-request.ts";

const CONTRACT = {
  exchange: "NSE",
  underlying: "NIFTY",
  expiry: isoDate("2026-11-24"),
  strike: 24_600,
  type: "CE",
} as const;
const ASKED: GttOrder = {
  ...{ contract: CONTRACT, lot: 65, tick: 0.05, side: SELL, productType: "MARGIN", qty: 65, lastPrice: 100 },
  legs: [{ trigger: 80, limit: 78 }],
};
/** 11:30 IST. */
const SENT = new Date("2026-11-23T06:00:00Z");
const kept = (id: string, fields: Partial<BookGtt> = {}): BookGtt => {
  const { lot: _, tick: __, ...gtt } = ASKED;
  const words = { symbol: "NFO:X", createdAt: "2026-11-23 11:30:01", expiresAt: "", message: "" };
  return { ...gtt, ...words, id, status: "active", isChangeable: true, ...fields };
};
const intentOf = (request: GttRequest, fields: Partial<Intent> = {}): Intent =>
  ({
    id: "i",
    request,
    kind: request.kind,
    sentAt: SENT,
    state: "unknown",
    orderId: null,
    connection: "c",
    ...fields,
  }) as Intent;

const PLACING: GttRequest = { kind: "gtt-place", gtt: ASKED };
function told(list: readonly BookGtt[], request: GttRequest = PLACING, about: readonly Intent[] = [], hasTime = true) {
  const gtts = gttReading(list, about, { connection: "c", hasTime, withTwins: new Set() });
  return ofGtt(request, intentOf(request), gtts);
}

test("one that was placed is known by its looks, alone among those that no other intent has", () => {
  expect(told([kept("1")])).toEqual({ state: "placed", orderId: "1", message: "" });
  expect(told([])).toBe("not done");
  expect(told([kept("1"), kept("2")])).toBe("no telling");
  const other = intentOf(PLACING, { id: "j", state: "placed", orderId: "1" });
  expect(told([kept("1"), kept("2")], PLACING, [other])).toMatchObject({ state: "placed", orderId: "2" });
  expect(told([kept("1")], PLACING, [other])).toBe("not done");
});

test.each<[string, Partial<BookGtt>]>([
  ["side", { side: 1 }],
  ["quantity", { qty: 130 }],
  ["trigger", { legs: [{ trigger: 80.05, limit: 78 }] }],
  ["legs", { legs: [...ASKED.legs, { trigger: 120, limit: 120 }] }],
  ["contract", { contract: { ...CONTRACT, strike: 24_650 } }],
  ["an earlier time", { createdAt: "2026-11-23 11:29:00" }],
  ["a later one", { createdAt: "2026-11-23 11:33:00" }],
])("another %s is another's", (_, fields) => {
  expect(told([kept("1", fields)])).toBe("not done");
});

test("where the exchange has a clock of its own, all that is not another intent's is this one's, whatever its time", () => {
  const old = kept("1", { createdAt: "2026-08-18 12:15:00" });
  expect(told([old], PLACING, [], false)).toMatchObject({ state: "placed", orderId: "1" });
  const other = intentOf(PLACING, { id: "j", state: "placed", orderId: "1" });
  expect(told([old], PLACING, [other], false)).toBe("not done");
  expect(told([kept("1", { contract: undefined })], PLACING, [], false)).toBe("no telling");
});

test("one that was changed here since is known as it was; of an unlisted contract nobody can tell", () => {
  const change = { qty: 65, lastPrice: 100, legs: [{ trigger: 70, limit: 69 }] };
  const changed = intentOf({ kind: "gtt-modify", gtt: kept("1"), change });
  expect(told([kept("1", { legs: change.legs })], PLACING, [changed])).toMatchObject({ state: "placed", orderId: "1" });
  expect(told([kept("1", { contract: undefined })])).toBe("no telling");
});

test("a list without what was placed over this connection is no good one, unless that was deleted", () => {
  const placed = intentOf(PLACING, { state: "placed", orderId: "1" });
  const goodWith = (...about: readonly Intent[]) =>
    gttReading([], about, { connection: "c", hasTime: true, withTwins: new Set() }).isGood;
  expect(goodWith(placed)).toBe(false);
  expect(goodWith({ ...placed, connection: "another" })).toBe(true);
  const deletion = { kind: "gtt-delete", gtt: kept("1") } as const;
  expect(goodWith(placed, intentOf(deletion, { state: "placed" }))).toBe(true);
  expect(goodWith(placed, intentOf(deletion, { state: "refused" }))).toBe(false);
});

test("a deletion is done when the list shows it, or a good list does not have it any more", () => {
  const deletion: GttRequest = { kind: "gtt-delete", gtt: kept("1") };
  expect(told([kept("1", { status: "deleted" })], deletion)).toMatchObject({ state: "placed" });
  expect(told([], deletion)).toMatchObject({ state: "placed" });
  expect(told([kept("1")], deletion)).toBe("not done");
  expect(told([kept("1", { status: "triggered" })], deletion)).toMatchObject({
    ...{ state: "refused", message: "The GTT has triggered" },
  });
  const cut = intentOf(PLACING, { state: "placed", orderId: "9" });
  expect(told([], deletion, [cut])).toBe("no telling");
});

test("a change is done when the list has it so", () => {
  const change = { qty: 130, lastPrice: 99, legs: [{ trigger: 70, limit: 69 }] };
  const modification: GttRequest = { kind: "gtt-modify", gtt: kept("1"), change };
  expect(told([kept("1", change)], modification)).toMatchObject({ state: "placed" });
  expect(told([kept("1")], modification)).toBe("not done");
  expect(told([kept("1", { status: "expired" })], modification)).toMatchObject({ state: "refused" });
  expect(told([], modification)).toBe("no telling");
});
