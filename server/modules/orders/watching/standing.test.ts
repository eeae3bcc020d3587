/** What a strategy has earned, and whether that is known. */
import { expect, test } from "vitest";
import { BUY, type Position, SELL, type Trade } from "#contract/domain/orders/order.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { mayHaveTraded, reached, standingOf } from "./standing.ts";

const CALL = "NFO:NIFTY24600CE";
const PUT = "NFO:NIFTY24600PE";
const part = (symbol: string, buyQty: number, buyAvg: number, sellQty: number, sellAvg: number) => ({
  ...{ strategy: "fly", symbol, productType: "MARGIN" as const, buyQty, buyAvg, sellQty, sellAvg },
});
const position = (symbol: string, ltp: number, multiplier = 1) =>
  ({ id: `${symbol} MARGIN`, symbol, productType: "MARGIN", ltp, multiplier, netQty: 0 }) as Position;

test("a strategy's profit is what it took in, paid, and what the rest is worth at the broker's prices", () => {
  const parts = [part(CALL, 0, 0, 65, 100), part(PUT, 130, 50, 65, 60)];
  expect(standingOf(parts, [position(CALL, 90), position(PUT, 55)])).toEqual({
    profit: 65 * 10 + 65 * 10 + 65 * 5,
    held: [
      { id: `${CALL} MARGIN`, symbol: CALL, netQty: -65 },
      { id: `${PUT} MARGIN`, symbol: PUT, netQty: 65 },
    ],
    isCut: false,
  });
  expect(standingOf([part(CALL, 1, 84, 0, 0)], [position(CALL, 84.5, 1000)]).profit).toBe(500);
  // What is closed needs no price; half a sum is none.
  expect(standingOf([part(CALL, 65, 100, 65, 110)], [position(CALL, 0)])).toEqual({
    ...{ profit: 650, held: [], isCut: false },
  });
  // What has no price is held all the same; what positions lack is not known to be.
  const unpriced = standingOf(parts, [position(CALL, 90), position(PUT, 0)]);
  expect(unpriced).toMatchObject({ profit: undefined, held: [{ symbol: CALL }, { symbol: PUT }], isCut: false });
  const cut = standingOf(parts, [position(CALL, 90)]);
  expect(cut).toMatchObject({ profit: undefined, held: [{ symbol: CALL }], isCut: true });
});

test.each([
  [-5000, 5000, null, "stop"],
  [-4999.99, 5000, null, undefined],
  [8000, 5000, 8000, "target"],
  [7999, null, 8000, undefined],
  [-9000, null, 8000, undefined],
] as const)("a profit of %s by a stop of %s and a target of %s: %s", (profit, stop, target, which) => {
  expect(reached(profit, { stop, target })).toBe(which);
});

test("a trade of an order that is not known here may be of one that nobody has confirmed, by contract and side", () => {
  const order = childOrder({ contract: QUOTED_CALL, lot: 65, side: SELL });
  const trade = { orderId: "9", symbol: CALL, side: SELL, contract: order.contract } as Trade;
  const unseen = { kind: "place", order, strategy: "fly" } as const;
  const own = [part(CALL, 65, 100, 0, 0)];
  expect(mayHaveTraded("fly", [], [trade], [unseen])).toBe(true);
  expect(mayHaveTraded("fly", [], [{ ...trade, contract: undefined }], [unseen])).toBe(true);
  expect(mayHaveTraded("fly", own, [trade], [{ kind: "exit", order }])).toBe(true);
  expect(mayHaveTraded("fly", [part(PUT, 65, 100, 0, 0)], [trade], [{ kind: "exit", order }])).toBe(false);
  expect(mayHaveTraded("fly", own, [trade], [{ kind: "place", order }])).toBe(false);
  expect(mayHaveTraded("other", own, [trade], [unseen])).toBe(false);
  expect(mayHaveTraded("fly", own, [{ ...trade, side: BUY }], [unseen])).toBe(false);
  const other = { ...trade, contract: { ...order.contract, strike: 1 } };
  expect(mayHaveTraded("fly", own, [other], [unseen])).toBe(false);
  expect(mayHaveTraded("fly", own, [], [unseen])).toBe(false);
});
