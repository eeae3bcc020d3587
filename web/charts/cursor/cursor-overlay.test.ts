import { expect, it } from "vitest";
import { cutBy } from "./cursor-overlay.ts";

it("what a tag would cut of the axis' labels is covered whole, and nothing else", () => {
  const labels = [
    [10, 40],
    [66, 96],
    [122, 152],
  ] as const;
  expect(cutBy([80, 120], labels)).toEqual([66, 96]);
  expect(cutBy([90, 130], labels)).toEqual([66, 152]);
  expect(cutBy([96, 122], labels)).toBeUndefined();
  expect(cutBy([96, 122], [])).toBeUndefined();
});
