import { expect, test } from "vitest";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import { CALL } from "./__fixtures__/contract.ts";
import { reduceBasket } from "./basket/basket.ts";
import { itemsOf } from "./item.ts";
import { basketOf, draftOfOrder, type LegOrder, responsesOf } from "./leg-orders.ts";

const rules = { isMarginOnly: false, isEdit: false };
const quote = { ltp: 26.5, previousClose: 20, spot: 24_200, previousSpot: 24_210 };
const order = (id: string, side: 1 | -1): LegOrder => ({
  id,
  side,
  contracts: 2,
  price: 25.05,
  contract: CALL,
});
const limit = { kind: "Limit", product: "Intraday" } as const;

test("an order goes at its own price, whatever the last one is; at market it has none", () => {
  const item = { side: -1, qty: 130, productType: "INTRADAY", validity: "DAY", stopPrice: 0, disclosedQty: 0 };
  const draft = draftOfOrder(order("a", -1), limit, quote, rules);
  expect(itemsOf(draft)).toMatchObject([{ ...item, type: 1, limitPrice: 25.05, securityId: "57" }]);
  const atMarket = draftOfOrder(order("a", -1), { kind: "Market", product: "Margin" }, quote, rules);
  expect(itemsOf(atMarket)).toMatchObject([{ type: 2, limitPrice: 0, productType: "MARGIN" }]);
});

test("where a broker knows Margin alone, so it goes", () => {
  expect(draftOfOrder(order("a", 1), limit, quote, { ...rules, isMarginOnly: true }).productType).toBe("Margin");
});

test("each order is answered for by its id; the details of what was placed come with it", () => {
  const drafts = {
    a: draftOfOrder(order("a", 1), limit, quote, rules),
    b: draftOfOrder(order("b", 1), limit, quote, rules),
  };
  const details = { id: "1", price: 25, qty: 130, at: "2026-08-18T06:45:00Z" };
  const sent = [
    { type: "submit", press: "p" } as const,
    {
      type: "answers",
      from: 0,
      outcomes: [
        { s: "ok", m: "", state: "placed", ordExcDetails: details },
        { s: "error", m: "No margin", state: "refused" },
      ],
    } as const,
  ].reduce(reduceBasket, basketOf(drafts, rules));
  expect(responsesOf(sent)).toEqual({
    a: { s: "ok", orderType: "Limit", ordExcDetails: details },
    b: { s: "error", orderType: "Limit" },
  });
  // At what it traded the broker's book says.
  const [filled] = sent.legs[0]?.children ?? [];
  const fill = { qty: 130, price: 24.95, at: "12:15:01", isOver: true };
  const read = {
    ...sent,
    legs: sent.legs.map((leg) => (leg.id === "a" ? { ...leg, children: [{ ...filled!, fill }] } : leg)),
  };
  expect(responsesOf(read)).toMatchObject({ a: { ordExcDetails: { ...details, price: 24.95 } } });
});

test("an order of which a part was refused says how many lots were taken; one that is not answered says nothing", () => {
  const draft = draftOfOrder({ ...order("a", 1), contracts: 60 }, limit, quote, rules);
  const placed = (id: string) =>
    ({
      s: "ok",
      m: "",
      state: "placed",
      ordExcDetails: { id, price: 25, qty: 1755, at: "2026-08-18T06:45:00Z" },
    }) as const;
  const answers = (from: number, outcomes: readonly Outcome[]) => ({ type: "answers", from, outcomes }) as const;
  const sent = reduceBasket(basketOf({ a: draft }, rules), { type: "submit", press: "p" });
  const begun = reduceBasket(sent, answers(0, [placed("1"), { s: "error", m: "No margin", state: "refused" }]));
  expect(responsesOf(begun)).toEqual({});
  expect(responsesOf(reduceBasket(begun, answers(2, [placed("3")])))).toMatchObject({
    a: { s: "error", placed: 33, ordExcDetails: [{ id: "1" }, { id: "3" }] },
  });
});
