import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { deviationsByDate, type ExpiryIv } from "./expected-move.ts";

const TODAY = isoDate("2026-08-18");
const at = (expiry: string, iv: number, days: number): ExpiryIv => ({ expiry: isoDate(expiry), iv, years: days / 365 });
const dates = (...all: string[]) => all.map(isoDate);

test("at an expiry IV x sqrt(time); between two the variance grows evenly", () => {
  const ivs = [at("2026-08-25", 0.1, 7), at("2026-09-08", 0.12, 21)];
  const [now, half, first, between, second] = deviationsByDate(
    TODAY,
    dates("2026-08-18", "2026-08-21", "2026-08-25", "2026-09-01", "2026-09-08"),
    ivs,
  );
  const [near, far] = [0.01 * (7 / 365), 0.0144 * (21 / 365)];
  expect(now).toBe(0);
  expect(half).toBeCloseTo(Math.sqrt((near * 3) / 7), 12);
  expect(first).toBeCloseTo(0.1 * Math.sqrt(7 / 365), 12);
  expect(between).toBeCloseTo(Math.sqrt((near + far) / 2), 12);
  expect(second).toBeCloseTo(0.12 * Math.sqrt(21 / 365), 12);
});

test("beyond the last expiry it goes on at that expiry's rate; one of today, or without an IV, says nothing", () => {
  const ivs = [at("2026-08-18", 0.5, 0.05), at("2026-08-25", 0.1, 7), at("2026-09-01", Number.NaN, 14)];
  const [inBetween, beyond] = deviationsByDate(TODAY, dates("2026-08-20", "2026-09-15"), ivs);
  expect(inBetween).toBeCloseTo(0.1 * Math.sqrt(2 / 365), 12);
  expect(beyond).toBeCloseTo(0.1 * Math.sqrt(28 / 365), 12);
});

test("without any IV, and for days behind, it is not known", () => {
  expect([...deviationsByDate(TODAY, dates("2026-08-18", "2026-08-20"), [])]).toEqual([Number.NaN, Number.NaN]);
  expect([...deviationsByDate(TODAY, dates("2026-08-17"), [at("2026-08-25", 0.1, 7)])]).toEqual([Number.NaN]);
});
