import { describe, expect, it } from "vitest";
import { ASK, BID } from "#contract/domain/columns.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { buildStrikeTable } from "../strikes/strikes.ts";
import { liveMoment } from "./moment.ts";
import { parityForward } from "./parity-forward.ts";

/** Five strikes around a forward of 24,040, with one print that is off. */
const around = (forward: number) =>
  [23_900, 23_950, 24_000, 24_050, 24_100].map((strike, i) => ({
    strike,
    ce: { ltp: 200 + Math.max(forward - strike, 0) + (i === 0 ? 30 : 0) },
    pe: { ltp: 200 + Math.max(strike - forward, 0) },
  }));

describe("parity forward", () => {
  it("is the median, so one bad print does not move it", () => {
    const day = makeRoom({ strikes: around(24_040) });
    expect(parityForward(buildStrikeTable(day.tokens), liveMoment(day))).toBe(2_404_000);
  });

  it("uses the seven strikes nearest the money of a long chain", () => {
    const strikes = Array.from({ length: 41 }, (_, i) => {
      const strike = 23_000 + i * 50;
      const wing = Math.abs(strike - 24_000) > 150 ? 500 : 0; // stale prices in the wings
      return {
        strike,
        ce: { ltp: 600 + Math.max(24_010 - strike, 0) + wing },
        pe: { ltp: 600 + Math.max(strike - 24_010, 0) },
      };
    });
    const day = makeRoom({ strikes });
    expect(parityForward(buildStrikeTable(day.tokens), liveMoment(day))).toBe(2_401_000);
  });

  it("needs three strikes with both sides", () => {
    const day = makeRoom({ strikes: around(24_000).slice(0, 2) });
    expect(parityForward(buildStrikeTable(day.tokens), liveMoment(day))).toBeNaN();
  });

  it("follows the strikes that trade, not the old prices of a thin chain in a falling market", () => {
    // The market has fallen from 24,065 to 24,000; five of seven strikes have not traded since.
    const strikes = [23_850, 23_900, 23_950, 24_000, 24_050, 24_100, 24_150].map((strike) => {
      const isLiquid = strike === 24_000 || strike === 24_050;
      const forward = isLiquid ? 24_000 : 24_065;
      const vol = isLiquid ? 40_000 : 75;
      return {
        strike,
        ce: { ltp: 200 + Math.max(forward - strike, 0), vol },
        pe: { ltp: 200 + Math.max(strike - forward, 0), vol },
      };
    });
    const day = makeRoom({ strikes });
    expect(parityForward(buildStrikeTable(day.tokens), liveMoment(day))).toBe(2_400_000);
  });

  it("stands on quotes where three pairs have them: the closest count most, at their middle", () => {
    const day = makeRoom({ strikes: around(24_500) });
    const table = buildStrikeTable(day.tokens);
    const { columns } = day.live;
    const quote = (row: number, mid: number, spread: number): void => {
      columns[BID]![row] = mid - spread / 2;
      columns[ASK]![row] = mid + spread / 2;
    };
    [2_404_000, 2_404_100, 2_390_000].forEach((forward, i) => {
      quote(table.ce[i]!, 20_000 + forward - table.strikes[i]!, i === 2 ? 4_000 : 10);
      quote(table.pe[i]!, 20_000, i === 2 ? 4_000 : 10);
    });
    expect(parityForward(table, liveMoment(day))).toBe(2_404_000);
  });
});
