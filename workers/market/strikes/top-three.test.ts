import { describe, expect, it } from "vitest";
import { rankTopThree } from "./top-three.ts";

describe("top three", () => {
  const ranks = (values: number[]) => {
    const out = new Uint8Array(values.length).fill(9);
    rankTopThree(out, Float64Array.from(values), 0, values.length);
    return [...out];
  };

  it("ranks the highest three", () => {
    expect(ranks([5, 40, 10, 30, 20])).toEqual([0, 1, 0, 2, 3]);
    expect(ranks([30, 20, 10])).toEqual([1, 2, 3]);
  });

  it("lets equal values share the better rank", () => {
    expect(ranks([10, 9, 10, 8])).toEqual([1, 3, 1, 0]);
    expect(ranks([10, 9, 9, 8])).toEqual([1, 2, 2, 0]);
  });

  it("never marks what is missing or not above zero", () => {
    expect(ranks([-1, Number.NaN, 7, 0])).toEqual([0, 0, 1, 0]);
    expect(ranks([])).toEqual([]);
  });
});
