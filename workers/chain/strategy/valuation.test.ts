import { beforeAll, describe, expect, it } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import {
  type Costs,
  type HeldLeg,
  NO_SHIFT,
  type Valuation,
  type WhatIf,
} from "#contract/domain/strategy/valuation.ts";
import { isoDate } from "#contract/domain/units.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { createChainReader } from "#market/chain.ts";
import { optionPrice } from "#market/strategy/black76.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { createExpiryChains } from "./expiry-chains.ts";
import { createChainPricer } from "./priced-chain.ts";
import { settlementsIn } from "./settlement.ts";
import { strategyMap } from "./strategy-map.ts";
import { createStrategyValuation } from "./valuation.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const EXPIRY = isoDate("2026-08-25");
const DATE = "2026-08-18";
const NOON = 12 * 60;
const SPOT = 24_207.05;
const STRIKES = Array.from({ length: 41 }, (_, index) => 23_200 + 50 * index);
/** Of the day's noon to the close of the expiry. */
const YEARS = (7 * 1440 + 15 * 60 + 40 - NOON) / 525_600;

const tick = (price: number): number => Math.max(Math.round(price * 20) / 20, 0.05);
/** @param quiet a strike whose call has not traded today */
const roomOf = (quiet?: number) =>
  makeRoom({
    expiry: EXPIRY,
    date: DATE,
    spot: { ltp: SPOT, prevClose: 24_212.8 },
    future: { ltp: SPOT + 20 },
    strikes: STRIKES.map((strike) => ({
      strike,
      ce: { ltp: tick(optionPrice(1, SPOT + 20, strike, 0.11, YEARS)), ...(strike === quiet && { vol: 0 }) },
      pe: { ltp: tick(optionPrice(-1, SPOT + 20, strike, 0.11, YEARS)) },
    })),
  });

function value(
  legs: readonly HeldLeg[],
  over: { forward?: boolean; whatIf?: WhatIf; missing?: boolean; costs?: Costs; quiet?: number } = {},
): Valuation {
  const { whatIf = NO_SHIFT, costs } = over;
  const { at, chainOf, settlementOf } = market(over);
  const range = [23_200, 25_200] as const;
  return createStrategyValuation().of({ kernel, legs, at, chainOf, settlementOf, range, whatIf, costs });
}

interface MarketFixture {
  readonly forward?: boolean;
  readonly missing?: boolean;
  readonly quiet?: number;
}

const SETTLED_ON = { source: "sim", date: isoDate("2026-08-11") } as const;

/** The day on which an earlier expiry ended, at 24,350. */
function settledDay() {
  const strikes = [{ strike: 24_200, ce: { ltp: 148 }, pe: { ltp: 0.05 } }];
  const day = makeRoom({ expiry: SETTLED_ON.date, date: SETTLED_ON.date, spot: { ltp: 24_100 }, strikes });
  closeMinute(day, 3);
  day.live.columns[LTP]![0] = 2_435_000;
  closeMinute(day, 380);
  return day;
}

function market({ forward = true, missing = false, quiet }: MarketFixture) {
  const market = {
    room: (_: string, of?: unknown) => ({
      day: of === SETTLED_ON ? settledDay() : roomOf(quiet),
      ...{ structureVersion: 1, minuteVersion: 1, tickVersion: 1 },
    }),
    doc: () => undefined,
    prices: () => ({ version: 0, ltp: () => Number.NaN }),
    missing: () => undefined,
  };
  const pane = makePane({ expiry: EXPIRY, pricing: { forward, untraded: false } });
  const clock = { mode: "live", date: isoDate(DATE), minute: NOON } as never;
  const at = createChainReader().open({ market, pane, clock });
  if (!at) throw new Error("no chain");
  const priced = createChainPricer().of(at, kernel);
  const chainOf = () => (missing ? undefined : { at, priced });
  return { at, chainOf, settlementOf: settlementsIn({ market, pane }) };
}

const CLOSE = 15 * 60 + 40;

