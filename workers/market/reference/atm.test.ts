import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaledPrice } from "#contract/domain/units.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { buildStrikeTable } from "../strikes/strikes.ts";
import { atmIndex, selectRange, selectRows, strikeBelowIndex, strikeStep } from "./atm.ts";

const chain = (strikes: readonly number[]) =>
  buildStrikeTable(makeRoom({ strikes: strikes.map((strike) => ({ strike, ce: {}, pe: {} })) }).tokens);

describe("around the money", () => {
  const table = chain([23_900, 23_950, 24_000, 24_050, 24_100, 24_200, 24_300]);

  it("ATM is the strike nearest spot, the lower of two as near", () => {
    expect(atmIndex(table, scaledPrice(2_402_499))).toBe(2);
    expect(atmIndex(table, scaledPrice(2_402_500))).toBe(2);
    expect(atmIndex(table, scaledPrice(2_402_501))).toBe(3);
    expect(atmIndex(table, scaledPrice(1_000_000))).toBe(0);
    expect(atmIndex(table, scaledPrice(9_000_000))).toBe(6);
    expect(atmIndex(table, scaledPrice(Number.NaN))).toBe(-1);
    expect(atmIndex(chain([]), scaledPrice(2_400_000))).toBe(-1);
  });

  it("the strike below spot is the last at or below it", () => {
    expect(strikeBelowIndex(table, scaledPrice(2_404_999))).toBe(2);
    expect(strikeBelowIndex(table, scaledPrice(2_405_000))).toBe(3);
    expect(strikeBelowIndex(table, scaledPrice(2_389_999))).toBe(-1);
    expect(strikeBelowIndex(table, scaledPrice(Number.NaN))).toBe(-1);
  });

  it("the step is the commonest near ATM, not that of the wings", () => {
    expect(strikeStep(table, 2)).toBe(5000);
    expect(strikeStep(chain([100, 110, 120, 140, 160, 180, 200, 220, 240]), 7)).toBe(2000);
    expect(strikeStep(chain([100]), 0)).toBe(0);
  });

  it("two adjusted strikes among those near ATM leave the step as it is, wherever they stand", () => {
    const regular = Array.from({ length: 21 }, (_, i) => 1000 + 20 * i);
    const adjusted = fc.uniqueArray(fc.integer({ min: 10_001, max: 13_999 }), { maxLength: 2 });
    fc.assert(
      fc.property(adjusted, fc.integer({ min: 112_000, max: 128_000 }), (odd, spot) => {
        const strikes = [...new Set([...regular, ...odd.map((tenths) => tenths / 10)])].sort((a, b) => a - b);
        const mixed = chain(strikes);
        expect(strikeStep(mixed, atmIndex(mixed, scaledPrice(spot)))).toBe(2000);
      }),
    );
  });

  it("a range is n strikes each side, cut at the ends; 100 is all", () => {
    const out = { from: 0, to: 0 };
    expect({ ...selectRange(table, 3, 2, out) }).toEqual({ from: 1, to: 6 });
    expect({ ...selectRange(table, 1, 5, out) }).toEqual({ from: 0, to: 7 });
    expect({ ...selectRange(table, 3, 100, out) }).toEqual({ from: 0, to: 7 });
    expect({ ...selectRange(table, -1, 2, out) }).toEqual({ from: 0, to: 7 });
  });

  it("so many rows stand around ATM, and as many at the ends of the chain", () => {
    const out = { from: 0, to: 0 };
    expect({ ...selectRows(table, 3, 3, out) }).toEqual({ from: 2, to: 5 });
    expect({ ...selectRows(table, 3, 4, out) }).toEqual({ from: 1, to: 5 });
    expect({ ...selectRows(table, 0, 3, out) }).toEqual({ from: 0, to: 3 });
    expect({ ...selectRows(table, 6, 3, out) }).toEqual({ from: 4, to: 7 });
    expect({ ...selectRows(table, 3, 40, out) }).toEqual({ from: 0, to: 7 });
    expect({ ...selectRows(table, -1, 3, out) }).toEqual({ from: 0, to: 7 });
  });
});
