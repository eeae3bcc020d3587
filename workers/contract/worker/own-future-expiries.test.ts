import { expect, test } from "vitest";
import { isoDate } from "../domain/units.ts";
import { ownFutureExpiries, ownFutureExpiry } from "./own-future-expiries.ts";

const [weekly, near, currency, next] = ["2026-11-20", "2026-11-23", "2026-11-26", "2026-12-29"].map(isoDate);
const futureExpiries = [near!, next!, currency!];

test("those that the symbol's chains have; of a symbol without any, all", () => {
  expect(ownFutureExpiries({ futureExpiries, expiries: [weekly!, near!, next!] })).toEqual([near, next]);
  expect(ownFutureExpiries({ futureExpiries, expiries: [weekly!, currency!] })).toEqual([currency]);
  expect(ownFutureExpiries({ futureExpiries, expiries: [weekly!] })).toEqual(futureExpiries);
});

test("of another symbol's expiry, the nearest of one's own stands", () => {
  expect(ownFutureExpiry({ futureExpiry: next, futureExpiries, expiries: [near!, next!] })).toBe(next);
  expect(ownFutureExpiry({ futureExpiry: currency, futureExpiries, expiries: [near!, next!] })).toBe(near);
  expect(ownFutureExpiry({ futureExpiry: near, futureExpiries, expiries: [currency!] })).toBe(currency);
  expect(ownFutureExpiry({ futureExpiry: undefined, futureExpiries, expiries: [near!] })).toBeUndefined();
});
