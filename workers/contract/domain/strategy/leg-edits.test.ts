import { beforeEach, describe, expect, it } from "vitest";
import {
  exited,
  inOrderSizes,
  type LegFacts,
  type Making,
  moved,
  newLeg,
  pressed,
  withEditedOrder,
  withEntry,
  withExclusion,
  withOrder,
  withoutOrder,
} from "./leg-edits.ts";
import type { Side, StrategyLeg, StrategyOrder } from "./legs.ts";
import { settled } from "./position.ts";
import { makeLeg, makeOrder } from "./testing/legs.ts";

const CALL: LegFacts = {
  expiry: "8:18:2026",
  strike: 24_200,
  type: "CE",
  lotSize: 75,
  isMonth: false,
  remainingDays: 3,
  securityId: "41",
  IV: 0.12,
};
const NEXT: LegFacts = { ...CALL, expiry: "8:25:2026", remainingDays: 10, securityId: "52" };

let ids = 0;
let making: Making;
beforeEach(() => {
  ids = 0;
  making = {
    newId: () => String(++ids).padStart(10, "0"),
    now: 1000,
    terms: { unitsPerLot: 75, decimals: 2 },
    mostLots: 24,
  };
});
const sold = (): StrategyLeg => newLeg(CALL, { side: "sell", lots: 2, price: 80 }, making);

describe("the ladder", () => {
  it("makes a leg, takes it away at the same side, replaces it at the other", () => {
    const one = pressed([], CALL, { side: "buy", lots: 3, price: 80 }, making);
    expect(one).toMatchObject([{ action: "buy", totalContracts: 3, ltp: 80, securityId: "41", toTrade: true }]);
    expect(pressed(one, CALL, { side: "buy", lots: 1, price: 82 }, making)).toEqual([]);
    const turned = pressed(one, CALL, { side: "sell", lots: 1, price: 82 }, making);
    expect(turned).toMatchObject([{ action: "sell", totalContracts: 1, ltp: 82, orders: [{ contracts: 1 }] }]);
  });

  it("leaves other contracts alone: another expiry, strike or type is another leg", () => {
    const draft = { side: "buy", lots: 1, price: 80 } as const;
    const contracts = [CALL, NEXT, { ...CALL, strike: 24_250 }, { ...CALL, type: "PE" as const }];
    let legs: readonly StrategyLeg[] = [];
    for (const contract of contracts) legs = pressed(legs, contract, draft, making);
    expect(legs).toHaveLength(4);
  });

  it("does not touch a leg that a broker knows of", () => {
    const leg = sold();
    const orders = leg.orders.map((order) => ({ ...order, isTraded: true, builder: false }));
    const legs = [settled(leg, orders, making.terms)];
    expect(pressed(legs, CALL, { side: "sell", lots: 1, price: 1 }, making)).toBe(legs);
  });

  it("splits at the freeze quantity", () => {
    const [leg] = pressed([], CALL, { side: "sell", lots: 53, price: 80 }, making);
    expect(leg?.orders.map(({ contracts }) => contracts)).toEqual([24, 24, 5]);
    expect(leg?.totalContracts).toBe(53);
    expect(new Set(leg?.orders.map(({ id }) => id)).size).toBe(3);
  });

  it.each([
    [0, 24, []],
    [24, 24, [24]],
    [25, 24, [24, 1]],
    [3, 0.5, [1, 1, 1]],
  ])("%d lots, at most %d in an order", (lots, most, sizes) => {
    expect(inOrderSizes(lots, most)).toEqual(sizes);
  });
});