/** The last minutes of an expiry's day: its chain, and the later one's. @param cut of a past day, the slots that nobody recorded @param shown the pane's expiry */
function evening(at: number, forward: boolean, cut = 0, shown = EXPIRY) {
  const strikes = [{ strike: 24_200, ce: { ltp: 9 }, pe: { ltp: 0.05 } }];
  const near = makeRoom({ expiry: DATE, date: DATE, spot: { ltp: SPOT }, strikes });
  const late = roomOf();
  for (const day of [near, late]) closeMinute(day, day.minutes.slots - 1 - cut);
  const market = {
    room: (name: string) => ({
      day: name === near.room ? near : late,
      ...{ structureVersion: 1, minuteVersion: 1, tickVersion: 1 },
    }),
    doc: () => undefined,
    prices: () => ({ version: 0, ltp: () => Number.NaN }),
    missing: () => undefined,
  };
  const past = cut > 0 && { day: { source: "sim", date: isoDate(DATE) } as const };
  const pane = makePane({ expiry: shown, pricing: { forward, untraded: false }, ...past });
  const clock = { mode: past ? "history" : "live", date: isoDate(DATE), minute: at } as never;
  const chainOf = createExpiryChains().at({ market, pane, clock, kernel });
  const own = chainOf(EXPIRY);
  if (!own) throw new Error("no chain");
  const input = { at: own.at, chainOf, settlementOf: settlementsIn({ market, pane }), whatIf: NO_SHIFT };
  const range = [23_200, 25_200] as const;
  return {
    value: (legs: readonly HeldLeg[]) => createStrategyValuation().of({ kernel, legs, range, ...input }),
    map: (legs: readonly HeldLeg[]) => strategyMap(kernel, { legs, ...input }, 50),
  };
}

const leg = (type: "CE" | "PE" | "FUT", strike: number, lots: number, entry = 100): HeldLeg => ({
  type,
  expiry: EXPIRY,
  strike,
  lots,
  lotSize: 65,
  entry,
});
const priceOf = (type: "CE" | "PE", strike: number): number =>
  tick(optionPrice(type === "CE" ? 1 : -1, SPOT + 20, strike, 0.11, YEARS));

