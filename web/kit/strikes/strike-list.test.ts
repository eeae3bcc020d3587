import { expect, it } from "vitest";
import { scaleText, strikeTextOf } from "./strike-list.ts";

it("strikes of one list have as many decimals as each other", () => {
  const texts = (strikes: readonly number[]) => strikes.map(strikeTextOf(strikes));
  expect(texts([87, 87.25])).toEqual(["87.00", "87.25"]);
  expect(texts([24_200, 24_250])).toEqual(["24,200", "24,250"]);
  expect([scaleText(87, 1), scaleText(87.5, 1), scaleText(24_200, 0), scaleText(87.25)]).toEqual([
    "87.0",
    "87.5",
    "24,200",
    "87.25",
  ]);
});
