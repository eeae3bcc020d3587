import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { epochMs, isoDate, minute, slot } from "../units.ts";
import {
  addDays,
  closingAuction,
  daysBetween,
  expiryClose,
  isBusinessDay,
  isTradingDay,
  istDate,
  istMinute,
  minuteLabel,
  minuteOf,
  nextTradingDay,
  previousTradingDay,
  sessionOf,
  slotTimes,
  TIME_9AM,
  tradingDays,
  weekday,
  yearsToExpiry,
} from "./calendar.ts";

const EQ = "equity-derivatives" as const;
const CD = "currency-derivatives" as const;
const d = isoDate;
const session = (segment: typeof EQ | typeof CD, date: string) => sessionOf(segment, d(date))!;

describe("sessions", () => {
  it("equity closes 15:30 to 31-Jul-2026 and 15:40 from 3-Aug-2026", () => {
    expect(session(EQ, "2026-07-31")).toEqual({ open: 555, close: 930, points: 376 });
    expect(session(EQ, "2026-08-03")).toEqual({ open: 555, close: 940, points: 386 });
  });

  it("currency trades 09:00-17:00 in 481 points, before and after", () => {
    expect(session(CD, "2026-07-31")).toEqual({ open: 540, close: 1020, points: 481 });
    expect(session(CD, "2026-08-03").points).toBe(481);
  });

  it("weekends are closed, except the sessions held on them", () => {
    expect(sessionOf(EQ, d("2026-08-15"))).toBeUndefined();
    expect(sessionOf(EQ, d("2026-08-16"))).toBeUndefined();
    expect(session(EQ, "2026-02-01").points).toBe(376);
    expect(session(EQ, "2024-01-20").points).toBe(376);
    expect(session(EQ, "2024-03-02")).toEqual({ open: 555, close: 750, points: 196 });
    expect(sessionOf(CD, d("2026-02-01"))).toBeUndefined();
  });

  it("Muhurat is the hour of its day, on a weekday or not", () => {
    expect(session(EQ, "2026-11-08").points).toBe(61);
    expect(session(CD, "2026-11-08").points).toBe(61);
    expect(session(EQ, "2025-10-21")).toEqual({ open: 825, close: 885, points: 61 });
    expect(isBusinessDay(EQ, d("2025-10-21"))).toBe(false);
  });

  it("holidays are closed; currency has its own besides", () => {
    expect(isTradingDay(EQ, d("2026-11-24"))).toBe(false);
    expect(isTradingDay(EQ, d("2026-01-15"))).toBe(false);
    expect(isTradingDay(EQ, d("2026-04-01"))).toBe(true);
    expect(isTradingDay(CD, d("2026-04-01"))).toBe(false);
    expect(isTradingDay(EQ, d("2027-01-26"))).toBe(false);
    expect(isTradingDay(EQ, d("2027-01-27"))).toBe(true);
  });

  it("walks over weekends and holidays", () => {
    expect(nextTradingDay(EQ, d("2026-11-23"))).toBe("2026-11-25");
    expect(previousTradingDay(EQ, d("2026-11-25"))).toBe("2026-11-23");
    expect(nextTradingDay(EQ, d("2026-11-20"))).toBe("2026-11-23");
    expect(tradingDays(EQ, d("2026-11-20"), d("2026-11-26"))).toEqual([
      "2026-11-20",
      "2026-11-23",
      "2026-11-25",
      "2026-11-26",
    ]);
  });

  it("knows the closing auction by date", () => {
    expect(closingAuction(EQ, d("2026-07-31"))).toBeUndefined();
    expect(closingAuction(EQ, d("2026-08-03"))).toEqual({ from: 915, to: 935 });
    expect(closingAuction(CD, d("2026-08-03"))).toBeUndefined();
    expect(closingAuction(EQ, d("2026-11-08"))).toBeUndefined();
  });
});

