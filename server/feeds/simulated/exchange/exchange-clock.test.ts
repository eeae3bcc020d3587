import { expect, test } from "vitest";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import { SimulatedClock } from "./exchange-clock.ts";
import { scheduleOf } from "./schedule.ts";

const DATE = isoDate("2026-11-20");
const MID_DAY = 735;
const AFTER_CLOSE = 945;

/** Exchange seconds that pass in a second of the wall. */
function secondsOf(speed: number, at: number): number {
  const wall = createManualClock();
  const clock = new SimulatedClock(wall, speed, scheduleOf(DATE), { date: DATE, minute: minute(at) });
  for (let i = 0; i < 10; i++) {
    wall.advance(100);
    clock.step();
  }
  expect(clock.time().rate).toBe(clock.rate);
  return clock.seconds - at * 60;
}

test("runs at the schedule's rate, and never slower than it is told to", () => {
  expect(secondsOf(1, MID_DAY)).toBeCloseTo(1, 6);
  expect(secondsOf(10, MID_DAY)).toBeCloseTo(10, 6);
  expect(secondsOf(60, MID_DAY)).toBeCloseTo(60, 6);
  expect(secondsOf(1, AFTER_CLOSE)).toBeCloseTo(60, 6);
  expect(secondsOf(60, AFTER_CLOSE)).toBeCloseTo(60, 6);
});
