import { describe, expect, test } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { CALLS, COLUMN_KEYS, type ColumnKey, columnSlot, PUTS } from "#contract/domain/snapshots/chain-table.ts";
import { type PlainOption, plainValue } from "#kernel/testing/plain-black.ts";
import { at, chain, figures, NONE, neat, run, SPOT, solve, YEARS } from "../../testing/option-chain.ts";

describe("columns, by hand", () => {
  // Strikes 23,900, 24,000, 24,100, 24,200 against a spot of 24,060; lot 65.
  const expected: Partial<Record<ColumnKey, { calls: number[]; puts: number[] }>> = {
    // 0 none, 1 Long Build, 2 Short Build, 3 Short Cover, 4 Long Unwind
    Analysis: { calls: [4, 1, 0, 1], puts: [2, 4, 0, 0] },
    OI: { calls: [130_000, 650_000, 260_000, 390_000], puts: [520_000, 260_000, 195_000, NONE] },
    "OI Lakh": { calls: [1.3, 6.5, 2.6, 3.9], puts: [5.2, 2.6, 1.95, NONE] },
    "OI Lot": { calls: [2000, 10_000, 4000, 6000], puts: [8000, 4000, 3000, NONE] },
    "OI Chg": { calls: [-65_000, 130_000, 65_000, 390_000], puts: [130_000, -65_000, 0, NONE] },
    "OIChg Lakh": { calls: [-0.65, 1.3, 0.65, 3.9], puts: [1.3, -0.65, 0, NONE] },
    "OIChg Lot": { calls: [-1000, 2000, 1000, 6000], puts: [2000, -1000, 0, NONE] },
    "OI Chg%": { calls: [-33, 25, 33, NONE], puts: [33, -20, 0, NONE] },
    Volume: { calls: [65_000, 1_300_000, 520_000, 0], puts: [650_000, 390_000, 130_000, NONE] },
    "Vol Lakh": { calls: [0.65, 13, 5.2, 0], puts: [6.5, 3.9, 1.3, NONE] },
    "Vol Lot": { calls: [1000, 20_000, 8000, 0], puts: [10_000, 6000, 2000, NONE] },
    "Net Chg": { calls: [-10, 30, 0, 5], puts: [-5, -15, 5, NONE] },
    "Net Chg%": { calls: [-4, 25, 0, 10], puts: [-12, -20, 5, NONE] },
    "Vol * Vwap": { calls: [NONE, 1820, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    Vwap: { calls: [NONE, 140, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    LTP: { calls: [230, 150, 95, 55], puts: [35, 60, 105, 160] },
    "Prev Close": { calls: [240, 120, 95, 50], puts: [40, 75, 100, NONE] },
    "Time Value": { calls: [70, 90, 95, 55], puts: [35, 60, 65, 20] },
    Intrinsic: { calls: [160, 60, 0, 0], puts: [0, 0, 40, 140] },
    "H=O=L": { calls: [NONE, 1, NONE, NONE], puts: [NONE, 0, NONE, NONE] },
    Open: { calls: [NONE, 110, NONE, NONE], puts: [NONE, 80, NONE, NONE] },
    High: { calls: [NONE, 160, NONE, NONE], puts: [NONE, 80, NONE, NONE] },
    Low: { calls: [NONE, 110, NONE, NONE], puts: [NONE, 55, NONE, NONE] },
    "Bid Qty": { calls: [NONE, 130, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    Bid: { calls: [NONE, 149.9, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    Ask: { calls: [NONE, 150.1, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    "Ask Qty": { calls: [NONE, 195, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    "Vol Bar": { calls: [NONE, NONE, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    "OI Bar": { calls: [NONE, NONE, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
  };

  test.each(Object.entries(expected))("%s", (key, sides) => {
    const { calls, puts } = figures(key as ColumnKey);
    expect(calls.map(neat)).toEqual(sides.calls);
    expect(puts.map(neat)).toEqual(sides.puts);
  });

  test("every column is tested here", () => {
    const priced: ColumnKey[] = ["IV", "Vega", "Gamma", "Theta", "Delta", "ITM Prob"];
    expect([...Object.keys(expected), ...priced].toSorted()).toEqual([...COLUMN_KEYS].toSorted());
  });

  test("the analysis may compare with the open; a contract that has not opened has none", () => {
    const { calls, puts } = figures("Analysis", { analysisCalc: "open" });
    expect(calls).toEqual([0, 1, 0, 0]);
    expect(puts).toEqual([0, 4, 0, 0]);
  });

  test("the wide bars show units, lakhs or lots over them", () => {
    expect(figures("Vol Bar", { volBar: "unit" }).calls[1]).toBe(1_300_000);
    expect(figures("Vol Bar", { volBar: "lakh" }).calls[1]).toBe(13);
    expect(figures("Vol Bar", { volBar: "lot" }).calls[1]).toBe(20_000);
    expect(figures("OI Bar", { oiBar: "lot" }).puts[0]).toBe(8000);
  });

  test("greeks are those of the IV that gives the price, rounded for display", () => {
    const columns: ColumnKey[] = ["IV", "Vega", "Gamma", "Theta", "Delta", "ITM Prob", "LTP"];
    const snapshot = run(chain(), { columns });
    for (const side of [CALLS, PUTS] as const) {
      const price = at(snapshot, 1, columnSlot(columns.length, side, 6));
      const option: PlainOption = {
        model: "spot",
        isCall: side === CALLS,
        underlying: SPOT,
        strike: 24_000,
        years: YEARS,
        rate: 0.1,
      };
      const sigma = solve(option, price);
      const greeks = plainValue(option, sigma);
      const [iv, vega, gamma, theta, delta, prob] = columns.map((_, i) =>
        at(snapshot, 1, columnSlot(columns.length, side, i)),
      );
      expect(iv).toBeCloseTo(sigma * 100, 1.9);
      expect(vega).toBe(Math.round(greeks.vega * 10) / 1000);
      expect(gamma).toBe(Math.round(greeks.gamma * 1e4) / 1e4);
      expect(theta).toBeCloseTo(greeks.theta / 365, 2.9);
      expect(delta).toBeCloseTo(greeks.delta, 3);
      expect(prob).toBeCloseTo((side === CALLS ? greeks.probAbove : 1 - greeks.probAbove) * 100, 0.9);
      if (side === CALLS) expect(prob).toBeGreaterThan(50);
    }
  });

  test("a price that admits no IV shows IV 0 and '-' beside it; no price shows '-' throughout", () => {
    const day = chain();
    day.live.columns[LTP][2] = 15_000; // 150 for a call worth 160 at once
    day.live.columns[LTP][3] = -1;
    expect(figures("IV", {}, day).calls[0]).toBe(0);
    expect(figures("Delta", {}, day).calls[0]).toBeNaN();
    expect(figures("IV", {}, day).puts[0]).toBeNaN();
  });
});
