import { describe, expect, it } from "vitest";
import { BUILD_UP_LABELS, BUILD_UP_SHORT_LABELS, buildUp } from "./build-up.ts";

describe("build-up", () => {
  it.each([
    [1, 1, "Long Build", "LB"],
    [-1, 1, "Short Build", "SB"],
    [1, -1, "Short Cover", "SC"],
    [-1, -1, "Long Unwind", "LU"],
    [0, 1, "-", "-"],
    [1, 0, "-", "-"],
    [Number.NaN, 1, "-", "-"],
    [1, Number.NaN, "-", "-"],
  ])("price %d, OI %d", (price, oi, label, short) => {
    expect(BUILD_UP_LABELS[buildUp(price, oi)]).toBe(label);
    expect(BUILD_UP_SHORT_LABELS[buildUp(price, oi)]).toBe(short);
  });
});
