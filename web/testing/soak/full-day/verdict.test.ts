import { expect, test } from "vitest";
import { tell } from "./verdict.ts";

test("the figures and how findings are spread come last, and each finding once at least", () => {
  const lines: string[] = [];
  const found = Array.from({ length: 12 }, (_, i) => `minute ${i}`);
  const isWell = tell(
    [
      { what: "wrong", value: 30, most: 0, spread: ["by day: d1 30"], found },
      { what: "lost", value: 0, most: 0, found: [] },
    ],
    (line) => lines.push(line),
  );
  expect(isWell).toBe(false);
  expect(lines.slice(0, 13)).toEqual(["wrong, each:", ...found.map((line) => `    ${line}`)]);
  expect(lines[13]).toMatch(/^wrong .* 30 .* at most 0 {2}MISSED$/);
  expect(lines.slice(14, 16)).toEqual(["    by day: d1 30", "    minute 0"]);
  expect(lines.slice(-2)).toEqual(["    and 2 more, which stand above", expect.stringMatching(/^lost .* 0 /)]);
});
