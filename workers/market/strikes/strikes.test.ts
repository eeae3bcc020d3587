import { describe, expect, it } from "vitest";
import { makeRoom } from "../__fixtures__/room.ts";
import { buildStrikeTable } from "./strikes.ts";

describe("strike table", () => {
  it("sorts the strikes and finds each side's row", () => {
    const day = makeRoom({
      spot: {},
      future: {},
      strikes: [
        { strike: 24_100, ce: {}, pe: {} },
        { strike: 24_000, pe: {} },
        { strike: 24_050.5, ce: {} },
      ],
    });
    const table = buildStrikeTable(day.tokens);
    expect([...table.strikes]).toEqual([2_400_000, 2_405_050, 2_410_000]);
    expect([...table.ce]).toEqual([-1, 5, 2]);
    expect([...table.pe]).toEqual([4, -1, 3]);
    expect([table.eq, table.fut, table.count]).toEqual([0, 1, 3]);
  });

  it("of an empty room is empty", () => {
    expect(buildStrikeTable(makeRoom({ strikes: [] }).tokens)).toMatchObject({ count: 0, eq: -1, fut: -1 });
  });
});
