import { describe, expect, it } from "vitest";
import { hasToFollow } from "./follow.ts";

const at = (row: number, place = "NIFTY") => ({ row, place });
const visible = { first: 10, last: 20 };

describe("the row that is followed", () => {
  it("is brought into view for each table that is shown, once it has one", () => {
    for (const mode of ["atm", "latest"] as const) {
      const follow = { mode, rowsAbove: 7 };
      expect(hasToFollow(follow, undefined, undefined, visible)).toBe(false);
      expect(hasToFollow(follow, undefined, at(-1), visible)).toBe(false);
      expect(hasToFollow(follow, undefined, at(40), visible)).toBe(true);
      expect(hasToFollow(follow, at(-1), at(40), visible)).toBe(true);
      expect(hasToFollow(follow, at(40), at(40, "SBIN"), visible)).toBe(true);
    }
  });

  it("at the money stands still while the price moves", () => {
    expect(hasToFollow({ mode: "atm", rowsAbove: 7 }, at(15), at(16), visible)).toBe(false);
  });

  it("moves on with the latest row, unless the trader has scrolled away from it", () => {
    const follow = { mode: "latest", rowsAbove: 0 } as const;
    expect(hasToFollow(follow, at(20), at(21), visible)).toBe(true);
    expect(hasToFollow(follow, at(20), at(20), visible)).toBe(false);
    expect(hasToFollow(follow, at(60), at(61), visible)).toBe(false);
  });
});
