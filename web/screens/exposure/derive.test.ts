import { describe, expect, test } from "vitest";
import { createExposureReader } from "#chain/exposure.ts";
import { netGamma, zeroGamma } from "#chain/net-gamma.ts";
import { type PricedStrikes, pricedStrikes } from "#chain/testing/priced-strikes.ts";
import type { PricingChoice } from "#contract/domain/choices/pricing.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { CRORE, isoDate, minute } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { plainValue } from "#kernel/testing/plain-black.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom, type StrikeCells } from "#market/__fixtures__/room.ts";
import { createChainReader } from "#market/chain.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { barData, curveData } from "./chart.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";
import { caveatsOf, ruleWords } from "./words.ts";

const kernel = createKernel(loadQuantModule());
const SPOT = 24_200;
const NEAR = isoDate("2026-08-25");
const FAR = isoDate("2026-09-29");
const MISSING = isoDate("2026-12-29");
const STRIKES = [23_800, 23_900, 24_000, 24_100, 24_200, 24_300, 24_400, 24_500, 24_600];
const spot = { ltp: SPOT, prevClose: SPOT };

/** Calls are held above the money, puts below. */
const near: PricedStrikes = {
  strikes: STRIKES,
  model: "spot",
  underlying: SPOT,
  years: 7 / 365,
  iv: (strike) => 0.1 + Math.abs(strike - SPOT) / 20_000,
  oi: (strike, side) => 65 * (side === "ce" ? strike - 23_700 : 24_700 - strike),
};
const far: PricedStrikes = { ...near, years: 42 / 365, iv: () => 0.13, oi: () => 6_500 };

const dayOf = (strikes: readonly StrikeCells[], expiry = NEAR): RoomDay =>
  makeRoom({ expiry, date: "2026-08-18", spot, strikes });

interface Look {
  readonly day?: RoomDay;
  readonly params?: Partial<Params>;
  readonly mode?: "live" | "replay";
  readonly at?: number;
  readonly pricing?: PricingChoice;
}

