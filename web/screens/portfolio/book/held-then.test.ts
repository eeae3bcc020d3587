import { describe, expect, it } from "vitest";
import { newLeg, withOrder } from "#contract/domain/strategy/leg-edits.ts";
import { type Profits, profitsOf } from "#contract/domain/strategy/profits.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { portfolioCsv } from "../portfolio-csv.ts";
import type { HeldStrategy } from "./book.ts";
import { createHeldThen } from "./held-then.ts";
import { positionOf } from "./positions.ts";

const DAY = isoDate("2026-08-18");
let ids = 0;
const making = (time: string) => ({
  newId: () => `id${ids++}`,
  now: Date.parse(`2026-08-18T${time}+05:30`),
  terms: { unitsPerLot: 65, decimals: 2 } as const,
  mostLots: Number.POSITIVE_INFINITY,
});
const sold = newLeg(
  {
    expiry: "8:18:2026",
    strike: 24_200,
    type: "CE",
    lotSize: 65,
    isMonth: false,
    remainingDays: 0,
    securityId: "",
    IV: 0,
  },
  { side: "sell", lots: 1, price: 100 },
  making("10:43:30"),
);
const legs = [withOrder(sold, { side: "buy", lots: 1, price: 90 }, making("14:00:00"))];
const strategy: HeldStrategy = {
  id: "a",
  portfolio: "My Portfolio",
  name: 'A, "sold"',
  symbol: "NIFTY",
  expiry: "8:18:2026",
  legs,
  savedLegs: legs,
  kept: {} as HeldStrategy["kept"],
  keptRevision: { id: "a", at: 1 },
};
const at = (at: number) => ({ date: DAY, minute: minute(at) });
const profitAt = (held: readonly HeldStrategy[], price: number): Profits =>
  profitsOf(held.map(positionOf), () => price);

describe("a leg's profit", () => {
  it("is of its lot's units, in USDINR of a thousand a lot, and follows the price", () => {
    const held = { ...strategy, legs: [sold] };
    expect(profitAt([held], 95).legs[0]).toBeCloseTo(5 * 65, 9);
    const rupee = { ...held, symbol: "USDINR", legs: [{ ...sold, lotSize: 1, totalContracts: 3, ltp: 84.25 }] };
    expect(profitAt([rupee], 84.2).legs[0]).toBeCloseTo(0.05 * 3 * 1000, 6);
    expect(profitAt([rupee], 84.3).legs[0]).toBeCloseTo(-0.05 * 3 * 1000, 6);
  });
});

describe("the strategies at the clock", () => {
  it("win and lose nothing before their orders, whatever the price, and what is open between them", () => {
    const read = createHeldThen();
    expect(profitAt(read([strategy], at(600)), 95).unrealised).toBe(0);
    expect(profitAt(read([strategy], at(700)), 95).unrealised).toBe(325); // 65 x 5
    expect(read([strategy], at(700))[0]?.legs[0]?.realised).toBe(0);
    expect(read([strategy], at(900))[0]?.legs[0]?.realised).toBe(650);
  });

  it("are the same objects as long as no order comes, and themselves on the live market", () => {
    const read = createHeldThen();
    const strategies = [strategy];
    expect(read(strategies, at(701))).toBe(read(strategies, at(700)));
    expect(read(strategies, at(850))[0]).toBe(strategy);
    expect(read(strategies, undefined)).toBe(strategies);
  });
});

describe("the CSV file", () => {
  it("has a line for each leg, quoted where it must be, and nothing where a price is not known", () => {
    const held = createHeldThen()([strategy], at(700));
    const [heads, line] = portfolioCsv(held, profitAt(held, 95)).split("\r\n");
    expect(heads).toBe("Strategy,Contract,Qty,Price,Ltp,Realised Profit,Unrealised Profit,Total Profit");
    expect(line).toBe('"A, ""sold""","NIFTY Aug 18 24,200 CE",-65,100,95,0,325,325');
    expect(portfolioCsv(held, undefined).split("\r\n")[1]).toMatch(/,-65,100,,0,,$/);
  });
});
