import { expect, it } from "vitest";
import { payoffSpec } from "./payoff-chart.ts";

it("the title says what stands on both axes; a line counts in that of its own axis", () => {
  const { x, y, series } = payoffSpec(2);
  expect(x).toMatchObject({ name: "Spot Price" });
  expect(y.unit).toBe("Profit/Loss by Spot Price");
  expect(series.map((one) => one.kind === "line" && one.unit)).toEqual(["Profit/Loss", "Profit/Loss"]);
});
