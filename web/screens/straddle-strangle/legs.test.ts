import { expect, test } from "vitest";
import type { Making } from "#contract/domain/strategy/leg-edits.ts";
import type { OrderResponses } from "#contract/domain/strategy/trading.ts";
import { booked, EMPTY_BOOK, legsOf, type OptionType, type Pair } from "./legs.ts";

const facts = (type: OptionType) => ({
  type,
  strike: 24_200,
  expiry: "8:18:2026",
  isMonth: false,
  remainingDays: 0,
  lotSize: 65,
  securityId: type === "CE" ? "57" : "58",
  IV: 0.15,
});
const pair = { facts: { CE: facts("CE"), PE: facts("PE") }, prices: { CE: 25.05, PE: 15.75 } } as unknown as Pair;
const making = (type: OptionType): Making => {
  let i = 0;
  return {
    newId: () => `${type}${i++}`,
    now: 5,
    terms: { unitsPerLot: 65, decimals: 2 },
    mostLots: 27,
  };
};
const draft = { side: "sell", lots: 30, prices: pair.prices, excluded: new Set<string>() } as const;

test("both legs have the same lots, in orders of the freeze quantity, each at its own price", () => {
  const legs = legsOf(pair, EMPTY_BOOK, draft, making);
  expect(legs.map(({ type, action, totalContracts, ltp }) => [type, action, totalContracts, ltp])).toEqual([
    ["CE", "sell", 30, 25.05],
    ["PE", "sell", 30, 15.75],
  ]);
  expect(legs.map(({ orders }) => orders.map(({ contracts }) => contracts))).toEqual([
    [27, 3],
    [27, 3],
  ]);
  expect(legs[0]?.orders[0]).toEqual({
    id: "CE1",
    contracts: 27,
    ltp: 25.05,
    action: "sell",
    time: 5,
    orderType: "Limit",
    builder: true,
    isTraded: false,
    exclude: false,
  });
});

test("an order that is left out still counts, and does not wait to be sent", () => {
  const [call, put] = legsOf(pair, EMPTY_BOOK, { ...draft, lots: 1, excluded: new Set(["CE1"]) }, making);
  expect(call).toMatchObject({ toTrade: false, totalContracts: 1, orders: [{ exclude: true }] });
  expect(put).toMatchObject({ toTrade: true });
});

test("what was sold is kept; bought back at another price it is closed, and its profit realised", () => {
  const sold = legsOf(pair, EMPTY_BOOK, { ...draft, lots: 2 }, making);
  const responses = { CE1: { s: "ok", orderType: "Market" }, PE1: { s: "error", orderType: "Market" } } as const;
  const book = booked(EMPTY_BOOK, sold, responses, () => "new", making("CE"));
  expect(book.responses).toEqual(responses);
  // The put was refused: it is not held, and is not saved.
  expect(book.legs.map(({ type, toTrade }) => [type, toTrade])).toEqual([["CE", false]]);
  const prices = { CE: 20.05, PE: 10 };
  const back = legsOf(pair, book, { ...draft, side: "buy", lots: 2, prices }, making);
  expect(back).toMatchObject([
    { type: "CE", totalContracts: 0, realised: 650, isClosed: true, toTrade: true },
    { type: "PE", totalContracts: 2, action: "buy", realised: 0 },
  ]);
});

test("a pair that was wholly refused leaves nothing behind; of what was taken in part the rest waits", () => {
  const sold = legsOf(pair, EMPTY_BOOK, { ...draft, lots: 2 }, making);
  const refused = { s: "error", orderType: "Limit" } as const;
  const answer = (responses: OrderResponses) => booked(EMPTY_BOOK, sold, responses, () => "new", making("CE")).legs;
  expect(answer({ CE1: refused, PE1: refused })).toEqual([]);
  expect(answer({ CE1: { ...refused, placed: 1 }, PE1: refused })).toMatchObject([
    { type: "CE", totalContracts: 2, toTrade: true, orders: [{ isTraded: true }, { isTraded: false }] },
  ]);
});
