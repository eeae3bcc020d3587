import { describe, expect, it } from "vitest";
import { drawSeconds, type SecondMask } from "../options/activity.ts";
import { black76, normalCdf } from "../options/pricing.ts";
import { draw, normal, subkey, uniform, wordKey } from "./random.ts";

const N = 20_000;
const key = subkey(7, wordKey("test"));

describe("draws", () => {
  it("are the same for the same key and counter, and fixed for all time", () => {
    expect(draw(7, 1)).toBe(draw(7, 1));
    expect([draw(0, 0), draw(7, 1), draw(-1, 123_456), wordKey("NIFTY")]).toEqual([
      0, -456573687, 1576814396, 400262553,
    ]);
  });

  it("are uniform, normal and uncorrelated", () => {
    let mean = 0;
    let square = 0;
    let lag = 0;
    let flat = 0;
    for (let i = 0; i < N; i++) {
      const z = normal(draw(key, i));
      mean += z / N;
      square += (z * z) / N;
      lag += (z * normal(draw(key, i + 1))) / N;
      flat += uniform(draw(key, i)) / N;
    }
    for (const [value, wanted] of [
      [mean, 0],
      [square, 1],
      [lag, 0],
      [flat, 0.5],
    ] as const) {
      expect(Math.abs(value - wanted)).toBeLessThan(0.03);
    }
  });
});

describe("the seconds of a minute", () => {
  it("come as often as they should, rare or frequent", () => {
    const mask: SecondMask = { low: 0, high: 0 };
    const bits = (word: number) => word.toString(2).replaceAll("0", "").length;
    for (const p of [0.0005, 0.01, 0.04, 0.05, 0.3, 0.5, 0.97, 1]) {
      let count = 0;
      for (let minute = 0; minute < 2000; minute++) {
        drawSeconds(p, key, minute, mask);
        expect(mask.low >>> 30).toBe(0);
        expect(mask.high >>> 30).toBe(0);
        count += bits(mask.low) + bits(mask.high);
      }
      expect(Math.abs(count / 120_000 - p)).toBeLessThan(0.004 + 0.04 * p);
    }
  });
});

describe("Black's formula", () => {
  it("agrees with tables and with parity", () => {
    for (const [x, p] of [
      [0, 0.5],
      [1, 0.841344746068543],
      [-2, 0.0227501319481792],
      [-6, 9.86587645037701e-10],
    ] as const) {
      expect(normalCdf(x)).toBeCloseTo(p, 13);
    }
    for (const strike of [20_000, 24_000, 24_500, 25_000, 30_000]) {
      const difference = black76(true, 24_510, strike, 0.02) - black76(false, 24_510, strike, 0.02);
      expect(difference).toBeCloseTo(24_510 - strike, 8);
    }
    expect(black76(true, 100, 100, 0.1)).toBeCloseTo(3.98776, 4);
    expect([black76(true, 100, 90, 0), black76(false, 100, 90, 0)]).toEqual([10, 0]);
  });
});
