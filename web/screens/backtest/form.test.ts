import { expect, it } from "vitest";
import { askedOf, DEFAULT_FORM, type Form } from "./form.ts";

const withLots = (lots: number) =>
  askedOf({ ...DEFAULT_FORM, legs: DEFAULT_FORM.legs.map((leg) => ({ ...leg, lots })) });

it.each([
  [1, true],
  [10_000, true],
  [10_001, false],
  [0, false],
  [1.5, false],
])("%d lots can be tried: %s", (lots, can) => {
  expect("plan" in withLots(lots)).toBe(can);
});

it("no set of many has a stop or a target of nothing", () => {
  const from = (value: number) => ({ from: value, to: 20, by: 5 });
  const can = (over: Partial<Form>): boolean => "plan" in askedOf({ ...DEFAULT_FORM, isSweep: true, ...over });
  expect([can({}), can({ stopSweep: from(5) }), can({ targetSweep: from(0.5) })]).toEqual([true, true, true]);
  for (const value of [0, -5, Number.NaN]) {
    expect([can({ stopSweep: from(value) }), can({ targetSweep: from(value) })]).toEqual([false, false]);
    expect(can({ isSweep: false, stopSweep: from(value) })).toBe(true);
  }
});
