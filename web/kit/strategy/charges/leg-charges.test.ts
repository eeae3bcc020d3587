import { describe, expect, it } from "vitest";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { settled, termsOf } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import { heldLegs, timeOf } from "../legs/book.ts";
import { closingCharges, costsOf, entryCharges } from "./leg-charges.ts";

const NIFTY = underlyingOf("NIFTY");
const DATE = isoDate("2026-08-18");
const time = timeOf(DATE, 640);
const leg = (type: "CE" | "PE", strike: number, action: "buy" | "sell", ltp: number) => {
  const empty = makeLeg({ type, strike, lotSize: 65 });
  return settled(empty, [makeOrder({ action, contracts: 2, ltp, time })], termsOf(empty, NIFTY));
};
const CONDOR = [
  leg("CE", 24_450, "sell", 63.3),
  leg("CE", 24_700, "buy", 16.25),
  leg("PE", 23_950, "sell", 50.55),
  leg("PE", 23_700, "buy", 17.55),
];

describe("charges of legs", () => {
  it("are those of their orders, at the rates of their days", () => {
    expect(entryCharges(CONDOR, NIFTY, 20).total).toBe(124.79);
    const later = {
      ...CONDOR[0]!,
      orders: [makeOrder({ action: "sell", contracts: 2, ltp: 63.3, time: timeOf(isoDate("2025-08-18"), 640) })],
    };
    expect(entryCharges([later], NIFTY, 20).stt).toBeCloseTo(63.3 * 130 * 0.001, 6);
  });

  it("to close are those of the opposite orders, split as the exchange asks, without what has no price", () => {
    const prices = { "8:18:2026|24450|CE": { price: 60 } };
    const closing = (most: number) =>
      closingCharges(CONDOR, NIFTY, { date: DATE, brokerage: 20, prices, mostLots: () => most });
    expect(closing(27)).toMatchObject({ stt: 0, brokerage: 20 });
    expect(closing(1).brokerage).toBe(40);
  });

  it("are none of a leg that has expired: the others' costs stay theirs", () => {
    const [short, long] = heldLegs(CONDOR.slice(2));
    const old = { ...long!, expiry: isoDate("2026-08-11") };
    const terms = { date: DATE, brokerage: 20, mostLots: () => 27 };
    const living = [short!, long!];
    const alone = costsOf(living, living, 10, NIFTY, terms);
    const { closing, expiring } = costsOf([short!, old, long!], living, 10, NIFTY, terms);
    const spread = ([first, second]: readonly number[]) => [first, 0, second];
    expect(closing).toEqual({ ...alone.closing, rates: spread(alone.closing.rates) });
    expect(expiring).toEqual({ ...alone.expiring, rates: spread(alone.expiring.rates) });
    const expired = { ...CONDOR[1]!, expiry: "8:11:2026" };
    const prices = { "8:11:2026|24700|CE": { price: 154.9, isExpired: true } };
    expect(closingCharges([expired], NIFTY, { ...terms, prices }).total).toBe(0);
  });

  it("lower a worker's lines by rates and by what is fixed", () => {
    const held = heldLegs(CONDOR);
    const costs = (most: number) =>
      costsOf(held, held, 124.79, NIFTY, { date: DATE, brokerage: 20, mostLots: () => most });
    const { closing, expiring } = costs(27);
    expect(expiring).toEqual({ rates: [0, 0.0015, 0, 0.0015], fixed: 124.79 });
    expect(closing.fixed).toBeCloseTo(124.79 + 4 * 20 * 1.18, 8);
    expect(closing.rates[1]).toBeGreaterThan(closing.rates[0]!); // what was bought is sold, and taxed
    expect(costs(1).closing.fixed).toBeCloseTo(124.79 + 8 * 20 * 1.18, 8); // an order a lot, as `closingCharges` has it
  });
});
