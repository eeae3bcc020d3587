import { expect, test } from "vitest";
import { draftFaults, flipped, type GttDraft, gttDraft, gttTerms, isStop, legsOf, withTrigger } from "./gtt-draft.ts";

const MARKET = { ltp: 100, lot: 75, largest: 1800, tick: 0.05 };
const RULES = { leastDistance: 0.0025, products: ["MARGIN"] } as const;
const EMPTY = gttDraft(-1, 75, [], 100);
const filled = (below: number, above: number, draft: GttDraft = EMPTY): GttDraft =>
  withTrigger(withTrigger(draft, "below", below, 0.05), "above", above, 0.05);

test("what is left empty is not asked for: one price is a single, two are an OCO", () => {
  expect(legsOf(EMPTY)).toEqual([]);
  expect(draftFaults(EMPTY, MARKET, RULES)).toEqual([]);
  expect(gttTerms(filled(Number.NaN, 130))).toEqual({ qty: 75, legs: [{ trigger: 130, limit: 130 }] });
  expect(gttTerms(filled(80, 130)).legs.map(({ trigger }) => trigger)).toEqual([80, 130]);
});

test("the limit of a stop has room to trade, that of a target is its price; turned, they change places", () => {
  const sale = filled(80, 130);
  expect([sale.below.limit, sale.above.limit]).toEqual([77.6, 130]);
  const purchase = flipped(sale, 0.05);
  expect(purchase).toMatchObject({ side: 1, below: { trigger: 80, limit: 80 }, above: { trigger: 130, limit: 133.9 } });
  expect([isStop(1, "below"), isStop(1, "above"), isStop(-1, "below")]).toEqual([false, true, true]);
  // What is being typed is no price yet.
  expect(withTrigger(EMPTY, "below", 80.01, 0.05).below.limit).toBe(80.01);
});

test("a single price that the market has passed already is said, as are the faults of what goes", () => {
  expect(draftFaults(filled(101, Number.NaN), MARKET, RULES)).toEqual(["The last price is there already"]);
  expect(draftFaults(filled(Number.NaN, 99), MARKET, RULES)).toEqual(["The last price is there already"]);
  expect(draftFaults(filled(80, 99), MARKET, RULES)).toEqual(["Target should be above the last price"]);
  expect(draftFaults({ ...filled(80, 130), qty: 80 }, MARKET, RULES)).toEqual([
    "Qty should be a multiple of the lot size 75",
  ]);
  expect(draftFaults(filled(80, 130), MARKET, RULES)).toEqual([]);
});

test("one that is changed stands where its trigger is", () => {
  const leg = { trigger: 120, limit: 119 };
  expect(gttDraft(1, 75, [leg], 100)).toMatchObject({ below: { trigger: Number.NaN }, above: leg });
  expect(gttDraft(1, 75, [leg], 130)).toMatchObject({ below: leg, above: { trigger: Number.NaN } });
  expect(gttDraft(1, 75, [{ trigger: 80, limit: 80 }, leg], 130)).toMatchObject({ below: { trigger: 80 }, above: leg });
});
