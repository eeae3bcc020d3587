import fc from "fast-check";
import { expect, test } from "vitest";
import { isoDate } from "../units.ts";
import {
  distanceOf,
  firedLeg,
  type GttLeg,
  gttFaults,
  gttNotes,
  inTriggerOrder,
  isOfPosition,
  legName,
  onlyReduces,
  opensAnew,
} from "./gtt.ts";
import { BUY, SELL } from "./order.ts";

const MARKET = { ltp: 100, lot: 75, largest: 1800, tick: 0.05 };
const RULES = { leastDistance: 0.0025 };
const leg = (trigger: number, limit = trigger): GttLeg => ({ trigger, limit });
const OCO = { side: SELL, qty: 75, legs: [leg(80, 78), leg(130)] } as const;
const faults = (gtt: Partial<Parameters<typeof gttFaults>[0]>, market: Partial<typeof MARKET> = {}) =>
  gttFaults({ ...OCO, ...gtt }, { ...MARKET, ...market }, RULES);

test("the legs of an OCO are named by what it closes: below a long position is its stop, below a short one its target", () => {
  expect([0, 1].map((at) => legName(OCO, at))).toEqual(["Stop", "Target"]);
  expect([0, 1].map((at) => legName({ ...OCO, side: BUY }, at))).toEqual(["Target", "Stop"]);
  expect(legName({ side: SELL, legs: [leg(80)] }, 0)).toBe("Trigger");
});

test("what may go has no faults", () => {
  expect(faults({})).toEqual([]);
  expect(faults({ legs: [leg(80)] })).toEqual([]);
  expect(faults({ side: BUY, legs: [leg(120)] })).toEqual([]);
  // A quarter of a percent is far enough.
  expect(faults({ legs: [leg(99.75)] })).toEqual([]);
});

test.each<[string, Partial<Parameters<typeof gttFaults>[0]>, Partial<typeof MARKET>, string]>([
  ["a lot in part", { qty: 80 }, {}, "Qty should be a multiple of the lot size 75"],
  ["more than one order takes", { qty: 1875 }, {}, "One order takes at most 1800: what a trigger fires is one"],
  ["a trigger off the tick", { legs: [leg(80.02, 80)] }, {}, "Trigger should be a multiple of 0.05"],
  ["a limit off the tick", { legs: [leg(80, 79.99)] }, {}, "Limit of the Trigger should be a multiple of 0.05"],
  ["no limit", { legs: [leg(80, 0), leg(130)] }, {}, "Limit of the Stop should be higher than 0"],
  ["no trigger", { legs: [leg(Number.NaN, 80)] }, {}, "Trigger should be higher than 0"],
  [
    "nearer than the broker takes",
    { legs: [leg(100.2)] },
    {},
    "Trigger should be at least 0.25 % away from the last price",
  ],
  ["a stop above the last price", {}, { ltp: 70 }, "Stop should be below the last price"],
  ["a target below it", { side: BUY }, { ltp: 140 }, "Stop should be above the last price"],
  ["no last price", {}, { ltp: Number.NaN }, "No last price is known: there is nothing to watch the trigger by"],
])("%s stops it", (_, gtt, market, words) => {
  expect(faults(gtt, market)).toContain(words);
});

test("a limit that may rest is said, and stops nothing", () => {
  expect(gttNotes(OCO)).toEqual([]);
  const resting = { ...OCO, legs: [leg(80, 82), leg(130)] };
  expect(gttNotes(resting)).toEqual(["The limit of the Stop is above its trigger: the order may rest, and not trade"]);
  expect(faults(resting)).toEqual([]);
  expect(gttNotes({ side: BUY, legs: [leg(80, 79)] })).toHaveLength(1);
});

test("a single trigger fires from the side on which the price stood; an OCO at either", () => {
  const single = [leg(80)];
  expect([81, 80, 79].map((price) => firedLeg(single, 100, price))).toEqual([undefined, 0, 0]);
  expect([79, 80, 81].map((price) => firedLeg(single, 70, price))).toEqual([undefined, 0, 0]);
  expect([80, 81, 129, 130].map((price) => firedLeg(OCO.legs, 100, price))).toEqual([0, undefined, undefined, 1]);
  expect([0, -1, Number.NaN].map((price) => firedLeg(OCO.legs, 100, price))).toEqual([undefined, undefined, undefined]);
  expect(distanceOf(80, 100)).toBe(-20);
});

test("what has no faults does not fire at the price that it was placed at, whatever its legs", () => {
  const price = fc.integer({ min: 1, max: 4000 }).map((ticks) => Number((ticks * 0.05).toFixed(2)));
  fc.assert(
    fc.property(price, fc.array(price, { minLength: 1, maxLength: 2 }), (ltp, triggers) => {
      const legs = inTriggerOrder(triggers.map((trigger) => leg(trigger)));
      if (faults({ legs }, { ltp }).length > 0) return;
      expect(firedLeg(legs, ltp, ltp)).toBeUndefined();
    }),
  );
});

const CALL = {
  exchange: "NSE",
  underlying: "NIFTY",
  expiry: isoDate("2026-11-24"),
  strike: 24_600,
  type: "CE",
} as const;
const RESTING = { contract: CALL, productType: "MARGIN", side: SELL, qty: 75, status: "active" } as const;
const held = (netQty: number) => ({ contract: CALL, productType: "MARGIN" as const, netQty });

test("one guards a position of its contract and product that is as large and the other way", () => {
  expect(onlyReduces(RESTING, held(75))).toBe(true);
  expect(onlyReduces(RESTING, held(150))).toBe(true);
  expect(onlyReduces({ ...RESTING, side: BUY }, held(-75))).toBe(true);
  for (const netQty of [0, 50, -75]) expect(onlyReduces(RESTING, held(netQty))).toBe(false);
  expect(onlyReduces({ ...RESTING, status: "triggered" }, held(75))).toBe(false);
  expect(onlyReduces({ ...RESTING, productType: "INTRADAY" }, held(75))).toBe(false);
});

test.each<[string, object]>([
  ["exchange", { exchange: "BSE" }],
  ["underlying", { underlying: "BANKNIFTY" }],
  ["expiry", { expiry: isoDate("2026-12-01") }],
  ["strike", { strike: 24_650 }],
  ["type", { type: "PE" }],
])("a GTT of another %s has nothing to do with a position, nor has what is not listed", (_, other) => {
  expect(isOfPosition({ ...RESTING, contract: { ...CALL, ...other } }, held(75))).toBe(false);
  expect(isOfPosition({ ...RESTING, contract: null }, { ...held(75), contract: null })).toBe(false);
});

test("one opens a position where nothing of its contract is held", () => {
  expect(opensAnew(RESTING, [])).toBe(true);
  expect(opensAnew(RESTING, [held(0), { ...held(75), productType: "INTRADAY" }])).toBe(true);
  expect(opensAnew(RESTING, [held(25)])).toBe(false);
  expect(opensAnew({ ...RESTING, status: "deleted" }, [])).toBe(false);
  expect(opensAnew({ ...RESTING, contract: undefined }, [])).toBe(false); // nobody can tell
});
