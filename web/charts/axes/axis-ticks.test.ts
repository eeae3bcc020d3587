import { describe, expect, it } from "vitest";
import { clockText, labelStride, minuteTicks, rotatedExtent, rotationByCount } from "./axis-ticks.ts";

describe("time axis", () => {
  it("has half hours where they fit, else hours", () => {
    expect(minuteTicks(555, 780, 1200, 56).map(clockText)).toEqual([
      "09:30",
      "10:00",
      "10:30",
      "11:00",
      "11:30",
      "12:00",
      "12:30",
      "13:00",
    ]);
    expect(minuteTicks(555, 940, 400, 56).map(clockText)).toEqual([
      "10:00",
      "11:00",
      "12:00",
      "13:00",
      "14:00",
      "15:00",
    ]);
  });

  it("has shorter steps while the session is young", () => {
    expect(minuteTicks(555, 575, 600, 56).map(clockText)).toEqual(["09:15", "09:20", "09:25", "09:30", "09:35"]);
  });

  it("keeps its distance in a tiny pane", () => {
    expect(minuteTicks(555, 940, 120, 56).map(clockText)).toEqual(["12:00", "15:00"]);
  });

  it("writes a minute as HH:MM", () => {
    expect(clockText(555)).toBe("09:15");
    expect(clockText(930.9)).toBe("15:30");
  });
});

describe("strike axis", () => {
  it("thins labels that do not fit", () => {
    expect(labelStride(45, 42)).toBe(1);
    expect(labelStride(20, 42)).toBe(3);
    expect(labelStride(0, 42)).toBe(1);
  });

  it("turns labels by the number of strikes", () => {
    expect([7, 14, 17].map(rotationByCount)).toEqual([0, 30, 45]);
  });

  it("knows what a turned label takes", () => {
    expect(rotatedExtent(40, 14, 0)).toEqual({ along: 40, across: 14 });
    const upright = rotatedExtent(40, 14, 90);
    expect(upright.along).toBeCloseTo(14);
    expect(upright.across).toBeCloseTo(40);
    expect(rotatedExtent(40, 14, 45).along).toBeLessThan(40);
  });
});
