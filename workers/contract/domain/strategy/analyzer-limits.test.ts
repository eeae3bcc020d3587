import { describe, expect, it } from "vitest";
import {
  candidateStrikes,
  defaultLimits,
  limitBounds,
  probabilityStrikes,
  roundToStep,
  setLower,
  setUpper,
} from "./analyzer-limits.ts";

const FRAME = { spotRound: 24_500, step: 50, lowest: 23_000, highest: 24_900 };

describe("limits of the analyzer", () => {
  it("begin one step to either side of the rounded spot", () => {
    expect(roundToStep(24_512.35, 50)).toBe(24_500);
    expect(roundToStep(24_525, 50)).toBe(24_550);
    expect(defaultLimits(FRAME)).toEqual({ from: 24_450, to: 24_550 });
    expect(defaultLimits({ ...FRAME, highest: 24_500 })).toEqual({ from: 24_450, to: 24_500 });
  });

  it("stay within ten steps and the listed strikes", () => {
    expect(limitBounds(FRAME)).toEqual({ from: 24_000, to: 24_900 });
    expect(setLower({ from: 24_450, to: 24_550 }, 20_000, FRAME)).toEqual({ from: 24_000, to: 24_550 });
    expect(setUpper({ from: 24_450, to: 24_550 }, 30_000, FRAME)).toEqual({ from: 24_450, to: 24_900 });
  });

  it("follow each other", () => {
    expect(setUpper({ from: 24_450, to: 24_550 }, 24_300, FRAME)).toEqual({ from: 24_300, to: 24_300 });
    expect(setLower({ from: 24_450, to: 24_550 }, 24_700, FRAME)).toEqual({ from: 24_700, to: 24_700 });
  });

  it("candidates reach two steps further, probabilities twenty from the spot", () => {
    expect(candidateStrikes({ from: 24_450, to: 24_550 }, 50)).toEqual({ from: 24_350, to: 24_650 });
    expect(probabilityStrikes(FRAME)).toEqual({ from: 23_500, to: 25_500 });
  });
});
