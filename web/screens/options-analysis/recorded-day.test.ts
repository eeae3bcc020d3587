/** Options Analysis of what was really traded, against a plain script over the raw file. */
import { describe, expect, test } from "vitest";
import { OPEN, readExpiryDay, shownAt } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import {
  BUILD_UP,
  OI_CHANGE,
  type Params,
  PRICE_CHANGE,
  SLOTS,
  sideSlot,
  sumSlot,
  TIME,
  totalSlot,
  VOLUME_CHANGE,
} from "./snapshot.ts";

const LAST = 930;
const WORDS = ["-", "LB", "SB", "SC", "LU"];
const lakh = (units: number | undefined): string => ((units ?? Number.NaN) / 1e5).toFixed(2);

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  const day = HAS_RECORDED ? readExpiryDay() : undefined;
  const at = (minute: number, params: Partial<Params>) => shownAt(day!, derivation, minute, params);

  /** The plain script: [time, price change, OI change, volume change, build-up] from one minute of the grid to the next. */
  function recomputed(side: "CE" | "PE", frame: number) {
    const first = Math.ceil((10 * 60 + 43 - OPEN) / frame) * frame + OPEN;
    const rows = [];
    for (let minute = first + frame; minute <= LAST; minute += frame) {
      const now = day!.of(minute, 24_200, side);
      const before = day!.of(minute - frame, 24_200, side);
      const price = Math.round(now.ltp * 100) - Math.round(before.ltp * 100);
      const oi = now.oi - before.oi;
      const word = price * oi === 0 ? "-" : price > 0 ? (oi > 0 ? "LB" : "SC") : oi > 0 ? "SB" : "LU";
      rows.push([minute, (price / 100).toFixed(2), oi, now.vol - before.vol, word]);
    }
    return rows;
  }

  test.each([
    [3, "CE"],
    [3, "PE"],
    [15, "CE"],
  ] as const)("every row of %i minutes, %s", (frame, side) => {
    const { values, rows } = at(LAST, { frame, strikes: [24_200, 24_200] });
    const shown = Array.from({ length: rows }, (_, row) => {
      const cell = (figure: number): number => values[row * SLOTS + sideSlot(side === "CE" ? 0 : 1, figure)]!;
      const time = values[row * SLOTS + TIME];
      return [time, cell(PRICE_CHANGE).toFixed(2), cell(OI_CHANGE), cell(VOLUME_CHANGE), WORDS[cell(BUILD_UP)]];
    });
    expect(shown).toEqual(recomputed(side, frame));
  });

  test("the sums of the 24200 call, 10:45 to 15:30 on the grid of three minutes", () => {
    const { totals, values, rows } = at(LAST, { view: 1, strikes: [24_200, 24_200] });
    expect([0, 1, 2, 3].map((sum) => lakh(totals[totalSlot(0, sum)]))).toEqual([
      "181.63",
      "327.17",
      "-180.77",
      "-247.06",
    ]);
    const noChange = recomputed("CE", 3).filter(([, , , , word]) => word === "-");
    expect(noChange).toHaveLength(2);

    // Blocks end at the quarter hours: the sums of 11:00 are those of its five rows.
    const block = recomputed("CE", 3).filter(([time]) => Number(time) > 645 && Number(time) <= 660);
    const sumOf = (word: string): number =>
      block.reduce((sum, [, , oi, , what]) => sum + (what === word ? Number(oi) : 0), 0);
    const row = Array.from({ length: rows }, (_, i) => values[i * SLOTS + TIME]).indexOf(660);
    const sums = [0, 1, 2, 3].map((sum) => values[row * SLOTS + sumSlot(sum)]);
    expect(sums).toEqual(["LB", "SB", "LU", "SC"].map(sumOf));
  });

  test("at 13:20 the day's sums of both sides, and the newest row is not final", () => {
    const { totals, values, rows, followed, shown, strikes } = at(800, {});
    expect([strikes.atm, ...shown]).toEqual([24_200, 24_200, 24_200]);
    expect(followed).toBe(rows - 1);
    expect(values[(rows - 1) * SLOTS + TIME]).toBe(800);
    const sums = [0, 1].map((side) => [0, 1, 2, 3, 4].map((sum) => lakh(totals[totalSlot(side, sum)])));
    expect(sums[0]).toEqual(["127.62", "175.00", "-50.33", "-47.68", "204.61"]);
    expect(sums[1]).toEqual(["98.70", "138.37", "-48.03", "-188.04", "1.00"]);
  });
});
