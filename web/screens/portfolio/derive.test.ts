import { describe, expect, it } from "vitest";
import { WHOLE_PORTFOLIO } from "#contract/domain/strategy/portfolio.ts";
import { type LegPosition, profitsOf } from "#contract/domain/strategy/profits.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { Missing } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { derivation } from "./derive.ts";
import { MOST_ROOMS, screen, stopWatch, unloadedOf } from "./screen.ts";
import type { Positions, StopRule } from "./snapshot.ts";
import { watch } from "./watch.ts";

const kernel = undefined as unknown as Kernel; // profits need no model
const leg = (fields: Partial<LegPosition>): LegPosition => ({
  expiry: "8:25:2026",
  strike: 24_000,
  type: "CE",
  name: "A",
  room: "NIFTY-8/25/2026",
  lots: -2,
  average: 100,
  unitsPerLot: 75,
  realised: 50,
  ...fields,
});
const straddle = [leg({}), leg({ type: "PE", name: "B", average: 80 })];
const positions: Positions = {
  revision: 7,
  strategies: [
    { name: "Straddle", legs: straddle },
    { name: "Closed", legs: [leg({ name: "C", lots: 0, average: 0, realised: -10 })] },
  ],
};
const clock = { mode: "live", date: isoDate("2026-08-18"), minute: minute(600), speed: 1 } as const;
const priced = (prices: Readonly<Record<string, number>>) =>
  makeMarket(undefined, { prices: () => ({ version: 1, ltp: (name: string) => prices[name] ?? Number.NaN }) });
/** What the page makes of the prices that come back. */
function derive(prices: Readonly<Record<string, number>>) {
  const input = { market: priced(prices), pane: makePane(), params: positions, clock, kernel };
  const snapshot = derivation.derive(input, derivation.createScratch());
  expect(snapshot?.revision).toBe(7);
  return profitsOf(positions.strategies, (_leg, at) => snapshot?.prices[at] ?? Number.NaN);
}

describe("profits", () => {
  it("are lots x units x what the price has moved; a closed leg has none", () => {
    const snapshot = derive({ A: 90, B: 85, C: 1 });
    expect([...snapshot.legs]).toEqual([1500, -750, 0]);
    expect([...snapshot.strategies]).toEqual([750, 0]);
    expect([snapshot.unrealised, snapshot.priced]).toEqual([750, 2]);
  });

  it("of a strategy with a leg that has no price are not known, and are no part of the whole", () => {
    const snapshot = derive({ A: 90 });
    expect([...snapshot.strategies]).toEqual([Number.NaN, 0]);
    expect([snapshot.unrealised, snapshot.priced]).toEqual([0, 1]);
  });

  it("of an expired leg are by what it was settled at, on its expiry's own day", () => {
    const day = { source: "sim", date: isoDate("2026-08-11") } as const;
    const last = makeRoom({ expiry: day.date, date: day.date, spot: { ltp: 24_130 }, strikes: [] });
    closeMinute(last, 380);
    const room = "NIFTY-8/11/2026";
    const legs = [leg({ settledOn: day, room }), leg({ settledOn: day, room, type: "PE" }), leg({ name: "A" })];
    const params = { revision: 1, strategies: [{ name: "Calendar", legs }] };
    expect(screen.needs(params, makePane())).toEqual([
      { prices: ["A"] },
      { room, day, fields: ["ltp"], optional: true },
    ]);
    expect(unloadedOf(params)).toBe(0);
    const market = {
      ...priced({ A: 90 }),
      room: (name: string, of?: unknown) => (name === room && of === day ? marketRoom(last) : undefined),
    };
    const input = { market, pane: makePane(), params, clock, kernel };
    expect(derivation.derive(input, derivation.createScratch())?.prices).toEqual(Float64Array.of(130, 0, 90));
    const rules: StopRule[] = [{ key: "Calendar", target: 12_151, stop: 12_149 }];
    const watched = { ...input, params: { positions: params, rules } };
    // 150 realised; -4,500 of the call, 15,000 of the put, 1,500 of the one that lives: 12,150.
    const settled = { waits: "" };
    expect(watch.watch(watched, watch.createScratch())).toEqual([settled]);
    rules[0] = { key: "Calendar", target: 12_149, stop: null };
    expect(watch.watch(watched, watch.createScratch())).toMatchObject([{ kind: "target" }, settled]);
  });

  it("ask live for the prices of the legs, each once, and for no day", () => {
    const twice = { ...positions, strategies: [...positions.strategies, { name: "Again", legs: straddle }] };
    expect(screen.needs(twice, makePane())).toEqual([{ prices: ["A", "B", "C"] }]);
    expect(screen.needs(screen.defaults, makePane())).toEqual([]);
  });
});

