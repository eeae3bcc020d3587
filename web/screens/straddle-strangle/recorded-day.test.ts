/**
 * The 24,200 straddle on what was really traded, against a plain script over the raw file. Runs where MARKET_DATA names the
 * folder of the files.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { countCrossings } from "#contract/domain/crossing.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { OPEN, readExpiryDay } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { CHANGE, IV, type Params, PRICE, SLOTS, STRIKE, TIME_SHARE } from "./snapshot.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const K = 24_200;
const CLOSING_AUCTION = 15 * 60 + 15;
const intrinsic = (spot: number, strike: number, side: "CE" | "PE"): number =>
  Math.max(side === "CE" ? spot - strike : strike - spot, 0);

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  test("every minute of the pair, its parts, the break-evens and the day's extremes", () => {
    const day = readExpiryDay();
    const derive = (at: number, over: Partial<Params> = {}) => {
      const params: Params = { ce: K, pe: K, hasChain: false, ...over };
      const snapshot = derivation.derive(
        { ...day.live.input(at - OPEN, "replay"), params, kernel },
        derivation.createScratch(),
      );
      if (!snapshot) throw new Error("no snapshot");
      return snapshot;
    };
    const last = day.minutes.at(-1) ?? 0;
    const whole = derive(last);
    const { lines } = whole.series;
    for (const at of day.minutes) {
      const ce = day.of(at, K, "CE");
      const pe = day.of(at, K, "PE");
      const both = ce.ltp + pe.ltp;
      const slot = at - OPEN;
      expect(lines.main[slot]).toBeCloseTo(both, 9);
      expect([lines.callPrice[slot], lines.putPrice[slot], lines.spot[slot]]).toEqual([ce.ltp, pe.ltp, ce.spot]);
      expect(lines.upper[slot]).toBeCloseTo(K + both, 6);
      expect(lines.lower[slot]).toBeCloseTo(K - both, 6);
      if (at >= CLOSING_AUCTION) continue; // the index stands still: the pair stands on its parity forward
      expect(lines.extrinsic[slot]).toBeCloseTo(both - Math.abs(ce.spot - K), 6);
      const atm = day.strikes.reduce((best, one) => (Math.abs(one - ce.spot) < Math.abs(best - ce.spot) ? one : best));
      expect(lines.rolling[slot]).toBeCloseTo(day.of(at, atm, "CE").ltp + day.of(at, atm, "PE").ltp, 9);
    }
    expect(lines.main.filter((value) => !Number.isNaN(value))).toHaveLength(day.minutes.length);
    expect(whole.high.value).toBeCloseTo(75.8, 9);
    expect(whole.high.minute).toBe(11 * 60 + 32);
    expect(whole.low.value).toBeCloseTo(33.8, 9);
    expect(whole.low.minute).toBe(15 * 60 + 23);
    expect(lines.main.at(-1)).toBeCloseTo(59.4, 9);
    // 'cross below 55', armed again each time.
    const fired = countCrossings(lines.main, 55, "below");
    const prices = day.minutes.map((at) => day.of(at, K, "CE").ltp + day.of(at, K, "PE").ltp);
    const plain = day.minutes.filter((_, i) => i > 0 && (prices[i - 1] ?? 0) >= 55 && (prices[i] ?? 55) < 55);
    expect(fired.places.map((slot) => slot + OPEN)).toEqual(plain);
    expect([fired.times, fired.first + OPEN]).toEqual([4, 13 * 60 + 9]);
    expect(whole.hasVwap).toBe(false);
    expect(lines.cmbdVwap.every(Number.isNaN)).toBe(true);

    const at1320 = derive(800);
    expect([at1320.callDelta, at1320.putDelta]).toEqual([0.54, -0.447]);
    expect([at1320.series.lines.callIv.at(-1), at1320.series.lines.putIv.at(-1)]).toEqual([19.8, 14.85]);
    expect(at1320.series.lines.cmbdIv.at(-1)).toBeCloseTo(17.325, 9);

    // A strangle, and the pair that follows the money.
    const strangle = derive(800, { ce: 24_250, pe: 24_150 });
    const price = day.of(800, 24_250, "CE").ltp + day.of(800, 24_150, "PE").ltp;
    expect(strangle.series.lines.main.at(-1)).toBeCloseTo(price, 9);
    expect(strangle.series.lines.upper.at(-1)).toBeCloseTo(24_250 + price, 6);
    expect(strangle.series.lines.lower.at(-1)).toBeCloseTo(24_150 - price, 6);
    expect(derive(800, { ce: "atm", pe: "atm" })).toMatchObject({ ce: 24_200, pe: 24_200 });
  });

  test("every strike's straddle", () => {
    const day = readExpiryDay();
    const params: Params = { ce: K, pe: K, hasChain: true };
    const { chain } = derivation.derive(
      { ...day.live.input(800 - OPEN, "replay"), params, kernel },
      derivation.createScratch(),
    ) ?? { chain: undefined };
    if (!chain) throw new Error("no chain");
    const sideOf = (strike: number, side: "CE" | "PE") =>
      day.at(800).find((quote) => quote.strike === strike && quote.side === side && quote.ltp > 0);
    expect(chain.rows).toBe(day.strikes.length);
    day.strikes.forEach((strike, row) => {
      const cell = (slot: number): number => chain.values[row * SLOTS + slot] ?? Number.NaN;
      expect(cell(STRIKE)).toBe(strike);
      const ce = sideOf(strike, "CE");
      const pe = sideOf(strike, "PE");
      if (!ce || !pe) {
        expect(cell(PRICE)).toBeNaN();
        return;
      }
      const both = ce.ltp + pe.ltp;
      const time = both - intrinsic(ce.spot, strike, "CE") - intrinsic(ce.spot, strike, "PE");
      expect(cell(PRICE)).toBeCloseTo(both, 9);
      expect(cell(TIME_SHARE)).toBeCloseTo((time / both) * 100, 6);
      expect(cell(CHANGE)).toBeNaN(); // the file has no previous close
      if (strike === K) expect(cell(IV)).toBeCloseTo(17.325, 9);
    });
  });
});
