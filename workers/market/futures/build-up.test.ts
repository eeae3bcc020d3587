import { describe, expect, it } from "vitest";
import {
  BUILD_UP_STATES,
  LONG_BUILD,
  LONG_UNWIND,
  NO_BUILD_UP,
  SHORT_BUILD,
  SHORT_COVER,
} from "#contract/domain/build-up.ts";
import { buildUp, buildUps, buildUpsOverTime } from "./build-up.ts";

describe("build-up", () => {
  it.each([
    [1, 1, "Long Build", "LB"],
    [-1, 1, "Short Build", "SB"],
    [1, -1, "Short Cover", "SC"],
    [-1, -1, "Long Unwind", "LU"],
    [0, 1, undefined, undefined],
    [1, 0, undefined, undefined],
    [Number.NaN, 1, undefined, undefined],
    [1, Number.NaN, undefined, undefined],
  ])("price %d, OI %d", (price, oi, label, short) => {
    expect(BUILD_UP_STATES[buildUp(price, oi)]?.word).toBe(label);
    expect(BUILD_UP_STATES[buildUp(price, oi)]?.short).toBe(short);
  });

  it("of whole columns of changes", () => {
    const out = new Uint8Array(6);
    buildUps(out, Float64Array.of(1, -1, 1, -1, 0), Float64Array.of(5, 5, -5, -5, 5));
    expect([...out]).toEqual([LONG_BUILD, SHORT_BUILD, SHORT_COVER, LONG_UNWIND, NO_BUILD_UP, 0]);
  });

  it("of a time series is against the row before, past rows that miss a figure", () => {
    const prices = Float64Array.of(100, 101, Number.NaN, 100, 102, 102, 101);
    const oi = Float64Array.of(10, 12, 13, 14, 12, 15, 11);
    const out = new Uint8Array(7);
    buildUpsOverTime(out, prices, oi);
    expect([...out]).toEqual([
      ...[NO_BUILD_UP, LONG_BUILD, NO_BUILD_UP],
      ...[SHORT_BUILD, SHORT_COVER, NO_BUILD_UP, LONG_UNWIND],
    ]);
  });
});
