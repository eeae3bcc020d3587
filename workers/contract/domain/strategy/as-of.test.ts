import { describe, expect, it } from "vitest";
import { isoDate, minute } from "../units.ts";
import { asOf } from "./as-of.ts";
import { newLeg, withOrder } from "./leg-edits.ts";

const TERMS = { unitsPerLot: 65, decimals: 2 } as const;
const DAY = isoDate("2026-08-18");
const at = (time: string): number => Date.parse(`2026-08-18T${time}+05:30`);
let ids = 0;
const making = (time: string) => ({
  newId: () => `id${ids++}`,
  now: at(time),
  terms: TERMS,
  mostLots: Number.POSITIVE_INFINITY,
});
const facts = { expiry: "8:18:2026", strike: 24_200, type: "CE", lotSize: 65 } as const;
const entered = newLeg(
  { ...facts, isMonth: false, remainingDays: 0, securityId: "", IV: 0 },
  { side: "sell", lots: 1, price: 100 },
  making("10:43:30"),
);
const leg = withOrder(entered, { side: "buy", lots: 1, price: 90 }, making("14:00:00"));

describe("a leg at a minute", () => {
  it("holds nothing before its first order", () => {
    const before = asOf(leg, { date: DAY, minute: minute(642) }, TERMS);
    expect(before).toMatchObject({ totalContracts: 0, realised: 0, isClosed: true, orders: [] });
  });

  it("counts an order in the minute in which it was made, and is open until the closing one", () => {
    const open = { totalContracts: 1, action: "sell", ltp: 100, realised: 0, isClosed: false };
    expect(asOf(leg, { date: DAY, minute: minute(643) }, TERMS)).toMatchObject(open);
    expect(asOf(leg, { date: DAY, minute: minute(839) }, TERMS)).toMatchObject(open);
  });

  it("is the leg itself once all orders are made, and on later days", () => {
    expect(asOf(leg, { date: DAY, minute: minute(840) }, TERMS)).toBe(leg);
    expect(asOf(leg, { date: isoDate("2026-08-19"), minute: minute(556) }, TERMS)).toBe(leg);
    expect(asOf(leg, { date: isoDate("2026-08-17"), minute: minute(900) }, TERMS).isClosed).toBe(true);
  });
});
