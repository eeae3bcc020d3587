/** Positions of several legs, beside the figures of each leg by hand. */
import { beforeAll, describe, expect, it } from "vitest";
import { LTP, VOL, VWAP } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { type LiveDay, makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { createChainReader } from "#market/chain.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { type ChainLeg, createCombined } from "./combined.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const NEAR = isoDate("2026-08-25");
const FAR = isoDate("2026-09-29");
const CALL = 1;
const PUT = 2;

/** One strike of 24,000: spot, call, put. */
function makeDay(expiry: string, call: number, put: number): LiveDay {
  return makeLiveDay(
    makeRoom({ expiry, spot: { ltp: 24_050 }, strikes: [{ strike: 24_000, ce: { ltp: call }, pe: { ltp: put } }] }),
  );
}
const leg = (expiry: ChainLeg["expiry"], side: "ce" | "pe", lots: number, strike = 24_000): ChainLeg => ({
  expiry,
  strike,
  side,
  lots,
});

function open(days: Readonly<Record<string, LiveDay>>) {
  const combined = createCombined();
  const readers = Object.fromEntries(Object.keys(days).map((expiry) => [expiry, createChainReader()]));
  return (legs: readonly ChainLeg[], slot: number, mode: "live" | "replay" = "live") =>
    combined.upTo({
      kernel,
      legs,
      chainOf: (expiry) => readers[expiry]?.open(days[expiry]?.input(slot, mode) as never),
    });
}

describe("legs together", () => {
  it("a straddle by minute, with its hole and the tick", () => {
    const day = makeDay(NEAR, 260, 180);
    day.set(VWAP, CALL, 25_000);
    day.set(VWAP, PUT, 19_000);
    day.close(0);
    day.set(LTP, CALL, 25_000);
    day.close(2);
    day.set(LTP, PUT, 17_050);
    const upTo = open({ [NEAR]: day });
    const straddle = [leg(NEAR, "ce", 1), leg(NEAR, "pe", 1)];
    const lines = upTo(straddle, 3);
    expect([...(lines?.total.price ?? [])]).toEqual([440, Number.NaN, 430, 420.5]);
    // The minutes of this source have no VWAP, the ticks have.
    expect([...(lines?.total.vwap ?? [])]).toEqual([Number.NaN, Number.NaN, Number.NaN, 440]);
    // The call is 50 in the money.
    expect([...(lines?.total.extrinsic ?? [])]).toEqual([390, Number.NaN, 380, 370.5]);
    const [call, put] = lines?.legs ?? [];
    expect(call?.delta[3]).toBeGreaterThan(0.4);
    expect(lines?.total.delta[3]).toBeCloseTo((call?.delta[3] ?? 0) + (put?.delta[3] ?? 0), 12);
    expect(lines?.total.iv[3]).toBeCloseTo(((call?.iv[3] ?? 0) + (put?.iv[3] ?? 0)) / 2, 12);
    // A replay that goes back shows less of the same.
    expect([...(upTo(straddle, 0, "replay")?.total.price ?? [])]).toEqual([440]);
  });

  it("lots weigh, and a sold leg counts against", () => {
    const day = makeDay(NEAR, 260, 180);
    day.close(0);
    const upTo = open({ [NEAR]: day });
    expect(upTo([leg(NEAR, "ce", 1), leg(NEAR, "pe", -2)], 0, "replay")?.total.price[0]).toBe(-100);
    // Other lots are the same lines.
    expect(upTo([leg(NEAR, "ce", -3), leg(NEAR, "pe", 1)], 0, "replay")?.total.price[0]).toBe(-600);
  });

  it("a calendar has legs of two expiries; it is loading while one of them is", () => {
    const near = makeDay(NEAR, 260, 180);
    const far = makeDay(FAR, 520, 400);
    near.close(0);
    far.close(0);
    const calendar = [leg(NEAR, "ce", -1), leg(FAR, "ce", 1)];
    const lines = open({ [NEAR]: near, [FAR]: far })(calendar, 0, "replay");
    expect(lines?.total.price[0]).toBe(260);
    expect(lines?.legs.map(({ price }) => price[0])).toEqual([260, 520]);
    const combined = createCombined();
    const reader = createChainReader();
    const chainOf = (expiry: string) => (expiry === NEAR ? reader.open(near.input(0, "replay")) : undefined);
    expect(combined.upTo({ kernel, legs: calendar, chainOf })).toBeUndefined();
  });

  it("a leg that the chain lacks, or that never traded, leaves the whole without figures", () => {
    const day = makeDay(NEAR, 260, 0);
    day.close(0);
    const upTo = open({ [NEAR]: day });
    const missing = upTo([leg(NEAR, "ce", 1), leg(NEAR, "pe", 1, 25_000)], 0, "replay");
    expect([missing?.legs[0]?.price[0], missing?.total.price[0]]).toEqual([260, Number.NaN]);
    expect(upTo([leg(NEAR, "ce", 1), leg(NEAR, "pe", 1)], 0, "replay")?.total.price[0]).toBeNaN();
  });

  it("a leg that has not traded today has no price, and the whole none", () => {
    const day = makeDay(NEAR, 260, 180);
    day.set(VOL, PUT, 0);
    day.close(0);
    day.set(VOL, PUT, 65);
    day.close(1);
    const lines = open({ [NEAR]: day })([leg(NEAR, "ce", 1), leg(NEAR, "pe", 1)], 1, "replay");
    expect([...(lines?.legs[1]?.price ?? [])]).toEqual([Number.NaN, 180]);
    expect([...(lines?.total.price ?? [])]).toEqual([Number.NaN, 440]);
    expect(lines?.pricedOn).toMatchObject({ basis: "spot", untradedContracts: [] });
  });

  it("the key is another one for other legs, and the same for other lots", () => {
    const day = makeDay(NEAR, 260, 180);
    day.close(0);
    const upTo = open({ [NEAR]: day });
    const keyOf = (...legs: ChainLeg[]) => upTo(legs, 0, "replay")?.key;
    expect(keyOf(leg(NEAR, "ce", 1))).toBe(keyOf(leg(NEAR, "ce", 2)));
    expect(keyOf(leg(NEAR, "ce", 1))).not.toBe(keyOf(leg(NEAR, "pe", 1)));
  });
});
