import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { isoDate } from "#contract/domain/units.ts";
import { createReopening } from "./reopening.ts";

const at = (minute: number, rate: number, date = "2026-08-18"): ExchangeTime => ({
  source: "sim",
  date: isoDate(date),
  minute,
  rate,
  wall: 0,
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Counts the reopenings by the wall's milliseconds at which they came. */
function watch() {
  const start = Date.now();
  const times: number[] = [];
  return { times, reopening: createReopening(() => times.push(Date.now() - start)) };
}

describe("rooms opened before the session are loaded anew", () => {
  test("from 09:00 at 09:04:00 and at 09:15:15, without the clock being told again", () => {
    const { times, reopening } = watch();
    reopening.clock(at(540, 1));
    vi.advanceTimersByTime(60 * 60_000);
    expect(times).toEqual([4 * 60_000, 15.25 * 60_000]);
  });

  test("from 09:10 at 09:15:15 only; after it never", () => {
    const { times, reopening } = watch();
    reopening.clock(at(550, 1));
    vi.advanceTimersByTime(60 * 60_000);
    expect(times).toEqual([5.25 * 60_000]);
    reopening.clock(at(600, 1));
    vi.advanceTimersByTime(60 * 60_000);
    expect(times).toHaveLength(1);
  });

  test("at the exchange's speed, also when it changes on the way", () => {
    const { times, reopening } = watch();
    reopening.clock(at(540, 60));
    vi.advanceTimersByTime(3000); // 09:03
    reopening.clock(at(543, 1));
    vi.advanceTimersByTime(59_000);
    expect(times).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(times).toEqual([63_000]);
  });

  test("a clock told just past a reopening does not swallow it, and one that leaps over both brings one", () => {
    const { times, reopening } = watch();
    reopening.clock(at(543.99, 1));
    reopening.clock(at(544.01, 1));
    expect(times).toHaveLength(1);
    reopening.clock(at(540, 1, "2026-08-19"));
    reopening.clock(at(560, 1, "2026-08-19"));
    expect(times).toHaveLength(2);
    vi.advanceTimersByTime(60 * 60_000);
    expect(times).toHaveLength(2);
  });

  test("another date does not make up for the day before; a clock that stands and a stopped one bring none", () => {
    const { times, reopening } = watch();
    reopening.clock(at(540, 1));
    reopening.clock(at(600, 1, "2026-08-19"));
    expect(times).toEqual([]);
    reopening.clock(at(540, 0, "2026-08-20"));
    vi.advanceTimersByTime(60 * 60_000);
    expect(times).toEqual([]);
    reopening.clock(at(540, 1, "2026-08-20"));
    reopening.stop();
    vi.advanceTimersByTime(60 * 60_000);
    expect(times).toEqual([]);
  });
});
