import { expect, it } from "vitest";
import { placePopover } from "./popover-placement.ts";

const window = { width: 1000, height: 600 };
const popover = { width: 200, height: 300 };

it("stands under its control, on either edge of it", () => {
  const control = { left: 100, top: 10, width: 80, height: 28 };
  expect(placePopover(control, popover, window, "start")).toEqual({ left: 100, top: 42 });
  expect(placePopover({ ...control, left: 900 }, popover, window, "end")).toEqual({ left: 780, top: 42 });
});

it("stays in the window, above where there is more room", () => {
  expect(placePopover({ left: 950, top: 500, width: 40, height: 28 }, popover, window, "start")).toEqual({
    left: 792,
    top: 196,
  });
});
