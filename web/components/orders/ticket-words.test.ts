import { describe, expect, test } from "vitest";
import { isoDate, qty } from "#contract/domain/units.ts";
import { changeDraft, type Draft, newDraft } from "../../state/orders/draft.ts";
import {
  atWords,
  contractWords,
  lotWords,
  ltpWords,
  moneyWords,
  needsLook,
  notesOf,
  reviewWords,
} from "./ticket-words.ts";

const rules = { isMarginOnly: false, isEdit: false };
const contract = {
  exchange: "NSE",
  symbol: "NIFTY",
  expiry: isoDate("2026-08-18"),
  strike: 24_150,
  type: "PE",
  lot: qty(65),
  freeze: qty(1800),
  tick: 0.05,
  securityId: "57",
} as const;
const base = newDraft(contract, 1, { ltp: 6.4, previousClose: 9.7, spot: 24_200, previousSpot: 24_200 }, rules);
const draft = (more: Partial<Draft>): Draft =>
  changeDraft({ ...base, ...more }, { type: "validity", validity: "Day" }, rules);

test("contracts, prices, lots and money", () => {
  expect(contractWords(contract)).toBe("NIFTY 18 Aug 24,150 PE");
  expect(contractWords({ ...contract, symbol: "TCS", strike: 0, type: "FUT" })).toBe("TCS 18 Aug FUT");
  expect(ltpWords(base)).toBe("LTP : 6.40");
  expect(ltpWords(draft({ ltp: Number.NaN }))).toBe("LTP : -");
  expect([lotWords(3900, qty(65)), lotWords(65, qty(65)), lotWords(66, qty(65))]).toEqual(["60 lots", "1 lot", ""]);
  expect([moneyWords(8_188_150), moneyWords(Number.NaN)]).toEqual(["₹ 81,88,150", "-"]);
});

describe("notes", () => {
  test("a fresh limit near the price needs none", () => {
    expect(notesOf(base, 400)).toEqual([]);
    expect(needsLook(base, 400)).toBe(false);
  });

  test("a market order says what it goes as, either side", () => {
    expect(notesOf(draft({ type: "Market" }), 0)).toEqual(["goes as Limit 6.60 (protection 3 %)"]);
    expect(notesOf(draft({ type: "Market", side: -1 }), 0)).toEqual(["goes as Limit 6.20 (protection 3 %)"]);
  });

  test("a market order tells no limit where the broker sets it", () => {
    const market = draft({ type: "Market" });
    expect(notesOf(market, 0, true)).toEqual([
      "goes at the market: whether and how the broker limits it is its own rule",
    ]);
    expect([atWords(market, true), atWords(market)]).toEqual(["at market", "at market, as Limit 6.60"]);
  });

  test("a price older than five seconds, or none, is looked at twice", () => {
    expect(notesOf(base, 5000)).toEqual([]);
    expect(notesOf(base, 7300)).toEqual(["The price is 7 s old"]);
    expect(notesOf(base, Number.NaN)).toEqual(["No price has come yet"]);
    expect([needsLook(base, 5001), needsLook(base, Number.NaN)]).toEqual([true, true]);
  });

  test("a limit outside the exchange's band", () => {
    expect(notesOf(draft({ limitPrice: 30 }), 0)).toEqual(["The exchange refuses prices outside 0.00 to 26.40"]);
  });

  test("more than forty orders", () => {
    const many = draft({ qty: 41 * 1755 });
    expect(notesOf(many, 0)).toEqual(["41 orders in one press: you are asked once more"]);
    expect(needsLook(many, 0)).toBe(true);
  });
});

describe("the review", () => {
  test.each([
    [{ type: "Limit", limitPrice: 6.05 }, "at 6.05"],
    [{ type: "Market" }, "at market, as Limit 6.60"],
    [{ type: "Stop", stopPrice: 6.8 }, "at 6.80 or above"],
    [{ type: "Stop Limit", side: -1, stopPrice: 6.2, limitPrice: 6.05 }, "at 6.20 or below, limit 6.05"],
  ] as const)("%j is %s", (more, words) => {
    expect(atWords(draft(more))).toBe(words);
  });

  test("says how the order goes, and how far the price has moved", () => {
    const of = draft({ qty: 3900, productType: "Margin" });
    expect(reviewWords(of, 6.4, Number.NaN)).toBe(
      "Limit, Day, Margin · 3 orders · LTP 6.40, unmoved since the first press",
    );
    expect(reviewWords(base, 6.3, Number.NaN)).toContain("· 1 order · LTP 6.40, 2 ticks from the first press");
    expect(reviewWords(base, 6.4, 6.1)).toContain("moved from 6.10 at the first press: look again");
  });
});
