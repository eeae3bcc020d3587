import { expect, it } from "vitest";
import { payoffData, payoffSpec } from "./payoff-chart.ts";

it("the title says what stands on both axes; a line counts in that of its own axis", () => {
  const { x, y, series } = payoffSpec(2);
  expect(x).toMatchObject({ name: "Spot Price" });
  expect(y.unit).toBe("Profit/Loss by Spot Price");
  expect(series.map((one) => one.kind === "line" && one.unit)).toEqual(["Profit/Loss", "Profit/Loss"]);
});

it("levels of a cheap stock have their paise, those of an index none", () => {
  const at = (breakEven: number, spot: number) => {
    const payoff = { spots: [], target: [], expiry: [] };
    const bands = { percent: 1, levels: [spot - 2, spot - 1, spot + 1, spot + 2] };
    const target = { spotNow: spot, spot: spot + 0.05, projected: 0, breakEvens: [breakEven], bands };
    const snapshot = { ladder: {}, valuation: { legs: [{}], payoff, ...target } };
    const { marks, callouts } = payoffData(snapshot as never, { standardDeviation: true } as never, 2);
    return [callouts?.[0]?.label, marks?.[0]?.label, marks?.at(-1)?.label];
  };
  expect(at(10.45, 9.9)).toEqual(["10.45", "−2σ 7.90", "9.95"]);
  expect(at(24_063.4, 24_200)).toEqual(["24,063", "−2σ 24,198", "24,200"]);
});
