import { describe, expect, it } from "vitest";
import { OI } from "#contract/domain/columns.ts";
import { closeMinute, makeRoom } from "../__fixtures__/room.ts";
import { liveMoment } from "../reference/moment.ts";
import { createOiExtremes, foldOi, foldOiMoment } from "./extremes.ts";

describe("day extremes", () => {
  const day = makeRoom({
    strikes: [
      { strike: 100, ce: { ltp: 10, oi: 50, vol: 0 }, pe: { ltp: 20, oi: 60, vol: 5 } },
      { strike: 110, ce: {} },
    ],
  });
  const set = (field: number, values: number[]) =>
    values.forEach((value, row) => {
      day.live.columns[field]![row] = value;
    });
  closeMinute(day, 0);
  set(OI, [70, 40]);
  closeMinute(day, 2);
  set(OI, [20_000_000, 45]);
  closeMinute(day, 3);

  it("of OI, up to a slot; a row without readings keeps the seeds", () => {
    const oi = createOiExtremes(3);
    foldOi(oi, day.minutes, 3, 0, 3);
    expect([...oi.high]).toEqual([70, 60, 0]);
    expect([...oi.low]).toEqual([50, 40, 1e7]);
    foldOi(oi, day.minutes, 3, 3, 4);
    foldOiMoment(oi, liveMoment(day), 3);
    expect([...oi.high]).toEqual([20_000_000, 60, 0]);
  });

  it("of OI that was above the low seed all day", () => {
    const oi = createOiExtremes(3);
    foldOi(oi, day.minutes, 3, 3, 4);
    expect(oi.low[0]).toBe(20_000_000);
  });
});
