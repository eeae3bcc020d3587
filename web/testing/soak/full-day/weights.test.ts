import { expect, test } from "vitest";
import { Weights } from "./weights.ts";

test("growth is that between whole days, the first ones and what was only begun left out", () => {
  let minutes = 0;
  const weights = new Weights(() => minutes * 60_000);
  for (const [date, megabytes] of [
    ["d1", 900],
    ["d2", 50],
    ["d3", 70],
    ["d4", 100],
    ["d4", 120],
    ["d5", 140],
    ["d5", 160],
    ["d6", 900],
  ] as const) {
    weights.add("page", date, megabytes);
    minutes += 5;
  }
  const [page] = weights.grown(["d1", "d2", "d3", "d4", "d5"]);
  expect(page).toMatchObject({ name: "page", days: [900, 50, 70, 110, 150], most: 900 });
  expect(page?.slope).toBeCloseTo(4, 9); // 110 to 150 MB in ten minutes
  expect(weights.grown(["d1", "d2", "d3", "d4"])[0]?.slope).toBeNaN();
});
