import { expect, it } from "vitest";
import { nextFocus } from "./roving-focus.ts";

it("walks, wraps round and skips what is disabled", () => {
  expect(nextFocus("ArrowRight", 0, 3, "row")).toBe(1);
  expect(nextFocus("ArrowRight", 2, 3, "row")).toBe(0);
  expect(nextFocus("ArrowLeft", 0, 3, "row")).toBe(2);
  expect(nextFocus("End", 0, 3, "row")).toBe(2);
  expect(nextFocus("ArrowDown", -1, 3, "column", (index) => index === 0)).toBe(1);
  expect(nextFocus("ArrowUp", -1, 3, "column")).toBe(2);
  expect(nextFocus("ArrowDown", 0, 3, "row")).toBeUndefined();
  expect(nextFocus("Home", 0, 2, "row", () => true)).toBeUndefined();
  expect(nextFocus("Home", 0, 0, "row")).toBeUndefined();
});
