import { describe, expect, it } from "vitest";
import { placeTooltip } from "./tooltip-placement.ts";

const bounds = { left: 0, top: 0, width: 800, height: 400 };
const size = { width: 160, height: 100 };

describe("tooltip", () => {
  it("stands 12 px right of the cursor", () => {
    expect(placeTooltip({ x: 100, y: 50 }, size, bounds)).toEqual({ left: 112, top: 62 });
  });

  it("flips at the edges", () => {
    expect(placeTooltip({ x: 700, y: 380 }, size, bounds)).toEqual({ left: 528, top: 268 });
  });

  it("stays inside where neither side has room", () => {
    expect(placeTooltip({ x: 90, y: 20 }, size, { left: 0, top: 0, width: 180, height: 110 })).toEqual({
      left: 0,
      top: 0,
    });
  });

  it("may leave a low chart for the rest of its pane", () => {
    expect(placeTooltip({ x: 100, y: 90 }, size, { left: 0, top: -300, width: 800, height: 400 }).top).toBe(-22);
  });
});
