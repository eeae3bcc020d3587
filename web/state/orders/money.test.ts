import { expect, test } from "vitest";
import { isoDate, qty } from "#contract/domain/units.ts";
import { changeDraft, type DraftAction, newDraft, type TicketContract } from "./draft.ts";
import { askedItems, chargesOfDrafts, premiumOf, reckonedAt } from "./money.ts";

const contract: TicketContract = {
  exchange: "NSE",
  symbol: "NIFTY",
  expiry: isoDate("2026-08-18"),
  strike: 24_250,
  type: "CE",
  lot: qty(65),
  freeze: qty(1800),
  tick: 0.05,
  securityId: "1",
};
const quote = { ltp: 14.4, previousClose: 21.05, spot: 24_207.05, previousSpot: 24_212.8 };
const rules = { isMarginOnly: false, isEdit: false };
const DATE = isoDate("2026-08-18");
const draft = (of: Partial<TicketContract>, side: 1 | -1, ...actions: readonly DraftAction[]) =>
  actions.reduce(
    (one, action) => changeDraft(one, action, rules),
    newDraft({ ...contract, ...of }, side, quote, rules),
  );
const lots = (value: number): DraftAction => ({ type: "number", field: "qty", value });

test("charges of a sell of four lots are those of the practice picture", () => {
  const sell = draft({}, -1, lots(260));
  expect(premiumOf(sell)).toBeCloseTo(3744, 9);
  const charges = chargesOfDrafts([sell], DATE);
  expect(charges?.stt).toBeCloseTo(5.62, 2);
  expect((charges?.exchange ?? 0) + (charges?.sebi ?? 0) + (charges?.ipft ?? 0)).toBeCloseTo(1.33, 2);
  expect((charges?.brokerage ?? 0) + (charges?.gst ?? 0)).toBeCloseTo(23.84, 2);
  expect(charges?.total).toBe(30.79);
});

test("an order that is cut pays the brokerage of each part, and the broker is asked for it whole", () => {
  const large = draft({}, 1, lots(3900));
  expect(chargesOfDrafts([large], DATE)?.brokerage).toBe(60);
  expect(askedItems([large]).map((item) => item.qty)).toEqual([3900]);
});

test("a contract of dollars is a thousand of them", () => {
  const dollar = draft({ symbol: "USDINR", tick: 0.0025, lot: qty(1), freeze: qty(10_000), strike: 84 }, -1, lots(2));
  expect(premiumOf(dollar)).toBeCloseTo(28_800, 6);
  expect(chargesOfDrafts([dollar], DATE)?.stt).toBe(0);
});

test("an order without a price of its own is reckoned at the last one, a stop at its stop", () => {
  expect(reckonedAt(draft({}, 1, { type: "kind", kind: "Market" }))).toBe(14.4);
  const stop = draft({}, 1, { type: "kind", kind: "Stop" }, { type: "number", field: "stopPrice", value: 15 });
  expect(reckonedAt(stop)).toBe(15);
});

test("nothing is reckoned or asked while a warning stands", () => {
  const odd = draft({}, 1, lots(70));
  expect([chargesOfDrafts([odd], DATE), askedItems([odd])]).toEqual([undefined, []]);
});
