import { describe, expect, it } from "vitest";
import { DEFAULT_PRICING, PRICE_BASES, type PricingChoice } from "#contract/domain/choices/pricing.ts";
import { LTP } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import { makeLiveDay } from "../__fixtures__/live-day.ts";
import { makePane } from "../__fixtures__/pane.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { createChainReader } from "../chain.ts";
import { atmOverSlots, createDayReference } from "./reference-series.ts";

/** Spot 24,010 then 24,060 with a hole between, then gone; the future at 24,200; a tick after it. */
function read(expiry: string, pricing: PricingChoice = DEFAULT_PRICING) {
  const live = makeLiveDay(
    makeRoom({
      expiry,
      spot: { ltp: 24_010 },
      future: { ltp: 24_200 },
      strikes: [
        { strike: 24_000, ce: { ltp: 150 }, pe: { ltp: 120 } },
        { strike: 24_050, ce: { ltp: 120 }, pe: { ltp: 140 } },
        { strike: 24_200, ce: { ltp: 60 } },
      ],
    }),
  );
  const spot = (rupees: number): void => live.set(LTP, 0, rupees < 0 ? -1 : rupees * 100);
  live.close(0);
  live.lose(1);
  spot(24_060);
  live.close(2);
  spot(-1);
  live.close(3);
  const pane = makePane({ expiry: live.day.expiry, pricing });
  const reference = createDayReference();
  const upTo = (choice: PricingChoice) => {
    const at = createChainReader().open({ ...live.input(4), pane: { ...pane, pricing: choice } });
    if (!at) throw new Error("no chain");
    return { at, series: reference.upTo(at) };
  };
  return { upTo, ...upTo(pricing) };
}
const FORWARD = { forward: true, untraded: false };
const basisNames = (basis: Uint8Array): string[] => Array.from(basis.subarray(0, 5), (one) => PRICE_BASES[one] ?? "");

describe("what each slot stands on", () => {
  it("is its own spot, and the discounted future where it has none", () => {
    const { series } = read("2026-08-25");
    const years = 7 / 365;
    expect([...series.underlying.subarray(0, 5)]).toEqual([2_401_000, Number.NaN, 2_406_000, 2_420_000, 2_420_000]);
    expect([...series.years.subarray(0, 5)]).toEqual([years, years, years, years, years]);
    expect(series.priced[2]).toBe(2_406_000);
    expect(series.priced[3]).toBeCloseTo(2_420_000 * Math.exp(-underlyingOf("NIFTY").rate * years), 6);
    expect(basisNames(series.basis)).toEqual(["spot", "none", "spot", "future", "future"]);
  });

  it("is the forward in forward mode, with the time to the minute; what was read before begins anew", () => {
    const { upTo } = read("2026-08-25");
    const { series, at } = upTo(FORWARD);
    expect([...series.priced.subarray(0, 5)]).toEqual([2_420_000, Number.NaN, 2_420_000, 2_420_000, 2_420_000]);
    expect(basisNames(series.basis)).toEqual(["future", "none", "future", "future", "future"]);
    const { expiry, date, open } = at.day;
    const exact = yearsToExpiry(at.underlying.segment, expiry, date, minute(open + 2), "forward");
    expect(series.years[2]).toBe(exact);
    // ATM stays where the spot is.
    expect(series.underlying[2]).toBe(2_406_000);
    expect(upTo(DEFAULT_PRICING).series.priced[2]).toBe(2_406_000);
  });

  it("has less time every minute of the expiry day", () => {
    const { series, at } = read(makeRoom({ strikes: [] }).date);
    const left = Array.from(series.years.subarray(0, 5), (years) => Math.round(years * 365 * 1440));
    expect(left.map((one) => left[0]! - one)).toEqual([0, 1, 2, 3, 4]);
    expect(left[0]).toBe(at.day.minutes.slots - 1);
  });
});

it("a strike that follows ATM is the one nearest each slot's underlying", () => {
  const { series, at } = read("2026-08-25");
  const atm = new Int32Array(4);
  atmOverSlots(atm, at.table, series.underlying, 0, 4);
  expect([...atm]).toEqual([0, -1, 1, 2]);
});
