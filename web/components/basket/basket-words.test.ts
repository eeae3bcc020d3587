import { expect, test } from "vitest";
import { CALL } from "../../state/orders/__fixtures__/contract.ts";
import type { BasketState } from "../../state/orders/basket/basket.ts";
import type { ChildState } from "../../state/orders/child.ts";
import { newDraft } from "../../state/orders/draft.ts";
import { itemsOf } from "../../state/orders/item.ts";
import { basketSummary, legWords, unhedgedWords } from "./basket-words.ts";

const rules = { isMarginOnly: false, isEdit: false };
const contract = { ...CALL, strike: 24_700, securityId: "1" };
const quote = { ltp: 18.15, previousClose: 20, spot: 24_200, previousSpot: 24_210 };

function leg(side: 1 | -1, ...states: readonly ChildState[]) {
  const draft = newDraft(contract, side, quote, rules);
  const [item] = itemsOf(draft);
  if (!item) throw new Error("no item");
  return { id: "leg", draft, rules, children: states.map((state) => ({ item, state, message: "No margin" })) };
}
const basket = (...legs: BasketState["legs"]): BasketState => ({ legs, stage: "buys", press: "p" });

test.each<[state: string, leg: ReturnType<typeof leg>]>([
  ["Waits", leg(1, "waiting")],
  ["Sent", leg(1, "sending")],
  ["Placed", leg(1, "placed")],
  ["Placed 2 of 2", leg(1, "placed", "placed")],
  ["Rejected", leg(1, "rejected")],
  ["Rejected, 1 of 2 placed", leg(1, "placed", "rejected")],
  ["Not confirmed", leg(1, "placed", "unknown", "rejected")],
  ["Dropped", leg(-1, "dropped")],
])("a leg says '%s'", (state, one) => {
  expect(legWords(one, basket(one)).state).toBe(state);
});

test("what has traded of a leg is said: filled, in part, or ended without it", () => {
  const placed = leg(1, "placed", "placed");
  const filled = (...fills: readonly [qty: number, price: number, isOver: boolean][]) => ({
    ...placed,
    children: placed.children.map((child, i) => {
      const [qty, price, isOver] = fills[i] ?? [0, 0, false];
      return { ...child, fill: { qty, price, at: `13:20:3${i}`, isOver } };
    }),
  });
  const said = (one: ReturnType<typeof leg>) => {
    const { state, detail } = legWords(one, basket(one));
    return [state, detail];
  };
  expect(said(filled([65, 18, true], [65, 18.3, true]))).toEqual(["Filled", "130 at 18.15 · 13:20:31"]);
  expect(said(filled([65, 18, true]))).toEqual(["Partly filled", "65 at 18.00 · 13:20:30"]);
  expect(said(filled([Number.NaN, 18, true], [0, 0, true]))).toEqual([
    "Partly filled, the rest ended",
    "a part of it · 13:20:30",
  ]);
  expect(said(filled([0, 0, true], [0, 0, true]))).toEqual(["Ended, nothing filled", ""]);
  const [child] = placed.children;
  const details = { id: "2608180412", price: null, qty: 65, at: "" };
  const fill = { qty: 65, price: 18.15, at: "13:20:31", isOver: true };
  const one = { ...placed, children: [{ ...child!, details, fill }] };
  expect(said(one)).toEqual(["Filled", "65 at 18.15 · 13:20:31 · order 2608180412"]);
  expect(basketSummary(basket(one, placed))).toBe("1 filled · 2 placed");
});

test("a sell says which buy keeps it back, a refusal why", () => {
  const sell = leg(-1, "waiting");
  expect(legWords(sell, basket(leg(1, "placed"), leg(1, "unknown"), sell)).state).toBe("Waits for leg 2");
  expect(legWords(leg(1, "rejected"), basket()).detail).toBe("No margin");
});

test("the basket is summed up by what became of its orders", () => {
  const all = basket(leg(1, "placed", "unknown"), leg(1, "rejected"), leg(-1, "waiting"));
  expect(basketSummary(all)).toBe("1 placed · 1 rejected · 1 not confirmed · 1 waiting");
});

test("of what is in doubt the leg says how often the book was read for it", () => {
  const doubt = leg(1, "unknown");
  expect(legWords(doubt, basket()).detail).toContain("The order book is being read.");
  const read = (...reads: number[]) => ({
    ...doubt,
    children: reads.flatMap((count) => doubt.children.map((child) => ({ ...child, reads: count }))),
  });
  expect(legWords(read(1), basket()).detail).toContain("Order book read once: not there yet.");
  expect(legWords(read(5, 4), basket()).detail).toContain("Order book read 4 times: not there yet.");
});

test("where a buy was refused it is said what would be sold without it", () => {
  const refused = basket(leg(1, "rejected", "placed"), leg(1, "placed"), leg(-1, "waiting", "waiting"));
  const words = "Not bought: 24,700 CE. Sold without that, 24,700 CE may be unhedged.";
  expect(unhedgedWords(refused)).toBe(words);
});