describe("slots", () => {
  const equity = session(EQ, "2026-07-27");
  const currency = session(CD, "2026-07-27");

  it("count from the open", () => {
    expect([minuteOf(equity, slot(0)), minuteOf(equity, slot(375))]).toEqual([555, 930]);
  });

  it("have HH:MM labels from open to close", () => {
    const times = slotTimes(equity);
    expect([times[0], times[375], times.length]).toEqual(["09:15", "15:30", 376]);
    expect(minuteLabel(minute(605.5))).toBe("10:05");
  });

  it("USDINR is the 9 am prefix followed by the regular slots", () => {
    const times = slotTimes(currency);
    expect(times.length).toBe(481);
    expect(TIME_9AM).toHaveLength(15);
    expect(times.slice(0, 15)).toEqual(TIME_9AM);
    expect(times[15]).toBe("09:15");
    expect(times.at(-1)).toBe("17:00");
  });

  it("spread over the hours as the specification lists them", () => {
    const perHour = (times: readonly string[]): number[] => {
      const counts = new Map<string, number>();
      // The last slot is where the session ends: no minute follows it.
      for (const time of times.slice(0, -1)) counts.set(time.slice(0, 2), (counts.get(time.slice(0, 2)) ?? 0) + 1);
      return [...counts.values()];
    };
    expect(perHour(slotTimes(equity))).toEqual([45, 60, 60, 60, 60, 60, 30]);
    expect(perHour(slotTimes(session(EQ, "2026-08-03")))).toEqual([45, 60, 60, 60, 60, 60, 40]);
    expect(perHour(slotTimes(currency))).toEqual([60, 60, 60, 60, 60, 60, 60, 60]);
  });
});

describe("time to expiry", () => {
  const expiry = d("2026-07-28");

  it("closes with the session of its day, USDINR at 12:30", () => {
    expect(expiryClose(EQ, expiry)).toBe(930);
    expect(expiryClose(EQ, d("2026-08-18"))).toBe(940);
    expect(expiryClose(CD, d("2026-08-27"))).toBe(750);
  });

  it("spec: whole days, then minutes on the expiry day", () => {
    expect(yearsToExpiry(EQ, expiry, d("2026-07-27"), minute(600), "spec")).toBe(1 / 365);
    expect(yearsToExpiry(EQ, expiry, d("2026-07-21"), minute(900), "spec")).toBe(7 / 365);
    expect(yearsToExpiry(EQ, expiry, expiry, minute(810), "spec")).toBe(120 / (365 * 1440));
    expect(yearsToExpiry(CD, expiry, expiry, minute(630), "spec")).toBe(120 / (365 * 1440));
  });

  it("forward: minutes on every day", () => {
    expect(yearsToExpiry(EQ, expiry, d("2026-07-27"), minute(930), "forward")).toBe(1440 / 525_600);
  });

  it("is never negative", () => {
    expect(yearsToExpiry(EQ, expiry, expiry, minute(931), "spec")).toBe(0);
    expect(yearsToExpiry(EQ, expiry, d("2026-07-29"), minute(600), "spec")).toBe(0);
    expect(yearsToExpiry(EQ, expiry, d("2026-07-29"), minute(600), "forward")).toBe(0);
  });
});

describe("dates", () => {
  it("add, subtract and know their weekday", () => {
    expect(addDays(d("2024-02-28"), 2)).toBe("2024-03-01");
    expect(daysBetween(d("2024-03-01"), d("2024-02-28"))).toBe(-2);
    expect(weekday(d("2026-11-20"))).toBe(5);
    fc.assert(
      fc.property(
        fc.integer({ min: -4000, max: 4000 }),
        (n) => daysBetween(d("2026-01-01"), addDays(d("2026-01-01"), n)) === n,
      ),
    );
  });

  it("are IST whatever the zone", () => {
    const at = epochMs(Date.parse("2026-11-19T18:30:30Z"));
    expect(istDate(at)).toBe("2026-11-20");
    expect(istMinute(at)).toBe(0.5);
    expect(istMinute(epochMs(Date.parse("2026-11-20T03:45:00Z")))).toBe(555);
  });
});
