import { describe, expect, it } from "vitest";
import { isoDate } from "../units.ts";
import { type ChargedOrder, type ChargeTerms, chargesOf, DEFAULT_BROKERAGE, exerciseRate } from "./charges.ts";

const terms = (date: string, fields: Partial<ChargeTerms> = {}): ChargeTerms => ({
  exchange: "NSE",
  isCurrency: false,
  date: isoDate(date),
  brokerage: DEFAULT_BROKERAGE,
  ...fields,
});
const option = (side: "buy" | "sell", price: number, quantity = 130): ChargedOrder => ({
  type: "CE",
  side,
  quantity,
  price,
});

describe("charges", () => {
  const condor = [option("sell", 63.3), option("sell", 50.55), option("buy", 17.55), option("buy", 16.25)];

  it("of a condor's four orders of 130 units, since April 2026", () => {
    const charges = chargesOf(condor, terms("2026-08-18"));
    expect(charges.total).toBe(124.79);
    expect(charges.isApproximate).toBe(false);
    const parts = [
      [charges.stt, 22.2],
      [charges.exchange, 6.72],
      [charges.ipft, 0.1],
      [charges.sebi, 0.02],
      [charges.stamp, 0.13],
      [charges.brokerage, 80],
      [charges.gst, 15.61],
    ] as const;
    for (const [charge, rupees] of parts) expect(charge).toBeCloseTo(rupees, 2);
  });

  it("changed on 1-Oct-2024: the tax on what is sold rose, the exchange's charges fell", () => {
    const before = chargesOf(condor, terms("2024-09-30"));
    const after = chargesOf(condor, terms("2024-10-01"));
    expect(before.stt).toBeCloseTo(14_800.5 * 0.000625, 9);
    expect(after.stt).toBeCloseTo(14_800.5 * 0.001, 9);
    expect(before.exchange).toBeGreaterThan(after.exchange);
    expect([before.isApproximate, after.isApproximate]).toEqual([true, false]);
  });

  it("of a future: tax on the sale, stamp duty on the purchase; BSE takes nothing for it", () => {
    const order = (side: "buy" | "sell"): ChargedOrder => ({ type: "FUT", side, quantity: 75, price: 24_000 });
    const sold = chargesOf([order("sell")], terms("2026-08-18", { brokerage: 0 }));
    expect([sold.stt, sold.stamp]).toEqual([expect.closeTo(900, 6), 0]);
    const bought = chargesOf([order("buy")], terms("2026-08-18", { brokerage: 0, exchange: "BSE" }));
    expect([bought.stt, bought.stamp, bought.exchange, bought.ipft]).toEqual([0, expect.closeTo(36, 6), 0, 0]);
  });

  it("of USDINR has no STT and its own rates", () => {
    const { stt, ipft, exchange, stamp } = chargesOf(
      [option("buy", 0.25, 1000), option("sell", 0.3, 1000)],
      terms("2026-08-18", { isCurrency: true }),
    );
    expect([stt, ipft]).toEqual([0, 0]);
    expect(exchange).toBeCloseTo(550 * 0.000311, 9);
    expect(stamp).toBeCloseTo(250 * 0.000001, 9);
  });

  it("of nothing is nothing; exercise is taxed by its date", () => {
    expect(chargesOf([], terms("2026-08-18")).total).toBe(0);
    expect(["2026-08-18", "2025-08-18"].map((date) => exerciseRate(isoDate(date)))).toEqual([0.0015, 0.00125]);
  });
});