describe("a leg's orders", () => {
  it("are added, edited, deleted and left out", () => {
    const two = withOrder(sold(), { side: "sell", lots: 2, price: 90 }, making);
    expect(two).toMatchObject({ totalContracts: 4, ltp: 85 });
    const edited = withEditedOrder(two, two.orders[1]!.id, { side: "sell", lots: 1, price: 110 }, making.terms);
    expect(edited).toMatchObject({ totalContracts: 3, ltp: 90 });
    expect(withoutOrder(edited, edited.orders[0]!.id, making.terms)).toMatchObject({ totalContracts: 1, ltp: 110 });
    expect(withoutOrder(edited, "gone", making.terms)).toBe(edited);
    const first = sold();
    const [{ id }] = first.orders as [StrategyOrder];
    const left = withExclusion(first, id, making.terms);
    expect(left).toMatchObject({ totalContracts: 2, toTrade: false, orders: [{ exclude: true }] });
    expect(withExclusion(left, id, making.terms).toTrade).toBe(true);
  });

  it("take one price, typed over their average", () => {
    const two = withOrder(sold(), { side: "sell", lots: 2, price: 90 }, making);
    expect(withEntry(two, 70, making)).toMatchObject({
      totalContracts: 4,
      ltp: 70,
      orders: [{ ltp: 70 }, { ltp: 70 }],
    });
    // Of one day's orders alone: what was paid on another day stays.
    expect(withEntry(two, 70, making, two.orders.slice(1))).toMatchObject({
      ltp: 75,
      orders: [{ ltp: 80 }, { ltp: 70 }],
    });
  });

  const order = (id: string, action: Side, lots: number, price: number, time = 1): StrategyOrder =>
    makeOrder({ id, action, contracts: lots, ltp: price, time });
  const held = (...orders: readonly StrategyOrder[]): StrategyLeg => settled(makeLeg({}), orders, making.terms);

  it("keep what was realised by exits when the entry is typed", () => {
    const half = held(order("in", "buy", 2, 100), order("out", "sell", 1, 120));
    expect(half).toMatchObject({ ltp: 100, realised: 20 * 75 });
    expect(withEntry(half, 90, making)).toMatchObject({
      ltp: 90,
      realised: 30 * 75,
      orders: [{ ltp: 90 }, { ltp: 120 }],
    });
  });

  it.each([
    ["closed before", [order("in", "buy", 1, 100), order("out", "sell", 1, 120), order("again", "buy", 1, 130)]],
    [
      "listed out of order",
      [order("again", "buy", 1, 130, 3), order("in", "buy", 1, 100), order("out", "sell", 1, 120, 2)],
    ],
  ])("of a position that was %s, what opened it alone is entered at another price", (_, orders) => {
    const before = held(...orders);
    const after = withEntry(before, 90, making);
    expect(after.orders).toEqual(before.orders.map((one) => (one.id === "again" ? { ...one, ltp: 90 } : one)));
    expect(after).toMatchObject({ ltp: 90, realised: 20 * 75 });
  });

  it("are two where one closed a position and opened the other: its closing part keeps the price", () => {
    const turned = held(order("in", "buy", 1, 100), order("turn", "sell", 3, 120));
    expect(turned).toMatchObject({ totalContracts: 2, ltp: 120, realised: 20 * 75 });
    const typed = withEntry(turned, 9, making);
    const after = withEntry(typed, 90, making); // one figure after the other
    expect(after).toMatchObject({ action: "sell", totalContracts: 2, ltp: 90, realised: 20 * 75 });
    const [entry, exit] = [turned.orders[1]!, typed.orders[1]!];
    expect(after.orders).toEqual([
      turned.orders[0],
      { ...entry, id: exit.id, contracts: 1 },
      { ...entry, contracts: 2, ltp: 90 },
    ]);
    expect(exit.id).not.toBe(entry.id);
  });

  it("close the whole position", () => {
    const closed = exited(sold(), 60, making);
    expect(closed).toMatchObject({ totalContracts: 0, realised: 3000, isClosed: true });
    expect(exited(closed, 50, making)).toBe(closed);
  });
});

describe("a move", () => {
  const both = () => ({ exit: making, entry: making });

  it("closes here and opens there, and says what it brings in", () => {
    const roll = moved(sold(), NEXT, { exit: 60, entry: 130 }, both());
    expect(roll?.legs).toMatchObject([
      { totalContracts: 0, realised: 3000 },
      { action: "sell", totalContracts: 2, ltp: 130, expiry: "8:25:2026", remainingDays: 10 },
    ]);
    expect(roll?.credit).toBe(70 * 150);
  });

  it("of a bought leg to a dearer contract costs", () => {
    const bought = newLeg(CALL, { side: "buy", lots: 1, price: 80 }, making);
    expect(moved(bought, { ...CALL, strike: 24_100 }, { exit: 80, entry: 140 }, both())?.credit).toBe(-60 * 75);
  });

  it("to an expiry of another lot counts either side in its own units, and splits by its own largest order", () => {
    const entry = { ...making, terms: { ...making.terms, unitsPerLot: 65 }, mostLots: 1 };
    const roll = moved(sold(), { ...NEXT, lotSize: 65 }, { exit: 100, entry: 150 }, { exit: making, entry });
    expect(roll?.credit).toBe(-2 * (100 * 75 - 150 * 65));
    expect(roll?.legs[1].orders.map(({ contracts }) => contracts)).toEqual([1, 1]);
  });

  it("back into a contract that was left opens its leg again, with what it realised", () => {
    const [left, next] = moved(sold(), NEXT, { exit: 60, entry: 130 }, both())?.legs ?? expect.unreachable();
    const back = moved(next, CALL, { exit: 120, entry: 50 }, both(), left);
    expect(back?.legs).toMatchObject([
      { totalContracts: 0, realised: 1500, expiry: "8:25:2026" },
      { id: left.id, action: "sell", totalContracts: 2, ltp: 50, realised: 3000, isClosed: false },
    ]);
    expect(back?.credit).toBe(-70 * 150);
  });

  it("needs an open leg and another contract", () => {
    expect(moved(makeLeg({}), NEXT, { exit: 1, entry: 1 }, both())).toBeUndefined();
    expect(moved(sold(), CALL, { exit: 1, entry: 1 }, both())).toBeUndefined();
  });
});