function look({ day = dayOf(pricedStrikes(near)), params, mode = "live", at = 720, pricing }: Look = {}): Snapshot {
  const days = new Map([
    [roomName("NIFTY", NEAR), day],
    [roomName("NIFTY", FAR), dayOf(pricedStrikes(far), FAR)],
  ]);
  const market = makeMarket(undefined, {
    room(name) {
      const of = days.get(name);
      return of && marketRoom(of);
    },
    missing: (name) => (name === roomName("NIFTY", MISSING) ? { status: 404, message: "no such room" } : undefined),
  });
  const pane = makePane({ expiry: NEAR, expiries: [NEAR, FAR, MISSING], pricing });
  const clock = { mode, date: day.date, minute: minute(at), speed: 1 } as const;
  const input = { market, pane, clock, kernel, params: { ...screen.defaults, ...params } };
  const snapshot = derivation.derive(input, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return snapshot;
}

/** By the formulas, one option after another. */
function plainTotals({ strikes, years, iv, oi }: PricedStrikes, underlying = SPOT) {
  const totals = { gamma: 0, delta: 0, vega: 0 };
  for (const strike of strikes)
    for (const side of ["ce", "pe"] as const) {
      const isCall = side === "ce";
      const greeks = plainValue({ model: "spot", isCall, underlying, strike, years, rate: 0.1 }, iv(strike));
      const held = oi?.(strike, side) ?? 0;
      const sign = isCall ? 1 : -1;
      totals.gamma += sign * greeks.gamma * held * underlying ** 2 * 0.01;
      totals.delta += greeks.delta * held * underlying;
      totals.vega += (sign * greeks.vega * held) / 100;
    }
  return totals;
}

describe("exposure by strike and in all", () => {
  test("gamma x OI x S² x 1 %, delta x OI x S, vega x OI; calls count +, puts -", () => {
    const { totals, bars, strikes, oi, byExpiry, expiry, atm } = look();
    const plain = plainTotals(near);
    // The prices are those of the textbook to the paisa: so are the IVs, to a few digits.
    for (const figure of ["gamma", "delta", "vega"] as const) expect(totals[figure] / plain[figure]).toBeCloseTo(1, 2);
    expect([...strikes]).toEqual(STRIKES);
    expect(atm).toBe(SPOT);
    expect([oi.ce[0], oi.pe[0]]).toEqual([6_500, 58_500]);
    expect(bars.gamma.ce.every((value) => value > 0) && bars.gamma.pe.every((value) => value < 0)).toBe(true);
    expect(bars.delta.ce.every((value) => value > 0) && bars.delta.pe.every((value) => value < 0)).toBe(true);
    const all = (column: Float64Array) => column.reduce((sum, value) => sum + value, 0);
    expect(all(bars.vega.ce) + all(bars.vega.pe)).toBeCloseTo(totals.vega, 3);
    expect(byExpiry).toEqual([{ expiry: NEAR, ...totals }]);
    expect(expiry).toBe(NEAR);
  });

  test("of a currency's contracts counts what they stand for, and their open interest as it is", () => {
    const strikes = [87, 87.25, 87.5];
    const oi = (strike: number) => (strike === 87 ? 1000 : 400);
    const chain: PricedStrikes = { strikes, model: "forward", underlying: 87.2, years: 8 / 365, iv: () => 0.04, oi };
    const day = makeRoom({
      ...{ symbol: "USDINR", expiry: "2026-08-26", date: "2026-08-18", spot: { ltp: 87.2 } },
      strikes: pricedStrikes(chain),
    });
    const room = marketRoom(day);
    const pane = makePane({ symbol: "USDINR", expiry: day.expiry });
    const clock = { mode: "live", date: day.date, minute: minute(720), speed: 1 } as const;
    const at = createChainReader().open({ market: makeMarket(undefined, { room: () => room }), pane, clock });
    if (!at) throw new Error("no chain");
    const exposureOf = (multiplier: 1 | 1000) =>
      createExposureReader().of(kernel, [{ ...at, underlying: { ...at.underlying, multiplier } }], "calls");
    const [got, ofOne] = [exposureOf(at.underlying.multiplier), exposureOf(1)];
    for (const figure of ["gamma", "delta", "vega"] as const) {
      expect(Math.abs(got.totals[0]![figure])).toBeGreaterThan(0);
      expect(got.totals[0]![figure]).toBeCloseTo(1000 * ofOne.totals[0]![figure], 3);
    }
    expect(got.ce.oi).toEqual(Float64Array.of(1000, 400, 400));
    const curve = (book: typeof got.book) => netGamma(kernel, book, 0.99, 1.01, 3);
    expect(curve(got.book)[1]! / curve(ofOne.book)[1]!).toBeCloseTo(1000, 6);
  });

  test("turned, gamma and vega change their signs, and a delta keeps its own", () => {
    const [plain, turned] = [look(), look({ params: { positive: "puts" } })];
    expect(turned.totals.gamma).toBeCloseTo(-plain.totals.gamma, 3);
    expect(turned.totals.vega).toBeCloseTo(-plain.totals.vega, 3);
    expect(turned.totals.delta).toBe(plain.totals.delta);
    expect(turned.zero).toBeCloseTo(plain.zero, 6);
    expect(ruleWords("puts")).toContain("calls count \u2212, puts +");
  });

  test("bars only of the range, totals of all strikes", () => {
    const narrow = look({ params: { range: 8 } });
    expect(narrow.totals).toEqual(look().totals);
    const wide = dayOf(pricedStrikes({ ...near, strikes: Array.from({ length: 41 }, (_, i) => 23_200 + 50 * i) }));
    const { strikes } = look({ day: wide, params: { range: 8 } });
    expect([strikes.length, strikes[0], strikes.at(-1)]).toEqual([17, 23_800, 24_600]);
  });

  test("all expiries add up, strike by strike; those without a chain are counted", () => {
    const both = look({ params: { scope: "all" } });
    const [one, other] = both.byExpiry;
    expect(both.byExpiry.map(({ expiry }) => expiry)).toEqual([NEAR, FAR]);
    expect(one?.gamma).toBeCloseTo(look().totals.gamma, 3);
    expect(other?.vega).toBeCloseTo(plainTotals(far).vega, -3);
    expect(both.totals.delta).toBeCloseTo((one?.delta ?? 0) + (other?.delta ?? 0), 3);
    expect(both.oi.ce[0]).toBe(13_000);
    expect(both.expiry).toBeUndefined();
    expect(caveatsOf(both)).toEqual(["1 listed expiry without a chain"]);
  });

  test("in forward mode both sides of a strike have one IV, priced on its forward", () => {
    const pricing = { forward: true, untraded: false };
    const snapshot = look({ pricing });
    expect(snapshot.pricedOn).toMatchObject({ forward: true, basis: "forward" });
    expect(snapshot.totals.gamma / plainTotals(near).gamma).toBeCloseTo(1, 1);
    // A side without a price is held all the same.
    const strikes = pricedStrikes(near).map((one) => (one.strike === SPOT ? { ...one, pe: { oi: 650 } } : one));
    expect(look({ day: dayOf(strikes), pricing }).left).toBe(0);
    expect(look({ day: dayOf(strikes) })).toMatchObject({ left: 1, leftOi: 650 });
  });
});

describe("net gamma over spot", () => {
  test("at today's spot it is the total; elsewhere that of the formulas at that spot", () => {
    const { curve, totals } = look();
    const after = curve.spots.findIndex((one) => one > SPOT);
    const [low, high] = [curve.spots[after - 1]!, curve.spots[after]!];
    const share = (SPOT - low) / (high - low);
    const between = curve.gamma[after - 1]! * (1 - share) + curve.gamma[after]! * share;
    expect(between / totals.gamma).toBeCloseTo(1, 2);
    for (const place of [0, 40, 120])
      expect(curve.gamma[place]! / CRORE).toBeCloseTo(plainTotals(near, curve.spots[place]).gamma / CRORE, 1);
    expect([curve.spots[0], curve.spots.at(-1)].map((value) => Math.round(value ?? 0))).toEqual([23_800, 24_600]);
  });

  test("its zero is where the formulas change their sign; without one within 10 % there is none", () => {
    const { zero } = look();
    expect(zero).toBeGreaterThan(24_000);
    expect(plainTotals(near, zero - 5).gamma).toBeLessThan(0);
    expect(plainTotals(near, zero + 5).gamma).toBeGreaterThan(0);
    const callsAlone = { ...near, oi: (_: number, side: string) => (side === "ce" ? 650 : 0) };
    expect(look({ day: dayOf(pricedStrikes(callsAlone)) }).zero).toBeNaN();
  });

  test("while the closing auction holds the spot, all of it stands on the future, as the chain's ATM does", () => {
    const future = 24_320;
    const underlying = future * Math.exp((-0.1 * 7) / 365);
    const room = { date: "2026-08-18", expiry: NEAR, spot, strikes: pricedStrikes({ ...near, underlying }) };
    const day = makeRoom({ ...room, future: { ltp: future } });
    closeMinute(day, 361); // 15:16, with the spot of now
    const held = look({ day, at: 920 });
    const free = look({ day: makeRoom({ ...room, spot: { ltp: underlying } }) });
    expect(held.standing).toEqual({ basis: "future", spot: future });
    expect(held.spot).toMatchObject({ basis: "spot", spot: SPOT });
    expect([held.atm, free.atm]).toEqual([24_300, 24_300]);
    expect(held.zero / future).toBeCloseTo(free.zero / underlying, 4);
    expect(barData(held, "gamma", String).marks?.at(-1)).toMatchObject({ at: future, label: "Future 24320" });
  });

  test("of several zeros the one nearest to today's spot, as a multiple of it", () => {
    const book = {
      length: 3,
      centre: Float64Array.of(-0.05, 0.005, 0.08),
      vol: Float64Array.of(0.01, 0.01, 0.01),
      weight: Float64Array.of(1, -1, 1),
    };
    const zero = zeroGamma(kernel, book);
    expect(Math.log(zero)).toBeCloseTo(-0.0225, 6); // half-way between two equal and opposite ones
    expect([...netGamma(kernel, { ...book, length: 0 }, 0.9, 1.1, 3)]).toEqual([0, 0, 0]);
    expect(zeroGamma(kernel, { ...book, length: 0 })).toBeNaN();
  });
});

describe("what is missing", () => {
  test("without open interest nothing is drawn, and it is said", () => {
    const snapshot = look({ day: dayOf(pricedStrikes({ ...near, oi: () => -1 })) });
    expect(snapshot.hasOi).toBe(false);
    expect(snapshot.zero).toBeNaN();
    expect(barData(snapshot, "gamma", String).x).toEqual([]);
    expect(curveData(snapshot, String).x).toEqual([]);
    expect(caveatsOf(snapshot)).toContain("This day has no open interest");
  });

  test("contracts without an IV have no part, and are counted; an expired chain has none at all", () => {
    const strikes = pricedStrikes(near).map((one) => (one.strike === 24_600 ? { ...one, ce: { oi: 65_000 } } : one));
    const snapshot = look({ day: dayOf(strikes) });
    expect(snapshot.bars.gamma.ce[8]).toBe(0);
    expect(snapshot.oi.ce[8]).toBe(65_000);
    expect(caveatsOf(snapshot)).toEqual(["1 contract without an IV left out, OI 0.65 L"]);
    const expired = dayOf(pricedStrikes(near), isoDate("2026-08-18"));
    const late = look({ day: expired, at: 15 * 60 + 40 });
    expect([late.left, late.totals.gamma]).toEqual([18, 0]);
    expect(late.zero).toBeNaN();
  });

  test("off live it reads the minute, in a hole the last before it; before the first there is nothing", () => {
    const day = dayOf(pricedStrikes(near));
    expect(() => look({ day, mode: "replay" })).toThrow("no snapshot");
    closeMinute(day, 100);
    const replay = look({ day, mode: "replay", at: day.open + 130 });
    expect(replay.totals.gamma).toBeCloseTo(look().totals.gamma, 3);
  });
});
