import { expect, it } from "vitest";
import { createMinuteColumns, HIGH, LOW, LTP, OI, OPEN, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { fakeFutures } from "../../testing/market/fake-futures.ts";
import { roomFutures } from "./room-futures.ts";

const LAST = 3;

/** A future's day of a few minutes. @param fields what the source recorded, scaled and units, by the end */
function dayOf(fields: Readonly<Record<number, number>>): RoomDay {
  const day = fakeFutures(["NIFTY"], isoDate("2026-08-25"));
  const mask = Object.keys(fields).reduce((sum, field) => sum | (1 << Number(field)), 0);
  const minutes = createMinuteColumns(day.minutes.stride, LAST + 1, mask);
  for (let slot = 0; slot <= LAST; slot++) {
    minutes.state[slot] = 1;
    for (const [field, end] of Object.entries(fields))
      minutes.columns[Number(field)]![slot * minutes.stride] = end - 10 * (LAST - slot);
  }
  return { ...day, minutes };
}
const barOf = (fields: Readonly<Record<number, number>>) => roomFutures(dayOf(fields)).bars["NIFTY"];

it("a bar has what the source recorded of the day, and makes up nothing of its samples", () => {
  const recorded = { [LTP]: 10_030, [OI]: 900, [VOL]: 5000 };
  expect(barOf(recorded)).toEqual([null, null, null, 100.3, 5000, 900, 0]);
  const whole = { ...recorded, [OPEN]: 9_900, [HIGH]: 10_100, [LOW]: 9_800 };
  expect(barOf(whole)).toEqual([99, 101, 98, 100.3, 5000, 900, 0]);
  expect(barOf({ [OI]: 900 })).toBeUndefined();
});

it("a future has the bar of its own session in a room that a currency keeps open", () => {
  const room = fakeFutures(["NIFTY", "USDINR"], isoDate("2026-08-25"), isoDate("2026-08-04"));
  const minutes = createMinuteColumns(2, 481, (1 << LTP) | (1 << OI) | (1 << VOL));
  for (let slot = 0; slot < 481; slot++) {
    // The currency lacks ten minutes after the close of the others.
    minutes.state[slot] = slot >= 420 && slot < 430 ? 0 : 1;
    for (const row of [0, 1]) {
      const trades = row === 1 || (slot >= 15 && slot <= 400);
      for (const field of [LTP, OI, VOL]) minutes.columns[field]![slot * 2 + row] = trades ? 10_000 + slot : -1;
    }
  }
  const { bars } = roomFutures({ ...room, open: minute(540), minutes });
  expect(bars["NIFTY"]).toEqual([null, null, null, 104, 10_400, 10_400, 0]);
  expect(bars["USDINR"]).toEqual([null, null, null, 104.8, 10_480, 10_480, 1]);
});
