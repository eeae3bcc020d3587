import { expect, test } from "vitest";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import { answered, resultWords, waitingChild } from "./child.ts";
import type { itemsOf } from "./item.ts";

test("the product's own words are shown whatever the broker lists, and no broker's that come after them", () => {
  const item = { qty: 65 } as ReturnType<typeof itemsOf>[number];
  const absent: Outcome = { s: "error", m: "It did not reach the broker", state: "absent" };
  const given = answered(waitingChild(item), absent);
  expect(resultWords([given], false)).toEqual(["Order Rejected x 1", "It did not reach the broker"]);
  const refused = answered(given, { s: "error", m: "RMS: no margin", state: "refused" });
  expect(resultWords([refused], false)).toEqual(["Order Rejected x 1"]);
  expect(resultWords([refused], true)).toEqual(["Order Rejected x 1", "RMS: no margin"]);
});
