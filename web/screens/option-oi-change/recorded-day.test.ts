/** OI Change of what was really traded, against a plain script over the raw file. */
import { describe, expect, test } from "vitest";
import { LOT, OPEN, type Quote, readExpiryDay, shownAt } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { COLUMNS, type Params, SLOTS, type Snapshot, STRIKE, sideSlot } from "./snapshot.ts";

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  const day = HAS_RECORDED ? readExpiryDay() : undefined;
  const at = (minute: number, params: Partial<Params> = {}) => shownAt(day!, derivation, minute, params);
  const rowOf = ({ values, rows }: Snapshot, strike: number): number =>
    Array.from({ length: rows }, (_, row) => values[row * SLOTS + STRIKE]).indexOf(strike);

  test("13:05 to 13:20 at 24,200, in units and in lots", () => {
    // Intervals of 15 minutes from 09:15 end at 13:15; those of the figures end at 13:05 and 13:20: five times three minutes.
    const sum = (snapshot: Snapshot, side: number): number =>
      Array.from(
        { length: COLUMNS },
        (_, column) => snapshot.values[rowOf(snapshot, 24_200) * SLOTS + sideSlot(side, column)]!,
      ).reduce((total, change) => total + change, 0);
    const ends = at(800, { frame: 3 });
    expect([...ends.times]).toEqual([789, 792, 795, 798, 800]);
    const plain = (from: number, to: number, side: "CE" | "PE") =>
      day!.of(to, 24_200, side).oi - day!.of(from, 24_200, side).oi;
    expect([plain(785, 800, "CE"), plain(785, 800, "PE")]).toEqual([2_553_070, 1_012_830]);
    expect([sum(ends, 0), sum(ends, 1)]).toEqual([plain(786, 800, "CE"), plain(786, 800, "PE")]);
    // The missing minute, 13:05 to 13:06, is the difference.
    expect(sum(ends, 0) + plain(785, 786, "CE")).toBe(2_553_070);
    const lots = at(800, { frame: 3, inLots: true });
    expect(Math.round(sum(lots, 0) + plain(785, 786, "CE") / LOT)).toBe(39_278);
  });

  test.each([3, 15, 60])("every cell of the last five intervals of %i minutes, and the totals", (frame) => {
    const snapshot = at(930, { frame });
    const { times, values, totals } = snapshot;
    times.forEach((to, column) => {
      // The interval that ends at the close may be short.
      const from = OPEN + (Math.ceil((to - OPEN) / frame) - 1) * frame;
      const change = (strike: number, side: "CE" | "PE", of: (quote: Quote) => number): number =>
        of(day!.of(to, strike, side)) - of(day!.of(from, strike, side));
      for (const [index, side] of (["CE", "PE"] as const).entries()) {
        // A strike that a minute lacks in the file keeps the figure before it, which the plain script does not know.
        const isQuoted = (strike: number): boolean =>
          [from, to].every((minute) => day!.at(minute).some((quote) => quote.strike === strike && quote.side === side));
        for (const strike of day!.strikes) {
          if (!isQuoted(strike)) continue;
          const shown = values[rowOf(snapshot, strike) * SLOTS + sideSlot(index, column)];
          expect(shown).toBeCloseTo(
            change(strike, side, ({ oi }) => oi),
            4,
          );
        }
        const cells = Array.from({ length: snapshot.rows }, (_, row) => values[row * SLOTS + sideSlot(index, column)]!);
        const sum = cells.reduce((total, cell) => total + (Number.isNaN(cell) ? 0 : cell), 0);
        expect(totals[sideSlot(index, column)]).toBeCloseTo(sum, 3);
      }
    });
  });
});
