import { expect, it } from "vitest";
import { DEFAULT_PRICING, type PricedOn } from "#contract/domain/choices/pricing.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { minuteNotes } from "./minute-notes.ts";

const x = { open: minute(555), cadence: 1, partial: [minute(557)] };
const priced = (over: Partial<PricedOn>): PricedOn => ({
  ...DEFAULT_PRICING,
  basis: "spot",
  price: 24_000,
  quiet: 0,
  ...over,
});
const SPOT_THEN_PARITY = [
  { from: 555, basis: "spot" },
  { from: 558, basis: "forward" },
] as const;

it("names a minute that is known in part, and no other", () => {
  const note = minuteNotes(x);
  expect([0, 1, 2, 3].map(note)).toEqual(["", "", "partial minute: data were lost", ""]);
});

it("names what a minute stands on where minutes differ, or in forward mode", () => {
  const note = minuteNotes(x, priced({ spans: SPOT_THEN_PARITY }));
  expect([0, 2, 3].map(note)).toEqual(["on spot", "on spot · partial minute: data were lost", "on the parity forward"]);
  expect(minuteNotes(x, priced({ spans: SPOT_THEN_PARITY.slice(0, 1) }))(0)).toBe("");
  expect(minuteNotes(x, priced({ forward: true, spans: [{ from: 555, basis: "future" }] }))(0)).toBe("on the future");
});

it("says nothing of days", () => {
  expect(minuteNotes({ dates: [isoDate("2026-08-18")] })(0)).toBe("");
});
