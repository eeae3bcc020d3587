import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formats, numberFormat, timeFormat, wordsFormat } from "./format.ts";

/** What Intl says, with the table's minus. */
function byIntl(value: number, decimals: number, signed: boolean): string {
  return new Intl.NumberFormat("en-IN", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: signed ? "exceptZero" : "negative",
  })
    .format(value)
    .replace("-", "\u2212");
}

describe("numberFormat", () => {
  it.each([
    [0, "0.00"],
    [-0, "0.00"],
    [0.004, "0.00"],
    [-0.004, "0.00"],
    [-0.005, "\u22120.01"],
    [999.995, "1,000.00"],
    [1000, "1,000.00"],
    [99999.99, "99,999.99"],
    [123456, "1,23,456.00"],
    [-123456789.1, "\u221212,34,56,789.10"],
    [1.005, "1.01"],
    [1.115, "1.12"],
    [0.285, "0.29"],
    [0.125, "0.13"],
    [8.345, "8.35"],
    [Number.NaN, "-"],
    [Number.POSITIVE_INFINITY, "-"],
  ])("shows %d as %s", (value, text) => {
    expect(formats.price.text(value)).toBe(text);
  });

  it("is Intl's en-IN for any number, decimals and sign", () => {
    const value = fc.oneof(
      fc.double({ min: -1e12, max: 1e12, noNaN: true }),
      fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((units) => units / 100),
      // Ties: half of the last shown unit, of several decimals.
      fc.integer({ min: -2_000_000, max: 2_000_000 }).map((units) => (units * 2 + 1) / 200),
      fc.integer({ min: -2_000_000, max: 2_000_000 }).map((units) => (units * 2 + 1) / 20_000),
      fc.integer({ min: -2_000_000, max: 2_000_000 }).map((units) => units + 0.5),
    );
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, 2, 3, 4), fc.boolean(), (number, decimals, signed) => {
        expect(numberFormat({ decimals, signed }).text(number)).toBe(byIntl(number, decimals, signed));
      }),
      { numRuns: 5000 },
    );
  });

  it("keeps to the writing of large figures close to a tie", () => {
    expect(numberFormat({ decimals: 4 }).text(64471479351.783745)).toBe("64,47,14,79,351.7837");
    expect(numberFormat({ decimals: 4 }).text(-33239036496.142647)).toBe("\u221233,23,90,36,496.1426");
    expect(numberFormat({ decimals: 4 }).text(64471479351.78375)).toBe("64,47,14,79,351.7838");
    expect(numberFormat({ decimals: 4 }).text(422866768994.10175)).toBe("4,22,86,67,68,994.1018");
    expect(numberFormat({ decimals: 4 }).plain(-422866768994.10175)).toBe("-422866768994.1018");
    expect(numberFormat({ decimals: 4 }).text(1.2345e21)).toBe("1.2345e+21");
  });

  it("is exact for all prices of a tick grid", () => {
    for (let ticks = 0; ticks < 20_000; ticks++) {
      const price = ticks * 0.05;
      expect(formats.price.text(price)).toBe(byIntl(price, 2, false));
    }
  });

  it("keeps figures beyond exact integers whole", () => {
    expect(formats.price.text(123e14)).toBe(byIntl(123e14, 2, false));
    expect(formats.signedWhole.text(-3e16)).toBe(byIntl(-3e16, 0, true));
  });

  it("says units", () => {
    expect(formats.lakh.text(43_798_000)).toBe("437.98");
    expect(formats.signedLakh.text(42_065_000)).toBe("+420.65");
    expect(formats.lakhUnit.text(364_618_000)).toBe("3,646.18 L");
    expect(formats.croreUnit.text(364_618_000)).toBe("36.46 Cr");
    expect(formats.signedPercent.text(-0.02)).toBe("\u22120.02%");
    expect(formats.signedWholePercent.text(141.2)).toBe("+141%");
    expect(formats.price4.text(83.12345)).toBe("83.1235");
    expect(formats.percent.text(Number.NaN)).toBe("-");
  });

  it("exports what a spreadsheet reads", () => {
    expect(formats.price.plain(-123456.7)).toBe("-123456.70");
    expect(formats.price.plain(-0.001)).toBe("0.00");
    expect(formats.price.plain(1.005)).toBe("1.01");
    expect(formats.lakhUnit.plain(364_618_000)).toBe("3646.18");
    expect(formats.price.plain(Number.NaN)).toBe("");
  });
});

describe("other formats", () => {
  it("names by index", () => {
    const sides = wordsFormat(["Call", "Put"]);
    expect([sides.text(1), sides.text(2), sides.text(Number.NaN), sides.plain(Number.NaN)]).toEqual([
      "Put",
      "-",
      "-",
      "",
    ]);
  });

  it("tells the time", () => {
    expect([timeFormat.text(555), timeFormat.text(Number.NaN), timeFormat.text(1440)]).toEqual(["09:15", "-", "-"]);
  });
});
