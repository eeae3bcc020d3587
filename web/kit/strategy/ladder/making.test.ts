import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { makingAt } from "./use-press.ts";

const at = { date: isoDate("2026-08-18"), minute: 735 };

test("an order of a strategy has as many lots as the exchange takes at once; of a currency 5,000 contracts", () => {
  expect(makingAt("NIFTY", 75, at, 1800)).toMatchObject({ mostLots: 24, terms: { unitsPerLot: 75, decimals: 2 } });
  expect(makingAt("NIFTY", 65, at, 1800).mostLots).toBe(27);
  // Where no freeze quantity is known it is 5,000 units.
  expect(makingAt("TCS", 175, at).mostLots).toBe(28);
  expect(makingAt("TCS", 175, at, 0).mostLots).toBe(28);
  expect(makingAt("USDINR", 1, at, 10_000)).toMatchObject({
    mostLots: 5000,
    terms: { unitsPerLot: 1000, decimals: 4 },
  });
});
