import { describe, expect, it } from "vitest";
import { underlyingOf } from "../instruments.ts";
import type { Side } from "./legs.ts";
import { isAdjusted, type PositionTerms, positionOf, settled, termsOf, unrealised } from "./position.ts";
import { makeLeg, makeOrder } from "./testing/legs.ts";

const NIFTY: PositionTerms = { unitsPerLot: 75, decimals: 2 };
const USDINR: PositionTerms = { unitsPerLot: 1000, decimals: 4 };
let clock = 0;
const order = (action: Side, contracts: number, ltp: number) => makeOrder({ action, contracts, ltp, time: ++clock });

describe("a position", () => {
  it("averages orders of its side, weighted by lots", () => {
    expect(positionOf([order("buy", 1, 100), order("buy", 3, 110)], NIFTY)).toEqual({
      lots: 4,
      average: 107.5,
      realised: 0,
    });
  });

  it.each([
    ["bought and sold dearer", order("buy", 4, 100), order("sell", 1, 112), 3, 100, 12 * 75],
    ["sold and bought cheaper", order("sell", 4, 100), order("buy", 1, 88), -3, 100, 12 * 75],
    ["closed whole", order("buy", 2, 100), order("sell", 2, 90), 0, 0, -20 * 75],
    ["turned around, at the new price", order("buy", 2, 100), order("sell", 5, 90), -3, 90, -20 * 75],
  ])("%s", (_, first, second, lots, average, realised) => {
    expect(positionOf([first, second], NIFTY)).toEqual({ lots, average, realised });
  });

  it("counts from the oldest order on, whatever their order in the list", () => {
    const [bought, sold, again] = [order("buy", 1, 100), order("sell", 1, 120), order("buy", 1, 90)];
    expect(positionOf([again, sold, bought], NIFTY)).toEqual({ lots: 1, average: 90, realised: 20 * 75 });
  });

  it("keeps an average to two decimals, four for USDINR, whose lot is 1,000 dollars", () => {
    const orders = [order("buy", 1, 83.0025), order("buy", 2, 83.01)];
    expect(positionOf(orders, NIFTY).average).toBe(83.01);
    expect(positionOf(orders, USDINR).average).toBe(83.0075);
    expect(positionOf([...orders, order("sell", 3, 83.0175)], USDINR).realised).toBe(30);
  });

  it("nothing, and orders of no lots", () => {
    expect(positionOf([], NIFTY)).toEqual({ lots: 0, average: 0, realised: 0 });
    expect(positionOf([order("buy", 0, 100)], NIFTY)).toEqual({ lots: 0, average: 0, realised: 0 });
  });

  it("realised and unrealised together are the cash that flowed and the mark, for any orders", () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 2000; round++) {
      const orders = Array.from({ length: 1 + random(12) }, () =>
        order(random(2) ? "buy" : "sell", random(6), (2000 + random(4000)) / 20),
      );
      const mark = (2000 + random(4000)) / 20;
      let cash = 0;
      let held = 0;
      for (const { action, contracts, ltp } of orders) {
        const lots = action === "buy" ? contracts : -contracts;
        cash -= lots * ltp * 75;
        held += lots;
      }
      const position = positionOf(orders, NIFTY);
      expect(position.lots).toBe(held);
      // Each average is rounded to a paisa: half of one, a unit of the most lots held, for each order.
      const tolerance = orders.length * 0.005 * 75 * 72;
      const total = position.realised + unrealised(position, mark, NIFTY);
      expect(Math.abs(total - (cash + held * mark * 75))).toBeLessThan(tolerance);
    }
  });
});

describe("a leg", () => {
  it("follows its orders", () => {
    const leg = makeLeg({ type: "CE", strike: 24_200 });
    const open = settled(leg, [order("sell", 2, 80)], NIFTY);
    expect(open).toMatchObject({
      action: "sell",
      totalContracts: 2,
      ltp: 80,
      realised: 0,
      isClosed: false,
      toTrade: true,
    });
    const closed = settled(open, [...open.orders, order("buy", 2, 60)], NIFTY);
    expect(closed).toMatchObject({ totalContracts: 0, ltp: 0, realised: 3000, isClosed: true });
    expect(closed).not.toHaveProperty("action");
  });

  it.each([
    ["waits", {}, true, false],
    ["excluded", { exclude: true }, false, false],
    ["traded", { isTraded: true, builder: false }, false, true],
    ["a broker's", { builder: false }, true, true],
  ])("an order that is %s", (_, fields, toTrade, adjusted) => {
    const orders = [makeOrder(fields)];
    const leg = settled(makeLeg({}), orders, NIFTY);
    expect(leg.toTrade).toBe(toTrade);
    expect(isAdjusted(leg)).toBe(adjusted);
  });
});

it("a lot of USDINR counts as 1,000 dollars", () => {
  expect(termsOf({ lotSize: 1 }, underlyingOf("USDINR"))).toEqual({ unitsPerLot: 1000, decimals: 4 });
});
