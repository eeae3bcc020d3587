/** PE-CE Difference of what was really traded, against a plain script over the raw file. */
import { describe, expect, test } from "vitest";
import { OPEN, type Quote, readExpiryDay, shownAt } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { CE, CE_PERCENT, DIFFERENCE, type Params, PE, SLOTS, TIME, TREND, TRENDS } from "./snapshot.ts";

const crore = (units: number | undefined): string => ((units ?? Number.NaN) / 1e7).toFixed(2);

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  const day = HAS_RECORDED ? readExpiryDay() : undefined;
  const at = (minute: number, params: Partial<Params> = {}) => shownAt(day!, derivation, minute, params);
  /** The plain script. */
  const total = (minute: number, side: "CE" | "PE", of: (quote: Quote) => number, low = 0, high = 1e9): number =>
    day!
      .at(minute)
      .filter((quote) => quote.side === side && quote.strike >= low && quote.strike <= high)
      .reduce((sum, quote) => sum + of(quote), 0);

  test("every minute of the difference of OI; the figures of 13:20, the lowest and the highest", () => {
    const { series, divisor } = at(930);
    const { difference } = series.lines;
    let lowest = 0;
    let highest = 0;
    for (const minute of day!.minutes) {
      const plain = total(minute, "PE", ({ oi }) => oi) - total(minute, "CE", ({ oi }) => oi);
      expect(difference[minute - OPEN]).toBeCloseTo(plain, 4);
      const shown = difference[minute - OPEN]!;
      if (lowest === 0 || shown < difference[lowest - OPEN]!) lowest = minute;
      if (highest === 0 || shown > difference[highest - OPEN]!) highest = minute;
    }
    expect(divisor).toBe(1e7);
    expect([crore(difference[lowest - OPEN]), lowest]).toEqual(["-16.76", 11 * 60 + 35]);
    expect([crore(difference[highest - OPEN]), highest]).toEqual(["-6.84", 15 * 60 + 15]);
    const { latest, trend } = at(800);
    expect([crore(latest), TRENDS[trend]]).toEqual(["-13.69", "Bearish"]);
  });

  test("the rows of three minutes, with the change of each total in per cent", () => {
    const { values, rows } = at(800);
    const last = (slot: number): number => values[(rows - 1) * SLOTS + slot]!;
    expect([last(TIME), crore(last(PE)), crore(last(CE)), crore(last(DIFFERENCE))]).toEqual([
      800,
      "22.77",
      "36.46",
      "-13.69",
    ]);
    const before = total(798, "CE", ({ oi }) => oi);
    expect(last(CE_PERCENT)).toBeCloseTo((total(800, "CE", ({ oi }) => oi) / before - 1) * 100, 8);
    expect(TRENDS[last(TREND)]).toBe("Bearish");
  });

  test.each([
    ["volume", ({ vol }: Quote) => vol],
    ["price", ({ ltp }: Quote) => ltp],
  ] as const)("%s of 24,200 and two strikes on each side", (category, of) => {
    const { series } = at(930, { category, choice: { kind: "around", centre: 24_200, each: 2 } });
    for (const minute of day!.minutes) {
      expect(series.lines.pe[minute - OPEN]).toBeCloseTo(total(minute, "PE", of, 24_100, 24_300), 4);
      expect(series.lines.ce[minute - OPEN]).toBeCloseTo(total(minute, "CE", of, 24_100, 24_300), 4);
    }
  });
});
