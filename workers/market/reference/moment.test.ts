import { describe, expect, it } from "vitest";
import type { MarketClock } from "#contract/domain/clock.ts";
import { BID, LTP } from "#contract/domain/columns.ts";
import { minute } from "#contract/domain/units.ts";
import { marketRoom } from "../__fixtures__/market.ts";
import { closeMinute, makeRoom } from "../__fixtures__/room.ts";
import { cellOf, columnOf, dayMomentAt, liveMoment, momentAt, slotMoment } from "./moment.ts";

const room = () =>
  makeRoom({ spot: { ltp: 24_000 }, strikes: [{ strike: 24_000, ce: { ltp: 100 }, pe: { ltp: 90 } }] });
const clock = (mode: MarketClock["mode"], at: number): MarketClock => ({
  mode,
  date: room().date,
  minute: minute(at),
  speed: 1,
});

describe("moment", () => {
  it("reads the live columns or a slot of the minutes", () => {
    const day = room();
    closeMinute(day, 3);
    day.live.columns[LTP]![0] = 2_400_500;
    expect(cellOf(liveMoment(day), LTP, 0)).toBe(2_400_500);
    expect(cellOf(slotMoment(day, 3), LTP, 0)).toBe(2_400_000);
  });

  it("is absent for a row that is not there and a field that the source lacks", () => {
    const day = room();
    closeMinute(day, 3);
    expect(cellOf(liveMoment(day), LTP, -1)).toBe(-1);
    expect(cellOf(slotMoment(day, 3), BID, 0)).toBe(-1);
    expect(columnOf(slotMoment(day, 3), BID)).toBeUndefined();
  });

  it("of a clock is live, or the last filled slot at its minute", () => {
    const day = room();
    closeMinute(day, 3);
    closeMinute(day, 7);
    expect(momentAt(day, clock("live", 600))?.slot).toBe(-1);
    expect(momentAt(day, clock("replay", 561.5))?.slot).toBe(3);
    expect(momentAt(day, clock("history", 940))?.slot).toBe(7);
    expect(momentAt(day, clock("replay", 557))).toBeUndefined();
    day.live.columns[LTP]!.fill(-1);
    expect(momentAt(day, clock("live", 600))?.slot).toBe(7);
  });

  it("of a live clock that has run past the close is the day's last minute", () => {
    const day = room();
    const last = day.minutes.slots - 1;
    closeMinute(day, last - 1);
    const at = (of: number) => dayMomentAt(marketRoom(day), clock("live", of));
    expect(at(day.open + last)).toMatchObject({ minute: day.open + last, tail: last });
    expect(at(day.open + last + 50.5)).toMatchObject({ minute: day.open + last, tail: last });
    expect(at(day.open - 5)?.minute).toBe(day.open - 5);
  });
});