describe("a portfolio of 200 strategies with 1,000 legs in 300 contracts", () => {
  const random = numbers(3);
  const names = Array.from({ length: 300 }, (_, i) => `C${i}`);
  const prices = Object.fromEntries(names.map((name) => [name, Math.round(random() * 40_000) / 100]));
  const large: Positions = {
    revision: 7,
    strategies: Array.from({ length: 200 }, (_, i) => ({
      name: `S${i}`,
      legs: Array.from({ length: 5 }, (_, j) =>
        leg({
          name: names[(i * 5 + j) % names.length] ?? "",
          room: `R${i % 20}`,
          lots: Math.floor(random() * 9) - 4,
          average: Math.round(random() * 40_000) / 100,
          unitsPerLot: [65, 30, 20, 1000][i % 4] ?? 1,
          realised: Math.round(random() * 1_000_000) / 100 - 5000,
        }),
      ),
    })),
  };

  it("needs the prices of its contracts and no day", () => {
    expect(screen.needs(large, makePane())).toEqual([{ prices: names }]);
  });

  it("has the totals of a plain sum, to a paisa", () => {
    const input = { market: priced(prices), pane: makePane(), params: large, clock, kernel };
    const snapshot = derivation.derive(input, derivation.createScratch());
    const profits = profitsOf(large.strategies, (_leg, at) => snapshot?.prices[at] ?? Number.NaN);
    let paise = 0;
    large.strategies.forEach(({ legs }, i) => {
      let own = 0;
      for (const { name, lots, average, unitsPerLot } of legs)
        own += lots * unitsPerLot * (Math.round((prices[name] ?? 0) * 100) - Math.round(average * 100));
      expect(Math.abs((profits.strategies[i] ?? 0) - own / 100)).toBeLessThan(0.01);
      paise += own;
    });
    expect(profits.priced).toBe(200);
    expect(Math.abs(profits.unrealised - paise / 100)).toBeLessThan(0.01);
  });
});

