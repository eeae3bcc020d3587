import { expect, it } from "vitest";
import { counted, namedFew } from "./count-words.ts";

it("counts one and several", () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, "leg"))).toEqual(["0 legs", "1 leg", "2 legs", "1,200 legs"]);
  expect(counted(2, "strategy", "strategies")).toBe("2 strategies");
});

it("names a few, and says how many more there are", () => {
  expect(namedFew([])).toBe("");
  expect(namedFew(["A", "B", "C"])).toBe("A, B, C");
  expect(namedFew(["A", "B", "C", "D", "E"])).toBe("A, B, C and 2 more");
  expect(namedFew(["A", "B", "C", "D", "E"], 4)).toBe("A, B, C, D and 1 more");
});
