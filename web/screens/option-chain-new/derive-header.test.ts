import { describe, expect, test } from "vitest";
import { CALLS, columnSlot, PUTS } from "#contract/domain/snapshots/chain-table.ts";
import { type PlainOption, plainValue } from "#kernel/testing/plain-black.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { at, chain, clockAt, LOT, NONE, run, SPOT, solve, YEARS } from "../../testing/option-chain.ts";

describe("the header's figures", () => {
  test("by hand", () => {
    const { facts } = run(chain(), {});
    expect(facts).toMatchObject({
      spot: SPOT,
      prevSpot: 24_000,
      future: [24_110, 24_050],
      basis: "spot",
      underlying: SPOT,
      atm: 24_100,
      strikeBelowSpot: 24_000,
      maxPain: 24_000,
      totalOi: { CE: 1_430_000, PE: 975_000 },
      oiChange: { CE: 57, PE: 7 },
      totalVolume: { CE: 1_885_000, PE: 1_170_000 },
      volumeChange: { CE: 100, PE: 100 },
      pcr: 0.68,
      previousPcr: 1,
      pcrChange: -32,
      straddle: 200,
      lotSize: LOT,
      daysToExpiry: 7,
    });
  });

  test("a spot that stands still in the closing auction gives way to the future, or to the parity forward", () => {
    const day = chain();
    closeMinute(day, 361); // 15:16, with the spot of now
    const auction = clockAt(920);
    expect(run(day, {}, auction).facts).toMatchObject({ basis: "future", underlying: 24_110, spot: SPOT, atm: 24_100 });
    const weekly = run(day, {}, auction, false).facts;
    expect(weekly.basis).toBe("forward");
    expect(weekly.underlying).toBe(24_090); // median of 24,095, 24,090 and 24,090
    expect(run(day, {}, clockAt(900)).facts.basis).toBe("spot");
  });

  test("without any price of the underlying nothing is split, and all strikes are shown", () => {
    const day = makeRoom({
      strikes: [
        { strike: 24_000, ce: { oi: 65 } },
        { strike: 24_100, ce: { oi: 65 } },
      ],
    });
    closeMinute(day, 0);
    const snapshot = run(day, { strikeRange: 5 });
    expect(snapshot).toMatchObject({ rows: 2, atmRow: -1, splitRow: -1 });
    expect(snapshot.facts).toMatchObject({ basis: "none", straddle: NONE, atm: NONE, spot: NONE });
  });

  test("USDINR: four decimals, and its model on the future at its own rate", () => {
    const day = makeRoom({
      symbol: "USDINR",
      future: { ltp: 88.3125, prevClose: 88.1 },
      strikes: [
        { strike: 88.25, ce: { ltp: 0.28, oi: 10, vol: 1 }, pe: { ltp: 0.2125, oi: 20, vol: 1 } },
        { strike: 88.5, ce: { ltp: 0.15, oi: 10, vol: 1 }, pe: { ltp: 0.33, oi: 20, vol: 1 } },
      ],
    });
    const snapshot = run(day, { columns: ["LTP", "IV", "Delta"] });
    expect(snapshot.facts).toMatchObject({ basis: "future", underlying: 88.3125, atm: 88.25, future: [88.3125, 88.1] });
    expect(at(snapshot, 0, columnSlot(3, PUTS, 0))).toBe(0.2125);
    const option: PlainOption = {
      model: "usdinr",
      isCall: true,
      underlying: 88.3125,
      strike: 88.25,
      years: YEARS,
      rate: 0.07,
    };
    const sigma = solve(option, 0.28);
    expect(at(snapshot, 0, columnSlot(3, CALLS, 1))).toBeCloseTo(sigma * 100, 1.9);
    expect(at(snapshot, 0, columnSlot(3, CALLS, 2))).toBeCloseTo(plainValue(option, sigma).delta, 3);
  });
});
