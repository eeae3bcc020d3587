import { describe, expect, test } from "vitest";
import type { LegFacts, Making } from "./leg-edits.ts";
import type { StrategyLeg } from "./legs.ts";
import { makeLeg, makeOrder } from "./testing/legs.ts";
import { type Executions, isPending, rebuilt, withExecutions, withResponses } from "./trading.ts";

const facts: LegFacts = {
  expiry: "8:18:2026",
  strike: 24_200,
  type: "CE",
  lotSize: 65,
  isMonth: false,
  remainingDays: 0,
  securityId: "57",
  IV: 0.2,
};
function making(fields: Partial<Making> = {}): Making {
  let id = 0;
  const terms = { unitsPerLot: 65, decimals: 2 } as const;
  return { newId: () => `id${id++}`, now: 1000, terms, mostLots: 27, ...fields };
}
const terms = making().terms;
const newId = (): string => "new";

test("other lots make the orders anew: 60 lots of 27 are three, and the leg holds them all", () => {
  const one = rebuilt(undefined, facts, { side: "sell", lots: 1, price: 40.8 }, making());
  expect(one).toMatchObject({ action: "sell", totalContracts: 1, ltp: 40.8, toTrade: true, securityId: "57" });
  const sixty = rebuilt(one, facts, { side: "sell", lots: 60, price: 40.8 }, making());
  expect(sixty.orders.map(({ contracts }) => contracts)).toEqual([27, 27, 6]);
  expect(sixty).toMatchObject({ action: "sell", totalContracts: 60, realised: 0 });
});

test("what is traded stays: an order of the other side closes it against its average", () => {
  const traded = makeOrder({ action: "sell", contracts: 2, ltp: 50, isTraded: true, builder: false });
  const held = makeLeg({ lotSize: 65, action: "sell", totalContracts: 2, ltp: 50, orders: [traded] });
  const closing = rebuilt(held, facts, { side: "buy", lots: 3, price: 40 }, making());
  expect(closing.orders).toHaveLength(2);
  expect(closing).toMatchObject({ action: "buy", totalContracts: 1, ltp: 40, realised: 1300, isClosed: false });
  // Typed again, the idea is replaced and not added to.
  expect(rebuilt(closing, facts, { side: "buy", lots: 2, price: 40 }, making())).toMatchObject({
    totalContracts: 0,
    isClosed: true,
    orders: { length: 2 },
  });
});

test("only what is not traded, not excluded and has contracts is sent", () => {
  expect(isPending(makeOrder({}))).toBe(true);
  for (const fields of [{ isTraded: true }, { exclude: true }, { contracts: 0 }])
    expect(isPending(makeOrder(fields)), JSON.stringify(fields)).toBe(false);
});

test("the broker's 'ok' makes an order traded, with its details; what it refused still waits", () => {
  const leg = makeLeg({
    orders: [makeOrder({ id: "a" }), makeOrder({ id: "b" }), makeOrder({ id: "c", exclude: true })],
  });
  const details = { id: "260818000001", price: 40.75, qty: 65, at: "2026-08-18T06:45:00Z" };
  const after = withResponses(
    leg,
    { a: { s: "ok", orderType: "Market", ordExcDetails: details }, b: { s: "error", orderType: "Limit" } },
    newId,
    terms,
  );
  expect(after.orders).toMatchObject([
    { id: "a", orderType: "Market", isTraded: true, builder: false, ordExcDetails: details },
    { id: "b", isTraded: false, builder: true },
    { id: "c", isTraded: false },
  ]);
  expect(after.toTrade).toBe(true);
  expect(withResponses(after, { b: { s: "ok", orderType: "Limit" } }, newId, terms)).toMatchObject({ toTrade: false });
  expect(withResponses(after, { b: { s: "error", orderType: "Limit" } }, newId, terms)).toBe(after);
  // The broker rejected what it had taken.
  expect(withResponses(after, { a: { s: "error", orderType: "Market" } }, newId, terms).orders[0]).toEqual({
    ...makeOrder({ id: "a", orderType: "Market" }),
    builder: false,
  });
});

test("of an order that was taken in part the rest alone waits, and the position stays", () => {
  const leg = makeLeg({ orders: [makeOrder({ id: "a", contracts: 60, action: "sell" })] });
  const parts = [{ id: "1", qty: 1755 }];
  const of = (placed: number) => ({ s: "error", orderType: "Limit", placed, ordExcDetails: parts }) as const;
  const after = withResponses(leg, { a: of(54) }, newId, terms);
  expect(after.orders).toMatchObject([
    { id: "a", contracts: 54, action: "sell", isTraded: true, builder: false, ordExcDetails: parts },
    { id: "new", contracts: 6, action: "sell", isTraded: false, builder: true },
  ]);
  expect(after.orders[1]).not.toHaveProperty("ordExcDetails");
  expect(after).toMatchObject({ totalContracts: 60, action: "sell", toTrade: true });
  // Another part is rejected later: what waits already is not counted again.
  const later = withResponses(after, { a: of(27) }, () => "newer", terms);
  expect(later.orders.map(({ id, contracts, isTraded }) => [id, contracts, isTraded])).toEqual([
    ["a", 27, true],
    ["newer", 27, false],
    ["new", 6, false],
  ]);
});

describe("what became of traded orders at the broker", () => {
  const sent = (id: string, ordExcDetails: unknown, fields = {}) =>
    makeOrder({ id, isTraded: true, builder: false, ordExcDetails, ...fields });
  const synced = (orders: Parameters<typeof makeOrder>[0][], executions: Executions) =>
    withExecutions(makeLeg({ orders: orders as StrategyLeg["orders"] }), executions, () => "new", terms);

  test("a price is the order's own from then on, and the average follows", () => {
    const leg = synced([sent("a", { id: "1", qty: 65 }), makeOrder({ id: "b", ltp: 90 })], { 1: 41.15 });
    expect(leg.orders).toMatchObject([
      { id: "a", ltp: 41.15, isTraded: true },
      { id: "b", ltp: 90 },
    ]);
    expect(leg).toMatchObject({ totalContracts: 2, toTrade: true });
    expect(leg.ltp).toBeCloseTo((41.15 + 90) / 2, 2);
  });

  test("a rejected or cancelled one waits again, with a new id", () => {
    const leg = synced([sent("a", { id: "1", qty: 65 })], { 1: "r/c" });
    expect(leg.orders).toEqual([{ ...makeOrder({ id: "new" }), builder: false }]);
    expect(leg.toTrade).toBe(true);
  });

  test("parts of an order count by their quantities; one that was refused leaves the others' price", () => {
    const parts = [
      { id: "1", qty: 100 },
      { id: "2", qty: 50 },
      { id: "3", qty: 50 },
    ];
    expect(synced([sent("a", parts)], { 1: 40, 2: 46, 3: "r/c" }).orders[0]).toMatchObject({ ltp: 42, isTraded: true });
    expect(synced([sent("a", parts)], { 1: "r/c", 2: "r/c", 3: "r/c" }).orders[0]).toMatchObject({ isTraded: false });
  });

  test("nothing changes where the broker says nothing, and in orders that were never sent", () => {
    const leg = makeLeg({ orders: [sent("a", { id: "1", qty: 65 }), makeOrder({ id: "b" }), sent("c", undefined)] });
    expect(withExecutions(leg, { b: "r/c", 7: 12 }, () => "new", terms)).toBe(leg);
  });
});
