import { expect, it } from "vitest";
import { keepInside, keyShift } from "./drag-bounds.ts";

const window = { width: 1000, height: 600 };

it("keeps a panel in the window", () => {
  expect(keepInside({ x: -5, y: 590 }, { width: 200, height: 100 }, window)).toEqual({ x: 0, y: 500 });
  expect(keepInside({ x: 50, y: 50 }, { width: 1200, height: 700 }, window)).toEqual({ x: 0, y: 0 });
});

it("moves by keys", () => {
  expect(keyShift("ArrowLeft", false)).toEqual({ x: -8, y: 0 });
  expect(keyShift("ArrowDown", true)).toEqual({ x: 0, y: 64 });
  expect(keyShift("Enter", false)).toBeUndefined();
});
