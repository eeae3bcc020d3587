import { createStore } from "jotai";
import { expect, test } from "vitest";
import { isoDate, qty } from "#contract/domain/units.ts";
import type { TradeIntent } from "../../account/trading.ts";
import { newDraft } from "../draft.ts";
import { emptyBasket, reduceBasket } from "./basket.ts";
import {
  askedLegsAtom,
  askLegAtom,
  basketAtom,
  closeBasketAtom,
  isBasketOpenAtom,
  openBasketAtom,
  replaceLegsAtom,
} from "./basket-atom.ts";
import { openDraftAtom } from "./drafts.ts";
import { intentsOf, isSavedBasket, toSaved } from "./saved-baskets.ts";

const rules = { isMarginOnly: false, isEdit: false };
const quote = { ltp: 18.15, previousClose: 20, spot: 24_200, previousSpot: 24_210 };
const intent = (strike: number, side: "B" | "S"): TradeIntent => ({
  ...{ exchange: "NSE", symbol: "NIFTY", expiry: isoDate("2026-08-25"), strike, type: "CE", side, isLeg: true },
});
const draftOf = (wanted: TradeIntent) => {
  const contract = { ...wanted, lot: qty(65), freeze: qty(1800), tick: 0.05, securityId: "1" };
  return newDraft(contract, wanted.side === "B" ? 1 : -1, quote, rules, wanted.start);
};

test("a basket is kept without its prices, and comes back as it was filled in", () => {
  const asked = [
    { id: "a", intent: intent(24_700, "S") },
    { id: "b", intent: intent(24_900, "B") },
  ];
  const filled = asked.reduce(
    (basket, { id, intent: wanted }) => reduceBasket(basket, { type: "add", id, draft: draftOf(wanted), rules }),
    emptyBasket(),
  );
  const edited = (
    [
      { type: "number", field: "qty", value: 195 },
      { type: "kind", kind: "Market" },
      { type: "product", product: "Margin" },
    ] as const
  ).reduce((basket, action) => reduceBasket(basket, { type: "edit", id: "b", action }), filled);

  const saved = toSaved(asked, edited);
  expect(saved?.map(({ strike, side, start }) => [strike, side, start])).toEqual([
    [24_700, "S", { qty: 65, product: "Intraday", kind: "Limit" }],
    [24_900, "B", { qty: 195, product: "Margin", kind: "Market" }],
  ]);
  const read: unknown = JSON.parse(JSON.stringify(saved));
  if (!isSavedBasket(read)) throw new Error("it is no basket any more");
  const [, bought] = intentsOf(read).map(draftOf);
  expect(bought).toMatchObject({ side: 1, strike: 24_900, qty: 195, productType: "Margin", type: "Market" });
  expect(toSaved(asked, filled.legs.length > 0 ? emptyBasket() : filled)).toBeUndefined();
  expect(toSaved([], emptyBasket())).toBeUndefined();
});

test("what was stored and is no basket is left out", () => {
  const { isLeg: _, ...contract } = intent(24_700, "B");
  const leg = { ...contract, start: { qty: 65, product: "Margin", kind: "Limit" } };
  expect(isSavedBasket([leg])).toBe(true);
  for (const wrong of [
    [],
    {},
    [contract],
    [{ ...leg, exchange: "MCX" }],
    [{ ...leg, expiry: "next week" }],
    [{ ...leg, side: 1 }],
    [{ ...leg, start: { ...leg.start, qty: 0 } }],
    [{ ...leg, start: { ...leg.start, kind: "Stop" } }],
  ])
    expect(isSavedBasket(wrong), JSON.stringify(wrong)).toBe(false);
});

test("legs take the place of those that stand there, unless the basket is under way; the sheet opens without any", () => {
  const store = createStore();
  store.set(openBasketAtom);
  expect(store.get(isBasketOpenAtom)).toBe(true);
  store.set(askLegAtom, intent(24_700, "B"));
  store.set(replaceLegsAtom, [intent(24_800, "B"), intent(24_900, "S")]);
  const legs = store.get(askedLegsAtom);
  expect(legs.map((leg) => leg.intent.strike)).toEqual([24_800, 24_900]);
  for (const { id, intent: wanted } of legs) store.set(basketAtom, { type: "add", id, draft: draftOf(wanted), rules });
  store.set(basketAtom, { type: "submit", press: "p" });
  store.set(replaceLegsAtom, [intent(1, "B")]);
  const draft = { id: "d", hook: "h", at: 0, note: "", openedAt: null, legs: [] };
  expect(store.set(openDraftAtom, draft)).toBe(false);
  expect(store.get(askedLegsAtom)).toBe(legs);
  store.set(closeBasketAtom);
  expect(store.get(isBasketOpenAtom)).toBe(true);
});
