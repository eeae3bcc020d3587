/**
 * IV, price and OI of what was really traded, against a plain script over the raw file: NIFTY on its expiry of
 * 18 August 2026, by the minute from 10:43. Runs where MARKET_DATA names the folder of the files.
 */
import { describe, expect, test } from "vitest";
import { createKernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { OPEN, type Quote, readExpiryDay } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import type { Params } from "./snapshot.ts";

/** From here the index stands still, and the model takes the forward. */
const SPOT_ENDS = 15 * 60 + 15;
const EXPIRES = 15 * 60 + 40;
const RATE = 0.1;

/** The normal distribution by Simpson's rule. */
function normal(x: number): number {
  const steps = 200;
  const h = x / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++)
    sum += (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2) * Math.exp(-((i * h) ** 2) / 2);
  return 0.5 + (sum * h) / 3 / Math.sqrt(2 * Math.PI);
}

/** IV in per cent by bisection; NaN where no volatility gives the price. */
function plainIv({ side, spot, strike, ltp, at }: Quote): number {
  const years = (EXPIRES - at) / (365 * 24 * 60);
  const sign = side === "CE" ? 1 : -1;
  const later = strike * Math.exp(-RATE * years);
  const priceAt = (sigma: number): number => {
    const spread = sigma * Math.sqrt(years);
    const d1 = Math.log(spot / later) / spread + spread / 2;
    return sign * (spot * normal(sign * d1) - later * normal(sign * (d1 - spread)));
  };
  if (ltp <= Math.max(sign * (spot - later), 0)) return Number.NaN;
  let low = 0.001;
  let high = 5;
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (priceAt(middle) < ltp) low = middle;
    else high = middle;
  }
  return low * 100;
}

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  const kernel = createKernel(loadQuantModule());
  const day = HAS_RECORDED ? readExpiryDay() : undefined;
  const derive = (at: number, params: Params) =>
    day &&
    derivation.derive({ ...day.live.input(at - OPEN, "replay"), params, kernel }, derivation.createScratch())?.series
      .lines;

  test("13:20, 24,200", () => {
    const lines = derive(800, { ce: 24_200, pe: 24_200 });
    expect([lines?.["ce-iv"].at(-1), lines?.["pe-iv"].at(-1)].map((iv) => iv?.toFixed(2))).toEqual(["19.80", "14.85"]);
  });

  test.each([
    [false, [27.02, 18.63], "spot"],
    [true, [22.24, 22.24], "forward"],
  ] as const)("14:45, 24,200, forward mode %s: what the chain shows", (forward, ivs, basis) => {
    if (!day) return;
    const input = day.live.input(14 * 60 + 45 - OPEN, "replay");
    const pane = { ...input.pane, pricing: { forward, untraded: false } };
    const params: Params = { ce: 24_200, pe: 24_200 };
    const shown = derivation.derive({ ...input, pane, params, kernel }, derivation.createScratch());
    expect([shown?.series.lines["ce-iv"].at(-1), shown?.series.lines["pe-iv"].at(-1)]).toEqual(ivs);
    expect(shown?.pricedOn).toMatchObject({ forward, basis, untradedContracts: [] });
    expect(shown?.pricedOn.spans).toEqual([{ from: day.minutes[0], basis }]);
  });

  test.each([
    [24_200, 24_200],
    [24_300, 24_100],
  ])("every minute of call %d and put %d", (ce, pe) => {
    if (!day) return;
    const lines = derive(day.minutes.at(-1) ?? 0, { ce, pe });
    let priced = 0;
    for (const at of day.minutes) {
      for (const [side, quote] of [["ce", day.of(at, ce, "CE")] as const, ["pe", day.of(at, pe, "PE")] as const]) {
        const value = (figure: "iv" | "price" | "oi"): number => lines?.[`${side}-${figure}`][at - OPEN] ?? Number.NaN;
        expect(value("price")).toBeCloseTo(quote.ltp, 9);
        expect(value("oi")).toBeCloseTo(quote.oi / 1e5, 9);
        if (at >= SPOT_ENDS) continue;
        const iv = plainIv(quote);
        if (Number.isNaN(iv)) expect(value("iv")).toBeNaN();
        else expect(Math.abs(value("iv") - iv), `${side} at ${at}: ${value("iv")}, plain ${iv}`).toBeLessThan(0.0051);
        if (!Number.isNaN(iv)) priced++;
      }
    }
    expect(priced).toBeGreaterThan(400);
    expect(lines?.["ce-price"].filter((value) => !Number.isNaN(value))).toHaveLength(day.minutes.length);
  });
});
