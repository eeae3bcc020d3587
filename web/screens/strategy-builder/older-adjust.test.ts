import { describe, expect, it } from "vitest";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { type Making, newLeg } from "#contract/domain/strategy/leg-edits.ts";
import { isAdjusted } from "#contract/domain/strategy/position.ts";
import { adjusted, adjustingOf, repriced } from "./older-adjust.ts";

const facts = {
  expiry: "8:25:2026",
  strike: 24_200,
  type: "CE",
  lotSize: 65,
  isMonth: true,
  remainingDays: 7,
  securityId: "57",
  IV: 0.12,
} as const;
let ids = 0;
const making: Making = {
  newId: () => `id${ids++}`,
  now: 1_700_000_000_000,
  terms: { unitsPerLot: 65, decimals: 2 },
  mostLots: 27,
};
const leg = (lots = 2, price = 100) => newLeg(facts, { side: "buy", lots, price }, making);

describe("adjusting", () => {
  it("adds in the leg's direction: the entry is averaged by lots", () => {
    expect(adjustingOf(leg(), "buy")).toBe("add");
    const after = adjusted(leg(2, 100), { side: "buy", lots: 1, price: 130 }, making);
    expect(after).toMatchObject({ totalContracts: 3, ltp: 110, realised: 0 });
    expect(isAdjusted(after)).toBe(false);
  });

  it.each([
    ["fewer lots reduce it", 1, { action: "buy", totalContracts: 1, ltp: 100, realised: 20 * 65, isClosed: false }],
    ["all lots close it", 2, { totalContracts: 0, realised: 2 * 20 * 65, isClosed: true }],
    ["more lots turn it around", 5, { action: "sell", totalContracts: 3, ltp: 120, realised: 2 * 20 * 65 }],
  ])("closes against it: %s, and the ladder cannot change it any more", (_, lots, expected) => {
    expect(adjustingOf(leg(), "sell")).toBe("close");
    const after = adjusted(leg(2, 100), { side: "sell", lots, price: 120 }, making);
    expect(after).toMatchObject(expected);
    expect(isAdjusted(after)).toBe(true);
  });

  it("of a leg that was sold, a cheaper purchase wins", () => {
    const sold = newLeg(facts, { side: "sell", lots: 2, price: 100 }, making);
    expect(adjusted(sold, { side: "buy", lots: 1, price: 90 }, making).realised).toBe(10 * 65);
  });
});

it("a new price is that of legs which were only built and have not expired", () => {
  const traded = adjusted(leg(2, 100), { side: "sell", lots: 1, price: 120 }, making);
  const mark = (isExpired: boolean, price = 150) => ({ "8:25:2026|24200|CE": { price, isExpired } });
  const pricesAfter = (...terms: Parameters<typeof mark>) =>
    repriced([leg(), traded], mark(...terms), underlyingOf("NIFTY"), making.newId).map(({ ltp }) => ltp);
  expect(pricesAfter(false)).toEqual([150, 100]);
  expect(pricesAfter(true)).toEqual([100, 100]);
  expect(pricesAfter(false, Number.NaN)).toEqual([100, 100]);
});
