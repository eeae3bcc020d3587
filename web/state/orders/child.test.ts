import { expect, test } from "vitest";
import { REJECTED } from "#contract/domain/orders/order.ts";
import type { BookOrderBody, Outcome } from "#contract/wire/http/order-bodies.ts";
import { answered, booked, resultWords, waitingChild } from "./child.ts";
import type { itemsOf } from "./item.ts";

test("what the broker's book has rejected is not placed by an answer that is older; what the product gave up may come", () => {
  const item = { qty: 65 } as ReturnType<typeof itemsOf>[number];
  const placed: Outcome = { s: "ok", m: "", state: "placed", ordExcDetails: { id: "7", price: null, qty: 65, at: "" } };
  const order = { id: "7", status: REJECTED, message: "RMS: no margin" } as BookOrderBody;
  const rejected = booked(answered(waitingChild(item), placed), new Map([["7", order]]));
  expect(answered(rejected, placed)).toBe(rejected);
  const absent = answered(waitingChild(item), { s: "error", m: "It did not reach the broker", state: "absent" });
  expect(answered(absent, placed)).toMatchObject({ state: "placed" });
});

test("the product's own words are shown whatever the broker lists, and no broker's that come after them", () => {
  const item = { qty: 65 } as ReturnType<typeof itemsOf>[number];
  const absent: Outcome = { s: "error", m: "It did not reach the broker", state: "absent" };
  const given = answered(waitingChild(item), absent);
  expect(resultWords([given], false)).toEqual(["Order Rejected x 1", "It did not reach the broker"]);
  const refused = answered(given, { s: "error", m: "RMS: no margin", state: "refused" });
  expect(resultWords([refused], false)).toEqual(["Order Rejected x 1"]);
  expect(resultWords([refused], true)).toEqual(["Order Rejected x 1", "RMS: no margin"]);
});
