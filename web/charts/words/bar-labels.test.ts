import { describe, expect, it } from "vitest";
import { highestIndex, labelLines, labelStance, shownLabel } from "./bar-labels.ts";

const measure = (text: string): number => text.length * 6;

describe("bar labels", () => {
  it("split at the bracket", () => {
    expect(labelLines("3,646.00 ( +0 )")).toEqual(["3,646.00", "( +0 )"]);
    expect(labelLines("520")).toEqual(["520"]);
  });

  it("take one stance for all, by the widest", () => {
    const labels = ["10,574.00 ( +6,928 )", "3,646.00 ( +0 )"];
    expect(labelStance(labels, { step: 130, height: 60 }, measure)).toBe("flat");
    expect(labelStance(labels, { step: 76, height: 60 }, measure)).toBe("stacked");
    expect(labelStance(labels, { step: 40, height: 120 }, measure)).toBe("upright");
  });

  it("stand without their second part where they would be cut", () => {
    const label = "10,574.00 ( +6,928 )";
    const stance = labelStance([label], { step: 40, height: 119 }, measure);
    expect(shownLabel(label, stance)).toBe("10,574.00");
    expect(shownLabel(label, "upright")).toBe(label);
  });

  it("are left out where even that would be cut, or would lie over its neighbour", () => {
    const label = "10,574.00 ( +6,928 )";
    expect(labelStance([label], { step: 40, height: 53 }, measure)).toBe("none");
    expect(labelStance([label], { step: 12, height: 200 }, measure)).toBe("none");
    expect(shownLabel(label, "none")).toBe("");
  });

  it("find the highest bar", () => {
    expect(highestIndex([1, Number.NaN, 5, 5])).toBe(2);
    expect(highestIndex([Number.NaN])).toBe(-1);
    expect(highestIndex([-3, -2])).toBe(1);
  });
});