describe("a strategy's valuation", () => {
  it("on target at now is the unrealised P&L, for every contract, in forward mode", () => {
    for (const strike of STRIKES) {
      for (const type of ["CE", "PE"] as const) {
        const { legs, projected, unrealised } = value([leg(type, strike, 1)]);
        if (legs[0]?.isTwinIv !== false) continue;
        expect(Math.abs(projected - unrealised) / 65, `${strike} ${type}`).toBeLessThan(0.01);
      }
    }
  });

  it("a contract that has not traded today counts at its last price, on the IV of the other side", () => {
    const { legs, priced, unrealised } = value([leg("CE", 24_700, 2)], { quiet: 24_700 });
    expect(priced).toBe(1);
    expect(unrealised).toBeCloseTo((priceOf("CE", 24_700) - 100) * 130, 6);
    expect(legs[0]).toMatchObject({ isTwinIv: true, shownIv: 0 });
  });

  it("of an iron condor: extremes, break-evens, credit, all at expiry", () => {
    const entries = [63.3, 50.55, 16.25, 17.55] as const;
    const condor = [
      leg("CE", 24_450, -2, entries[0]),
      leg("PE", 23_950, -2, entries[1]),
      leg("CE", 24_700, 2, entries[2]),
      leg("PE", 23_700, 2, entries[3]),
    ];
    const got = value(condor);
    const credit = (entries[0] + entries[1] - entries[2] - entries[3]) * 130;
    expect(got.netCredit).toBeCloseTo(credit, 6);
    expect(got.maxProfit).toBeCloseTo(credit, 4);
    expect(got.maxLoss).toBeCloseTo(credit - 250 * 130, 4);
    expect(got.breakEvens.map((spot) => Math.round(spot * 100) / 100)).toEqual([23_869.95, 24_530.05]);
    expect(got.priced).toBe(4);
    expect(got.theta).toBeGreaterThan(0);
    expect(got.vega).toBeLessThan(0);
    expect(got.pop.isCorrected).toBe(false);
    expect(got.pop.percent).toBeGreaterThan(40);
    expect(got.margin).toBeGreaterThan(50_000);
    const middle = got.payoff.spots.findIndex((spot) => spot >= SPOT);
    expect(got.payoff.expiry[middle]).toBeCloseTo(credit, 4);
    expect([got.payoff.spots[0], got.payoff.spots.at(-1)]).toEqual([23_200, 25_200]);
  });

  it("knows which end at an underlying of 0 is an extreme of its own: not one that is flat", () => {
    expect(value([leg("CE", 24_800, -1, 3)]).atZero).toBeNaN();
    expect(value([leg("PE", 24_000, -1), leg("PE", 23_800, 1)]).atZero).toBeNaN();
    const long = value([leg("PE", 24_000, 1)]);
    expect(long.atZero).toBe(long.maxProfit);
  });

  it("corrects the PoP of a butterfly that was bought: the rule has it the wrong way round", () => {
    const butterfly = [
      leg("CE", 24_100, 1, priceOf("CE", 24_100)),
      leg("CE", 24_200, -2, priceOf("CE", 24_200)),
      leg("CE", 24_300, 1, priceOf("CE", 24_300)),
    ];
    const { pop, netCredit } = value(butterfly);
    expect(netCredit).toBeLessThan(0);
    expect(pop.isCorrected).toBe(true);
    expect(pop.percent).toBeCloseTo(100 - pop.rule, 6);
    expect(pop.percent).toBeLessThan(50);
  });

  it("without a shift is the same to the last bit; shifts move the target, and only what they mean", () => {
    const straddle = [leg("CE", 24_200, -1, 150), leg("PE", 24_200, -1, 120)];
    const base = value(straddle);
    const still = value(straddle, { whatIf: { iv: { all: 0, byExpiry: { [EXPIRY]: 0 } } } });
    expect(still.payoff.target).toEqual(base.payoff.target);
    expect([still.projected, still.delta, still.vega]).toEqual([base.projected, base.delta, base.vega]);

    const dearer = value(straddle, { whatIf: { iv: { all: 0, byExpiry: { [EXPIRY]: 0.02 } } } });
    expect(dearer.projected - base.projected).toBeCloseTo(base.vega * 2, -2);
    expect([dearer.maxProfit, dearer.unrealised]).toEqual([base.maxProfit, base.unrealised]);

    const atExpiry = value(straddle, { whatIf: { ...NO_SHIFT, daysLeft: 0 } });
    expect(atExpiry.projected).toBeCloseTo((270 - (SPOT - 24_200)) * 65, 4);
    expect(atExpiry.days).toEqual({ now: base.days.now, target: 0 });
    const tooFar = value(straddle, { whatIf: { ...NO_SHIFT, daysLeft: 999 } });
    expect(tooFar.projected).toBe(base.projected);
    expect(value(straddle, { whatIf: { ...NO_SHIFT, spot: 24_500 } }).spot).toBe(24_500);
  });

  it("in the specification's mode takes whole days, and the IV that chains show", () => {
    const { legs, days } = value([leg("CE", 24_200, 1)], { forward: false });
    expect(days.now).toBeCloseTo(7, 9);
    expect(legs[0]?.shownIv).toBeCloseTo(legs[0]?.iv ?? 0, 4);
  });

  it("of a future is its price's change; alone its PoP is 50", () => {
    const got = value([leg("FUT", 0, 1, SPOT)]);
    expect(got.unrealised).toBeCloseTo(20 * 65, 6);
    expect([got.maxProfit, got.delta > 64, got.pop.percent]).toEqual([Number.POSITIVE_INFINITY, true, 50]);
    // The same while the pane shows an expiry that has no future.
    const aside = evening(CLOSE, true, 0, isoDate(DATE)).value([leg("FUT", 0, 1, SPOT)]);
    expect(aside.unrealised).toBeCloseTo(20 * 65, 6);
  });

  it("says what it does not know: a leg without a price, no chain, no legs", () => {
    const unlisted = value([leg("CE", 24_200, 1), leg("CE", 30_000, -1)]);
    expect([unlisted.priced, unlisted.unrealised]).toEqual([1, Number.NaN]);
    const away = value([leg("CE", 24_200, 1)], { missing: true });
    expect([away.priced, away.pop.percent]).toEqual([0, Number.NaN]);
    const none = value([]);
    expect([none.unrealised, none.maxProfit, none.margin, none.priced]).toEqual([0, 0, 0, 0]);
  });

  it("is moved by every part of a what-if", () => {
    const straddle = [leg("CE", 24_200, -1, 120), leg("PE", 24_200, -1, 110)];
    const base = value(straddle);
    const higher = value(straddle, { whatIf: { ...NO_SHIFT, spot: 24_400 } });
    expect(higher.delta).toBeLessThan(base.delta);
    expect(higher.legs[0]!.target).toBeGreaterThan(base.legs[0]!.target);
    expect(higher.pop.percent).not.toBe(base.pop.percent);
    const sum = higher.legs.reduce((all, { quantity, target, entry }) => all + quantity * (target - entry), 0);
    expect(higher.projected).toBeCloseTo(sum, 6);
    const half = value(straddle, { whatIf: { ...NO_SHIFT, daysLeft: 3.5 } });
    expect(half.projected).toBeGreaterThan(base.projected);
    expect(half.theta).toBeGreaterThan(base.theta);
  });

  it("net of costs is lower by just these, before the expiry and at it", () => {
    const legs = [leg("CE", 24_200, -1, 120), leg("CE", 24_400, 1, 60)];
    const gross = value(legs);
    const costs = { closing: { rates: [0.001, 0.002], fixed: 150 }, expiring: { rates: [0, 0.0015], fixed: 60 } };
    const net = value(legs, { costs });
    const [sold, bought] = gross.legs.map(({ target }) => target * 65);
    expect(net.projected).toBeCloseTo(gross.projected - 150 - 0.001 * sold! - 0.002 * bought!, 6);
    const at = gross.payoff.spots.findIndex((spot) => spot >= 25_000);
    const intrinsic = (gross.payoff.spots[at]! - 24_400) * 65;
    expect(net.payoff.expiry[at]).toBeCloseTo(gross.payoff.expiry[at]! - 60 - 0.0015 * intrinsic, 6);
    expect(net.maxProfit).toBeCloseTo(gross.maxProfit - 60, 6);
    expect(gross.maxLoss).toBeCloseTo(-140 * 65, 6);
    expect(net.maxLoss).toBeLessThan(gross.maxLoss - 60); // and has an end, though the tax has none
    expect(net.maxLoss).toBeGreaterThan(gross.maxLoss - 60 - 0.0015 * 800 * 65 - 1);
    expect(net.margin).toBe(gross.margin);
    expect(net.breakEvens[0]).toBeLessThan(gross.breakEvens[0]!);
  });

  it("counts what an expired leg was settled at, and nothing of it ahead", () => {
    const later = leg("CE", 24_200, 1, 250);
    const near = { ...leg("CE", 24_200, -1, 100), expiry: SETTLED_ON.date };
    const [alone, both] = [value([later]), value([{ ...near, settledOn: SETTLED_ON }, later])];
    expect(both.legs[0]).toMatchObject({ price: 150, target: 150, isExpired: true, daysLeft: 0 });
    expect(both.unrealised).toBeCloseTo(alone.unrealised - 65 * (150 - 100), 6);
    expect(both.priced).toBe(2);
    expect({ ...both, legs: [], priced: 0, unrealised: 0 }).toEqual({ ...alone, legs: [], priced: 0, unrealised: 0 });
    expect(both.maxProfit).toBe(Number.POSITIVE_INFINITY);
    // A put ends worthless; without its day nothing is known of it, and the rest stands.
    const put = { ...near, type: "PE" as const, settledOn: SETTLED_ON };
    expect(value([put, later]).unrealised).toBeCloseTo(alone.unrealised + 65 * 100, 6);
    const unknown = value([near, later]);
    expect(unknown).toMatchObject({ unrealised: Number.NaN, priced: 1, delta: alone.delta, margin: alone.margin });
    expect(value([{ ...near, settledOn: SETTLED_ON }])).toMatchObject({ margin: 0, maxProfit: 0, delta: 0 });
  });

  it("after the close of its day an expiry is over for what goes on: only that is ahead", () => {
    const near = { ...leg("CE", 24_200, -1, 100), expiry: isoDate(DATE) };
    const later = leg("CE", 24_200, 1, 250);
    for (const forward of [true, false]) {
      const before = evening(CLOSE - 1, forward);
      const { legs, days } = before.value([near, later]);
      expect([legs[0]?.isExpired, days.now * 1440]).toEqual([false, expect.closeTo(1, 9)]);

      const after = evening(CLOSE, forward);
      const [alone, both] = [after.value([later]), after.value([near, later])];
      expect(both.legs[0]).toMatchObject({ isExpired: true, price: SPOT - 24_200, target: SPOT - 24_200 });
      expect(both.unrealised).toBeCloseTo(alone.unrealised + 65 * (100 - (SPOT - 24_200)), 6);
      expect({ ...both, legs: [], priced: 0, unrealised: 0 }).toEqual({ ...alone, legs: [], priced: 0, unrealised: 0 });
      expect([both.maxProfit, both.breakEvens.length]).toEqual([Number.POSITIVE_INFINITY, 1]);
      expect(after.map([near, later])).toEqual(after.map([later]));
      // With nothing that goes on what the expiry came to is still looked at.
      const ended = after.value([near]);
      expect(ended).toMatchObject({ maxProfit: 6500, maxLoss: Number.NEGATIVE_INFINITY, legs: [{ isExpired: false }] });
    }
  });

  it("an expiry is over at the close of a past day, too, whose recording ends before it", () => {
    const legs = [{ ...leg("CE", 24_200, -1, 100), expiry: isoDate(DATE) }, leg("CE", 24_200, 1, 250)];
    for (const forward of [true, false]) {
      expect(evening(CLOSE - 1, forward, 20).value(legs).legs[0]).toMatchObject({ isExpired: false, price: 9 });
      const after = evening(CLOSE, forward, 20);
      expect(after.value(legs).legs[0]).toMatchObject({ isExpired: true, price: SPOT - 24_200 });
      expect(after.map(legs)).toEqual(after.map(legs.slice(1)));
      expect(after.value(legs.slice(0, 1)).legs[0]).toMatchObject({ isExpired: false });
    }
  });

  it("has bands of the time to the expiry, wherever the target is", () => {
    const { at, ...input } = market({});
    const bandsAt = (whatIf: WhatIf) => {
      const range = [23_200, 25_200] as const;
      const day = { ...at.day, sd: 0.01 };
      const legs = [leg("CE", 24_200, 1)];
      return createStrategyValuation().of({ kernel, legs, ...input, at: { ...at, day }, range, whatIf }).bands;
    };
    const bands = bandsAt(NO_SHIFT);
    expect(bands?.percent).toBeCloseTo(Math.sqrt(YEARS * 365 + 1), 9);
    expect(bandsAt({ ...NO_SHIFT, daysLeft: 1 })).toEqual(bands);
  });

  it("takes costs from the legs that live, by their own rates", () => {
    const costs = (...rates: number[]) => ({ closing: { rates, fixed: 40 }, expiring: { rates, fixed: 60 } });
    const later = leg("CE", 24_200, 1, 250);
    const near = { ...leg("CE", 24_200, -1, 100), expiry: SETTLED_ON.date, settledOn: SETTLED_ON };
    const both = value([near, later], { costs: costs(0.5, 0.001) });
    expect(both.payoff).toEqual(value([later], { costs: costs(0.001) }).payoff);
  });

  const NET = { closing: { rates: [0.001, 0.002], fixed: 150 }, expiring: { rates: [0, 0.0015], fixed: 60 } };
  it.each([undefined, NET])("has a map whose columns are its lines, to the paisa, net of %j", (costs) => {
    const legs = [leg("CE", 24_200, -1, 120), leg("PE", 24_200, -1, 110)];
    const whatIf = { iv: { all: 0.1, byExpiry: {} } };
    const map = strategyMap(kernel, { legs, whatIf, costs, ...market({}) }, 50)!;
    expect(map.spots).toHaveLength(41);
    expect(map.daysLeft[0]).toBeCloseTo(YEARS * 365, 6);
    map.daysLeft.forEach((daysLeft, i) => {
      for (const row of [0, 15, 20, 33]) {
        const spot = map.spots[row]!;
        const { projected, payoff } = value(legs, { whatIf: { ...whatIf, daysLeft, spot }, ...(costs && { costs }) });
        if (daysLeft === 0) expect(payoff.target).toEqual(payoff.expiry);
        expect(map.values[i * 41 + row]).toBeCloseTo(projected, 2);
      }
    });
    expect(strategyMap(kernel, { legs: [], whatIf, ...market({}) }, 50)).toBeUndefined();
  });
});
