import { describe, expect, it } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { closeMinute, makeRoom } from "../__fixtures__/room.ts";
import { buildStrikeTable } from "../strikes/strikes.ts";
import { atmOverSlots, createReferenceSeries, readReferenceSeries, straddleOverSlots } from "./reference-series.ts";

/** Spot 24,010 then 24,060 with a hole between, then gone; the future at 24,200. */
function makeDay(expiry: string) {
  const day = makeRoom({
    expiry,
    spot: { ltp: 24_010 },
    future: { ltp: 24_200 },
    strikes: [
      { strike: 24_000, ce: { ltp: 150 }, pe: { ltp: 120 } },
      { strike: 24_050, ce: { ltp: 120 }, pe: { ltp: 140 } },
      { strike: 24_200, ce: { ltp: 60 } },
    ],
  });
  const table = buildStrikeTable(day.tokens);
  const spot = (rupees: number) => {
    day.live.columns[LTP]![table.eq] = rupees < 0 ? -1 : rupees * 100;
  };
  closeMinute(day, 0);
  spot(24_060);
  closeMinute(day, 2);
  spot(-1);
  closeMinute(day, 3);
  return { day, table };
}

describe("what each slot stands on", () => {
  it("is its own spot, and the discounted future where it has none", () => {
    const { day, table } = makeDay("2026-08-25");
    const out = createReferenceSeries(5);
    readReferenceSeries(out, day, table, 0, 4, "spec", true);
    expect([...out.underlying]).toEqual([2_401_000, Number.NaN, 2_406_000, 2_420_000, Number.NaN]);
    expect([...out.years]).toEqual([7 / 365, 7 / 365, 7 / 365, 7 / 365, Number.NaN]);
    expect(out.modelSpot[2]).toBe(2_406_000);
    expect(out.modelSpot[3]).toBeCloseTo(2_420_000 * Math.exp((-underlyingOf("NIFTY").rate * 7) / 365), 6);
  });

  it("has less time every minute of the expiry day", () => {
    const { day, table } = makeDay(makeRoom({ strikes: [] }).date);
    const out = createReferenceSeries(4);
    readReferenceSeries(out, day, table, 0, 4, "spec", true);
    const minutes = Array.from(out.years, (years) => Math.round(years * 365 * 1440));
    expect(minutes.map((left) => minutes[0]! - left)).toEqual([0, 1, 2, 3]);
    expect(minutes[0]).toBe(day.minutes.slots - 1);
  });
});

describe("a strike that follows ATM", () => {
  const { day, table } = makeDay("2026-08-25");
  const out = createReferenceSeries(4);
  readReferenceSeries(out, day, table, 0, 4, "spec", true);
  const atm = new Int32Array(4);
  atmOverSlots(atm, table, out.underlying, 0, 4);

  it("is the strike nearest each slot's underlying", () => {
    expect([...atm]).toEqual([0, -1, 1, 2]);
  });

  it("is priced as a straddle; a gap where a side is missing", () => {
    const line = new Float64Array(4);
    straddleOverSlots(line, table, day.minutes, atm, 0, 4);
    expect([...line]).toEqual([27_000, Number.NaN, 26_000, Number.NaN]);
  });
});
