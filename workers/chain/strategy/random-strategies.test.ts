/**
 * Random strategies of up to eight legs over four expiries through the whole engine, against a plain script.
 * `npm run soak -- strategies` tries 10,000 of them.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { roomName } from "#contract/domain/instruments.ts";
import { type HeldLeg, NO_SHIFT } from "#contract/domain/strategy/valuation.ts";
import { type IsoDate, isoDate, minute } from "#contract/domain/units.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { optionPrice } from "#market/strategy/black76.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { createExpiryChains } from "./expiry-chains.ts";
import { createStrategyReader } from "./strategy-reader.ts";
import { type PlainLeg, plainBreakEvens, plainProfit } from "./testing/plain-strategy.ts";

const COUNT = Number(process.env["STRATEGIES"] ?? 200);
const SPOT = 24_207.05;
const DATE = isoDate("2026-08-18");
const NOON = minute(12 * 60);
const LOT = 65;
const EXPIRIES = ["2026-08-25", "2026-09-01", "2026-09-08", "2026-09-29"].map(isoDate);
const STRIKES = Array.from({ length: 29 }, (_, i) => 23_500 + 50 * i);

const tick = (price: number): number => Math.max(Math.round(price * 20) / 20, 0.05);
const rooms = new Map(
  EXPIRIES.map((expiry, i) => {
    const years = (7 + 7 * i) / 365;
    const forward = SPOT + 15 * (i + 1);
    const price = (sign: 1 | -1, strike: number) =>
      tick(optionPrice(sign, forward, strike, 0.1 + 0.01 * i + Math.abs(strike - SPOT) / 20_000, years));
    const strikes = STRIKES.map((strike) => ({
      strike,
      ce: { ltp: price(1, strike) },
      pe: { ltp: price(-1, strike) },
    }));
    const fixture = { expiry, date: DATE, spot: { ltp: SPOT, prevClose: 24_212.8 }, future: { ltp: forward }, strikes };
    return [roomName("NIFTY", expiry), makeRoom(fixture)] as const;
  }),
);

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const market = {
  room: (name: string) => {
    const day = rooms.get(name as never);
    return day && marketRoom(day);
  },
  doc: () => undefined,
  prices: () => ({ version: 0, ltp: () => Number.NaN }),
  missing: () => undefined,
};
const pane = makePane({
  expiry: EXPIRIES[0] as IsoDate,
  expiries: EXPIRIES,
  futureExpiry: EXPIRIES[0] as IsoDate,
  futureExpiries: EXPIRIES,
  pricing: { forward: true, untraded: false },
});
const clock = { mode: "live", date: DATE, minute: NOON } as never;

const anyLeg = fc.record({
  type: fc.constantFrom("CE" as const, "PE" as const),
  expiry: fc.constantFrom(...EXPIRIES),
  strike: fc.constantFrom(...STRIKES),
  lots: fc.integer({ min: -6, max: 6 }).filter((lots) => lots !== 0),
  entry: fc.integer({ min: 20, max: 12_000 }).map((ticks) => ticks / 20),
  lotSize: fc.constant(LOT),
});

describe(`${COUNT} random strategies`, () => {
  it("P&L within a paisa a unit now, between and at expiry; break-evens within a millionth", {
    timeout: 1_800_000,
  }, () => {
    const reader = createStrategyReader();
    const chains = createExpiryChains();
    // Of its last milliseconds an option at the money keeps a time value of about a paisa, which the kernel counts as expired.
    const share = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1, noNaN: true }));
    fc.assert(
      fc.property(fc.array(anyLeg, { minLength: 1, maxLength: 8 }), share, (legs: readonly HeldLeg[], part) => {
        const input = { market, pane, clock, kernel } as never;
        const chainOf = chains.at(input);
        const factsOf = (expiry: IsoDate) => {
          const { pricing, day } = chainOf(expiry)?.at ?? fail();
          return { forward: pricing.underlying / day.priceScale, years: pricing.years, rate: pricing.rate };
        };
        const plain = legs.map(({ type, strike, expiry, lots, entry }): PlainLeg => {
          const { priced } = chainOf(expiry) ?? fail();
          const prices = type === "CE" ? priced.callPrice : priced.putPrice;
          const price = prices[priced.strike.indexOf(strike)] ?? Number.NaN;
          return { ...factsOf(expiry), type, strike, units: lots * LOT, entry, price };
        });
        const units = plain.reduce((sum, leg) => sum + Math.abs(leg.units), 0);
        const nearest = Math.min(...plain.map(({ years }) => years));
        const daysLeft = nearest * 365 * part;
        const rate = factsOf(EXPIRIES[0] as IsoDate).rate;
        const at = (elapsed: number) => plainProfit(plain, { spot: SPOT, rate }, elapsed);
        const onTarget = at(nearest - daysLeft / 365);
        const onExpiry = at(nearest);

        const params = { legs, range: 25, whatIf: { ...NO_SHIFT, daysLeft } };
        const { valuation } = reader.of({ ...(input as object), params } as never) ?? fail();
        const unrealised = plain.reduce((sum, leg) => sum + leg.units * (leg.price - leg.entry), 0);
        expect(Math.abs(valuation.unrealised - unrealised) / units).toBeLessThan(0.01);
        expect(Math.abs(at(0)(SPOT) - unrealised) / units).toBeLessThan(0.01);
        const { spots, target, expiry } = valuation.payoff;
        for (let i = 0; i < spots.length; i += 50) {
          expect(Math.abs((target[i] as number) - onTarget(spots[i] as number)) / units).toBeLessThan(0.01);
          expect(Math.abs((expiry[i] as number) - onExpiry(spots[i] as number)) / units).toBeLessThan(0.01);
        }
        for (const spot of plainBreakEvens(onExpiry, 20_000, 29_000, 40)) {
          const distance = Math.min(...valuation.breakEvens.map((one) => Math.abs(one - spot)));
          expect(distance / spot, `break-even ${spot}`).toBeLessThan(1e-6);
        }
        for (const spot of valuation.breakEvens)
          expect(Math.abs(onExpiry(spot)) / units, `no break-even: ${spot}`).toBeLessThan(1e-4);
      }),
      { numRuns: COUNT },
    );
  });
});

function fail(): never {
  throw new Error("the market has no such chain");
}
