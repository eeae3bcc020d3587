import { expect, it } from "vitest";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { legsOf } from "./kept-strategy.ts";

const leg = makeLeg({ orders: [makeOrder({})] });
const kept = { name: "Fly", symbolName: "NIFTY", expiry: "8:25:2026", date: "2026-08-18" };

it.each([
  ["no leg", 7],
  ["an order without a side", { ...leg, orders: [{ ...makeOrder({}), action: "hold" }] }],
  ["an expiry that is none", { ...leg, expiry: "soon" }],
  ["a type that is none", { ...leg, type: "XX" }],
])("a kept strategy is refused as a whole with %s", (_, wrong) => {
  expect(legsOf({ ...kept, strategy: [leg] })).toEqual([leg]);
  expect(() => legsOf({ ...kept, strategy: [leg, wrong] })).toThrow(TypeError);
});
