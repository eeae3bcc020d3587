import { describe, expect, it } from "vitest";
import { valueRange } from "./value-range.ts";

describe("value range", () => {
  it("fits the present values with room", () => {
    const [low, high] = valueRange([[100, Number.NaN, 200], [150]], false);
    expect(low).toBeCloseTo(95);
    expect(high).toBeCloseTo(205);
  });

  it("stands bars on zero", () => {
    expect(valueRange([[5, 10]], true)[0]).toBe(0);
    expect(valueRange([[-5, -10]], true)[1]).toBe(0);
    expect(valueRange([[-5, 10]], true)[0]).toBeLessThan(-5);
  });

  it("keeps room for labels on bars", () => {
    expect(valueRange([[10]], true, 0.2)[1]).toBeCloseTo(12.5);
  });

  it("survives one value, zeros and nothing", () => {
    expect(valueRange([[24_200]], false)).toEqual([24_200 - 1210, 24_200 + 1210]);
    expect(valueRange([[0, 0]], true)).toEqual([0, 1]);
    expect(valueRange([[Number.NaN], []], false)).toEqual([0, 1]);
  });
});
