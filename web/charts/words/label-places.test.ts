import { describe, expect, it } from "vitest";
import { type Box, placeWords } from "./label-places.ts";

const plot: Box = { left: 0, top: 0, width: 400, height: 200 };
const size = { width: 60, height: 14 };
const around = { plot, taken: [], px: 1 };

describe("the words of a label in a plot", () => {
  it("stand beside a tick, at its height, on the other side where there is no room", () => {
    const tick = { ...around, mark: "tick", side: "right", height: "above" } as const;
    expect(placeWords({ x: 100, y: 50 }, size, tick)).toEqual({ ...size, left: 110, top: 43 });
    expect(placeWords({ x: 350, y: 50 }, size, tick)).toEqual({ ...size, left: 280, top: 43 });
  });

  it("stand over or under a dot, on the side that is asked for", () => {
    const dot = { ...around, mark: "dot", side: "left", height: "below" } as const;
    expect(placeWords({ x: 100, y: 50 }, size, dot)).toEqual({ ...size, left: 32, top: 54 });
    expect(placeWords({ x: 100, y: 50 }, size, { ...dot, height: "above" })).toEqual({ ...size, left: 32, top: 32 });
    expect(placeWords({ x: 50, y: 50 }, size, dot)).toBeUndefined();
  });

  it("are left out where they would cover others", () => {
    const words = { ...around, side: "right", height: "above" } as const;
    const first = placeWords({ x: 100, y: 50 }, size, words);
    expect(first).toEqual({ ...size, left: 100, top: 32 });
    const taken = first ? [first] : [];
    expect(placeWords({ x: 130, y: 60 }, size, { ...words, taken })).toBeUndefined();
    expect(placeWords({ x: 130, y: 90 }, size, { ...words, taken })).toBeDefined();
  });

  it("are none for a mark alone", () => {
    expect(
      placeWords({ x: 100, y: 50 }, { width: 0, height: 0 }, { ...around, mark: "dot", side: "left", height: "above" }),
    ).toBeUndefined();
  });
});
