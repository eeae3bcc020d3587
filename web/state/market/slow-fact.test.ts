import { describe, expect, it } from "vitest";
import { isSameFact } from "./slow-fact.ts";

describe("a slow fact", () => {
  it.each([
    [1, 1, true],
    [Number.NaN, Number.NaN, true],
    [undefined, undefined, true],
    [undefined, null, false],
    ["24,200", "24,200", true],
    [[1, Number.NaN], [1, Number.NaN], true],
    [[1, 2], [1], false],
    [{ pcr: 0.62, sides: [1, 2] }, { pcr: 0.62, sides: [1, 2] }, true],
    [{ pcr: 0.62, sides: [1, 2] }, { pcr: 0.62, sides: [1, 3] }, false],
    [{ spot: 1 }, { pcr: 1 }, false],
  ])("%o and %o: %o", (a, b, same) => {
    expect(isSameFact(a, b)).toBe(same);
  });
});
