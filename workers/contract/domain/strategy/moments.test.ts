import { describe, expect, it } from "vitest";
import { isoDate, minute } from "../units.ts";
import { daysLeftAt, mapMoments, momentAt, type Span } from "./moments.ts";

const span: Span = {
  segment: "equity-derivatives",
  date: isoDate("2026-08-18"),
  minute: minute(800),
  expiry: isoDate("2026-08-25"),
  daysNow: 7,
};

describe("moments up to an expiry", () => {
  it("begin now and end at the close of the expiry", () => {
    expect(momentAt(span, 7)).toEqual({ date: "2026-08-18", minute: 800 });
    expect(momentAt(span, 0)).toEqual({ date: "2026-08-25", minute: 940 });
    expect(momentAt(span, 99)).toEqual(momentAt(span, 7));
    expect(momentAt({ ...span, daysNow: 0 }, 0)).toEqual({ date: "2026-08-25", minute: 940 });
  });

  it("are found again by the days that they leave", () => {
    for (const left of [0.5, 1, 3.25, 6.9]) expect(daysLeftAt(span, momentAt(span, left))).toBeCloseTo(left, 3);
    expect(daysLeftAt(span, { date: isoDate("2026-09-01"), minute: minute(600) })).toBe(0);
  });

  it("are columns of a map: trading days alone, from now to the expiry", () => {
    const left = mapMoments(span);
    expect(left[0]).toBe(7);
    expect(left.at(-1)).toBe(0);
    expect([...left].sort((a, b) => b - a)).toEqual(left);
    const days = left.map((one) => momentAt(span, one));
    expect(days.map(({ date }) => date)).not.toContain("2026-08-22"); // a Saturday
    expect(days[1]).toEqual({ date: "2026-08-18", minute: 940 });
    expect(days[2]).toEqual({ date: "2026-08-19", minute: 750 });
  });

  it("are hours where the expiry is near, and never more than 25", () => {
    const today = mapMoments({ ...span, expiry: span.date, daysNow: 0.1 });
    expect(today.map((left) => momentAt({ ...span, expiry: span.date, daysNow: 0.1 }, left).minute)).toEqual([
      800, 840, 900, 940,
    ]);
    const far = { ...span, expiry: isoDate("2026-12-29"), daysNow: 133 };
    expect(mapMoments(far)).toHaveLength(25);
    expect(mapMoments(far).at(-1)).toBe(0);
  });
});
