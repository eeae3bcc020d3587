/** The short 24,200 straddle of an expiry day, against plain sums over the raw file. Runs where MARKET_DATA names the folder. */
import { beforeAll, describe, expect, test } from "vitest";
import { NO_SHIFT } from "#contract/domain/strategy/valuation.ts";
import { isoDate } from "#contract/domain/units.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { OPEN, readExpiryDay } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import type { Params } from "./snapshot.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const EXPIRY = isoDate("2026-08-18");
const LOT = 65;
const [SOLD_CE, SOLD_PE] = [43.2, 39.75];

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  const day = HAS_RECORDED ? readExpiryDay() : undefined;
  if (!day) return;

  function derive(at: number, params: Params, forward: boolean) {
    const input = day!.live.input(at - OPEN, "replay");
    const pane = { ...input.pane, pricing: { forward, untraded: false } };
    const snapshot = derivation.derive({ ...input, pane, params, kernel }, derivation.createScratch());
    if (!snapshot) throw new Error("no snapshot");
    return snapshot;
  }
  const leg = (type: "CE" | "PE", strike: number, lots: number, entry: number) => ({
    type,
    expiry: EXPIRY,
    strike,
    lots,
    lotSize: LOT,
    entry,
  });
  const params = (legs: Params["legs"]): Params => ({ legs, range: 25, whatIf: NO_SHIFT });

  test("ladder, P&L and the payoff at expiry of every tenth minute", () => {
    const straddle = [leg("CE", 24_200, -1, SOLD_CE), leg("PE", 24_200, -1, SOLD_PE)];
    for (const at of day.minutes.filter((_, i) => i % 10 === 0)) {
      const { ladder, valuation } = derive(at, params(straddle), false);
      for (const quote of day.at(at)) {
        const side = quote.side === "CE" ? ladder.ce : ladder.pe;
        expect(side.ltp[ladder.strikes.indexOf(quote.strike)]).toBe(quote.ltp);
      }
      const sum = day.of(at, 24_200, "CE").ltp + day.of(at, 24_200, "PE").ltp;
      expect(valuation.unrealised).toBeCloseTo((SOLD_CE + SOLD_PE - sum) * LOT, 6);
      expect(valuation.netCredit).toBeCloseTo((SOLD_CE + SOLD_PE) * LOT, 6);
      expect(valuation.maxProfit).toBeCloseTo((SOLD_CE + SOLD_PE) * LOT, 4);
      expect(valuation.breakEvens.map((spot) => spot.toFixed(2))).toEqual(["24117.05", "24282.95"]);
      const { spots, expiry } = valuation.payoff;
      spots.forEach((spot, i) => {
        expect(expiry[i]).toBeCloseTo((SOLD_CE + SOLD_PE - Math.abs(spot - 24_200)) * LOT, 6);
      });
    }
  });

  test("on target at now is the unrealised P&L of every priced contract, in forward mode", () => {
    let compared = 0;
    for (const at of [700, 800, 885]) {
      for (const { strike, side, ltp } of day.at(at)) {
        if (ltp <= 0) continue;
        const { valuation } = derive(at, params([leg(side, strike, 1, ltp)]), true);
        const [marked] = valuation.legs;
        if (!marked || marked.isTwinIv || marked.iv === 0) continue; // its own price admits no IV
        expect(Math.abs(valuation.projected - valuation.unrealised) / LOT, `${at} ${strike} ${side}`).toBeLessThan(
          0.01,
        );
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(40);
  });
});
