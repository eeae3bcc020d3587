import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Aim } from "./aim.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("is told once a stretch of moves, and ends when the pointer rests or leaves", () => {
  const told: boolean[] = [];
  const aim = new Aim((isAiming) => told.push(isAiming));
  aim.left();
  aim.moved();
  vi.advanceTimersByTime(1500);
  aim.moved();
  vi.advanceTimersByTime(1900);
  expect(told).toEqual([true]);
  vi.advanceTimersByTime(200);
  expect(told).toEqual([true, false]);
  aim.moved();
  aim.left();
  vi.advanceTimersByTime(5000);
  expect(told).toEqual([true, false, true, false]);
});
