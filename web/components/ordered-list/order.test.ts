import { describe, expect, test } from "vitest";
import { keyPlace, landingPlace, moved } from "./order.ts";

describe("an ordered list", () => {
  const list = ["a", "b", "c", "d"];

  test("puts an item at another place", () => {
    expect(moved(list, 0, 2)).toEqual(["b", "c", "a", "d"]);
    expect(moved(list, 3, 0)).toEqual(["d", "a", "b", "c"]);
    expect(moved(list, 1, 9)).toEqual(["a", "c", "d", "b"]);
    expect(moved(list, 1, -4)).toEqual(["b", "a", "c", "d"]);
  });

  test("stays the same list where nothing moves", () => {
    expect(moved(list, 2, 2)).toBe(list);
    expect(moved(list, 7, 0)).toBe(list);
    expect(moved([], 0, 0)).toEqual([]);
  });

  test("a dragged row lands below the rows whose middles are above the pointer", () => {
    const middles = [10, 30, 50, 70];
    expect([0, 29, 31, 69, 200].map((y) => landingPlace(middles, 0, y))).toEqual([0, 0, 1, 2, 3]);
    expect([0, 11, 49, 200].map((y) => landingPlace(middles, 3, y))).toEqual([0, 1, 2, 3]);
  });

  test("Alt and an arrow ask for the next place, and for none at the ends", () => {
    expect(keyPlace("ArrowDown", 0, 2)).toBe(1);
    expect(keyPlace("ArrowDown", 1, 2)).toBeUndefined();
    expect(keyPlace("ArrowUp", 0, 2)).toBeUndefined();
    expect(keyPlace("Home", 1, 2)).toBeUndefined();
  });
});
