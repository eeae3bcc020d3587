import { expect, it } from "vitest";
import { ASK, BID, VOL } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { minute } from "#contract/domain/units.ts";
import { type Cell, makeRoom } from "../__fixtures__/room.ts";
import { buildStrikeTable } from "../strikes/strikes.ts";
import { liveMoment } from "./moment.ts";
import { isPriceOfToday, pricedLtp, pricedOnOf, pricingAt } from "./pricing.ts";
import { createReferencePrice, readReferencePrice } from "./reference-price.ts";

const AT = minute(14 * 60 + 45);
const DAYS = 7;

/** Strikes 24,100 to 24,300 whose parity says 24,240, a spot of 24,200. */
function pricing(forward: boolean, future?: Cell, futureIsOfExpiry = false) {
  const strikes = [24_100, 24_150, 24_200, 24_250, 24_300].map((strike) => ({
    strike,
    ce: { ltp: 100 + Math.max(24_240 - strike, 0), vol: 65 },
    pe: { ltp: 100 + Math.max(strike - 24_240, 0), vol: 65 },
  }));
  const day = makeRoom({ spot: { ltp: 24_200 }, ...(future && { future }), strikes });
  const table = buildStrikeTable(day.tokens);
  const moment = liveMoment(day);
  const underlying = underlyingOf("NIFTY");
  const years = DAYS / 365;
  const input = { minute: AT, years, rate: underlying.rate, futureIsOfExpiry };
  const spot = readReferencePrice(createReferencePrice(), day, table, moment, input);
  const chain = { day, table, underlying, futureIsOfExpiry };
  const made = pricingAt(chain, moment, AT, spot, years, { forward, untraded: false });
  return { made, told: pricedOnOf({ ...chain, moment, pricing: made }) };
}

it("prices on the spot and whole days, and in forward mode on parity and minutes", () => {
  expect(pricing(false).made).toMatchObject({ model: "spot", basis: "spot", underlying: 2_420_000, years: DAYS / 365 });
  const { made, told } = pricing(true);
  expect(made).toMatchObject({ model: "forward", basis: "forward", underlying: 2_424_000 });
  // 18-Aug-2026 14:45 to 25-Aug-2026 15:40.
  expect(made.years * 525_600).toBeCloseTo(DAYS * 1440 + 55, 6);
  const quietAges = { days: Number.NaN, traded: 0, older: 0 };
  expect(told).toEqual({ forward: true, untraded: false, basis: "forward", price: 24_240, quiet: 0, quietAges });
});

it("takes the expiry's own future before parity, another month's not", () => {
  const future = { ltp: 24_260 };
  expect(pricing(true, future, true).told).toMatchObject({ basis: "future", price: 24_260 });
  expect(pricing(true, future, false).told).toMatchObject({ basis: "forward", price: 24_240 });
});

it("prices no contract without a trade today, unless bid and ask stand around its price, or the board says so", () => {
  const day = makeRoom({
    spot: { ltp: 24_200 },
    strikes: [{ strike: 24_100, ce: { ltp: 1802, vol: 0 }, pe: { ltp: 50, vol: 65 } }],
  });
  const moment = liveMoment(day);
  const [call, put] = [1, 2];
  const ltpOf = (row: number, untraded = false) => pricedLtp(moment, row, { forward: false, untraded });
  expect([ltpOf(call), ltpOf(put), ltpOf(call, true)]).toEqual([-1, 5000, 180_200]);
  day.live.columns[BID]![call] = 180_000;
  day.live.columns[ASK]![call] = 180_100;
  expect(isPriceOfToday(moment, call)).toBe(false);
  day.live.columns[ASK]![call] = 180_400;
  expect(isPriceOfToday(moment, call)).toBe(true);
  // Nobody knows where the source tells no volume.
  expect(isPriceOfToday({ ...moment, fields: moment.fields & ~(1 << VOL) }, call)).toBe(true);
});
