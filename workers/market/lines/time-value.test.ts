import { describe, expect, it } from "vitest";
import { CE, PE } from "#contract/domain/instruments.ts";
import { timeValue } from "./time-value.ts";

describe("time value", () => {
  it("of calls and puts, in and out of the money", () => {
    expect(timeValue(CE, 50, 110, 100)).toBe(50);
    expect(timeValue(CE, 15, 90, 100)).toBe(5);
    expect(timeValue(PE, 50, 90, 100)).toBe(50);
    expect(timeValue(PE, 15, 110, 100)).toBe(5);
    expect(timeValue(CE, 15, 100, 100)).toBe(15);
  });

  it("is not computable without a price", () => {
    expect(timeValue(CE, -1, 90, 100)).toBeNaN();
    expect(timeValue(CE, 15, 90, Number.NaN)).toBeNaN();
  });
});
