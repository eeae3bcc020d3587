import { expect, test } from "vitest";
import { Weights } from "./weights.ts";

test("growth is that between whole days, the first one and what was only begun left out", () => {
  let minutes = 0;
  const weights = new Weights(() => minutes * 60_000);
  for (const [date, megabytes] of [
    ["d1", 900],
    ["d2", 100],
    ["d2", 120],
    ["d3", 140],
    ["d3", 160],
    ["d4", 900],
  ] as const) {
    weights.add("page", date, megabytes);
    minutes += 5;
  }
  const [page] = weights.grown(["d1", "d2", "d3"]);
  expect(page).toMatchObject({ name: "page", last: 900, most: 900 });
  expect(page?.slope).toBeCloseTo(4, 9); // 110 to 150 MB in ten minutes
  expect(weights.grown(["d1", "d2"])[0]?.slope).toBeNaN();
});