/** The same numbers at each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe("on a past day", () => {
  const day = makeRoom({
    spot: { ltp: 24_010 },
    strikes: [{ strike: 24_000, ce: { ltp: 60 }, pe: { ltp: 70 } }],
  });
  closeMinute(day, 0);
  const pane = makePane({ day: { date: isoDate("2026-08-18"), source: "recorded" } as never });
  const run = (over: Parameters<typeof makeMarket>[1] = {}, room = true) =>
    derivation.derive(
      {
        market: makeMarket(room ? marketRoom(day) : undefined, over),
        pane,
        params: positions,
        clock: { ...clock, mode: "history" },
        kernel,
      },
      derivation.createScratch(),
    );

  it("prices are those of the chains at the clock", () => {
    expect([...(run()?.prices ?? [])].slice(0, 2)).toEqual([60, 70]);
  });

  it("wait for a chain that is on its way, and go on without one that cannot be had", () => {
    expect(run({}, false)).toBeUndefined();
    expect([...(run({ missing: () => ({ status: 404, message: "" }) }, false)?.prices ?? [])]).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
  });

  it("are of a bounded number of chains, none of which the portfolio cannot do without", () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ name: `S${i}`, legs: [leg({ room: `R${i}` })] }));
    const needs = screen.needs({ revision: 1, strategies: many }, pane);
    expect(needs).toHaveLength(MOST_ROOMS);
    expect(needs[0]).toEqual({ room: "R0", fields: ["ltp"], optional: true });
    expect(unloadedOf({ revision: 1, strategies: many })).toBe(20 - MOST_ROOMS);
  });

  it("of chains that hold no position any more come last, but come", () => {
    const closed = { name: "Closed", legs: [leg({ room: "R0", lots: 0 })] };
    const open = { name: "Open", legs: [leg({ room: "R1" })] };
    const needs = screen.needs({ revision: 1, strategies: [closed, open] }, pane);
    expect(needs.map((need) => "room" in need && need.room)).toEqual(["R1", "R0"]);
  });
});

describe("stops and targets", () => {
  const look = (
    rules: readonly StopRule[],
    prices: Readonly<Record<string, number>>,
    scratch = watch.createScratch(),
  ) => watch.watch({ market: priced(prices), pane: makePane(), params: { positions, rules }, clock, kernel }, scratch);
  const stop = { key: "Straddle", target: null, stop: -1000 };

  it("count realised and unrealised profit, and are hit once", () => {
    const scratch = watch.createScratch();
    expect(look([stop], { A: 106, B: 80 }, scratch)).toEqual([]); // 100 - 900
    expect(look([stop], { A: 108, B: 80 }, scratch)).toEqual([{ key: "Straddle", kind: "stop", value: -1100 }]);
    expect(look([stop], { A: 109, B: 80 }, scratch)).toEqual([]);
  });

  it("of the whole count all strategies, and nothing while a price is missing", () => {
    const whole = { key: WHOLE_PORTFOLIO, target: 800, stop: null };
    expect(look([whole], { A: 90, B: 85 })).toEqual([{ key: WHOLE_PORTFOLIO, kind: "target", value: 840 }]);
    expect(look([whole, stop], { A: 90 })).toEqual([]);
  });

  it("of a total that waits for a settlement are named, with the reason, and the others go on", () => {
    const room = "NIFTY-8/11/2026";
    const expired = leg({ name: "X", expiry: "8:11:2026", room });
    const settledOn = { source: "sim", date: isoDate("2026-08-11") } as const;
    const rules: StopRule[] = ["Straddle", "Calendar", WHOLE_PORTFOLIO].map((key) => ({
      key,
      target: null,
      stop: -1000,
    }));
    const scratch = watch.createScratch();
    const run = (old: LegPosition, missing?: Missing) => {
      const strategies = [
        { name: "Straddle", legs: straddle },
        { name: "Calendar", legs: [old, leg({})] },
      ];
      const market = { ...priced({ A: 108, B: 80 }), missing: (name: string) => (name === room ? missing : undefined) };
      const params = { positions: { revision: 1, strategies }, rules };
      return watch.watch({ market, pane: makePane(), params, clock, kernel }, scratch);
    };
    const waiting = (why: string) => [
      { waits: `Calendar, ${WHOLE_PORTFOLIO}: no settlement of an expired leg is known (${why})` },
    ];
    const hit = { key: "Straddle", kind: "stop", value: -1100 };
    expect(run(leg({ ...expired, settledOn }))).toEqual([hit, { waits: "" }]); // its day is on its way
    expect(run(leg({ ...expired, settledOn }), { status: 403, message: "no plan" })).toEqual(waiting("no plan"));
    expect(run(leg({ ...expired, settledOn }), { status: 403, message: "no plan" })).toEqual([]);
    expect(run(leg({ ...expired, settledOn }))).toEqual([{ waits: "" }]);
    expect(run(expired)).toEqual(waiting("its day is not recorded"));
    expect(run({ ...expired, lots: 0 }).filter((one) => "waits" in one)).toEqual([{ waits: "" }]);
  });

  it("need the prices of the legs", () => {
    expect(stopWatch.needs({ positions, rules: [stop] }, makePane())).toEqual([{ prices: ["A", "B", "C"] }]);
  });
});
