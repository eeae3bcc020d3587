import { describe, expect, it } from "vitest";
import { barSpan, groupLayout } from "./bar-geometry.ts";

describe("bars", () => {
  it("stand in pairs of 34 % with two pixels between", () => {
    const { width, lefts } = groupLayout(45, 2, 1);
    expect(width).toBe(15);
    const [first = 0, second = 0] = lefts;
    expect(second - (first + width)).toBe(2);
    expect(first + second + width).toBeCloseTo(0, 0); // middle of the pair on the strike
  });

  it("keep the gap in device pixels", () => {
    const { width, lefts } = groupLayout(90, 2, 2);
    expect((lefts[1] ?? 0) - (lefts[0] ?? 0) - width).toBe(4);
  });

  it("are never thinner than a pixel", () => {
    expect(groupLayout(0.5, 2, 1).width).toBe(1);
    expect(groupLayout(45, 1, 1).lefts).toHaveLength(1);
  });

  it("grow from zero, and show one pixel at least", () => {
    expect(barSpan(400, 100, 30)).toEqual({ top: 100, height: 300 });
    expect(barSpan(400, 460, -6)).toEqual({ top: 400, height: 60 });
    expect(barSpan(400, 399.9, 0.01)).toEqual({ top: 399, height: 1 });
    expect(barSpan(400, 400.1, -0.01)).toEqual({ top: 400, height: 1 });
    expect(barSpan(400, 400, 0).height).toBe(0);
  });
});
