import { expect, it } from "vitest";
import { lineLabel } from "./line-label.ts";

it("names the chart where several lines are called so, and it has a name", () => {
  const labels = ["Price", "IV", "Price"];
  expect(labels.map((label) => lineLabel(label, "Calls", labels))).toEqual(["Calls: Price", "IV", "Calls: Price"]);
  expect(lineLabel("Price", "", labels)).toBe("Price");
});
