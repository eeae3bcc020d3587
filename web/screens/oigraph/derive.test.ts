import { describe, expect, test } from "vitest";
import { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import type { MarketClock } from "#contract/domain/clock.ts";
import { LTP, OI, type RoomDay } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { datumAt } from "./datum.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

const kernel = undefined as unknown as Kernel; // this screen prices nothing
const OPEN = 555;

const paneOf = (symbol: string) => makePane({ symbol });

const clockAt = (at: number, mode: MarketClock["mode"] = "replay"): MarketClock => ({
  mode,
  date: isoDate("2026-08-18"),
  minute: minute(at),
  speed: 1,
});

/** Strikes 100 apart around 24,000; a lakh of calls and two of puts at each, half of it held the day before. */
function chain(strikeRange: number, spot = 24_010): RoomDay {
  return makeRoom({
    spot: { ltp: spot, prevClose: 23_900 },
    future: { ltp: 24_050 },
    strikes: Array.from({ length: 2 * strikeRange + 1 }, (_, i) => ({
      strike: 24_000 + (i - strikeRange) * 100,
      ce: { ltp: 110.5, prevClose: 100, oi: 100_000, prevOi: 50_000 },
      pe: { ltp: 90, prevClose: 95.25, oi: 200_000, prevOi: 100_000 },
    })),
  });
}

/** Row of a contract of `chain`: spot and future come first, then CE and PE by strike. */
const rowOf = (index: number, side: "CE" | "PE"): number => 2 + index * 2 + (side === "PE" ? 1 : 0);

interface Run extends Partial<Params> {
  readonly scratch?: ReturnType<typeof derivation.createScratch>;
  readonly structure?: number;
}

function run(day: RoomDay, clock: MarketClock, options: Run = {}): Snapshot {
  const { scratch = derivation.createScratch(), structure = 1, ...params } = options;
  const room = marketRoom(day, { structureVersion: structure });
  const input = {
    market: makeMarket(room),
    pane: paneOf(day.symbol),
    params: { ...screen.defaults, ...params },
    clock,
    kernel,
  };
  const snapshot = derivation.derive(input, scratch);
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

describe("the datum of a strike", () => {
  const day = chain(1);
  day.live.columns[OI][rowOf(2, "CE")] = 25_000;
  day.tokens.prevClose[rowOf(2, "PE")] = -1;
  const snapshot = run(day, clockAt(600, "live"));

  test("is the strike with open interest, premium and their changes of both sides", () => {
    expect(datumAt(snapshot, 0)).toEqual({
      strike: 23_900,
      values: [
        { type: "CE", oi: 1, changeInOI: 0.5, premium: 110.5, changeInPremium: 10.5 },
        { type: "PE", oi: 2, changeInOI: 1, premium: 90, changeInPremium: -5.25 },
      ],
    });
    expect(datumAt(snapshot, 2)?.values).toEqual([
      { type: "CE", oi: 0.25, changeInOI: -0.25, premium: 110.5, changeInPremium: 10.5 },
      { type: "PE", oi: 2, changeInOI: 1, premium: 90, changeInPremium: Number.NaN },
    ]);
    expect(datumAt(snapshot, 3)).toBeUndefined();
  });

  test("has a least and a greatest figure by metric, over both sides", () => {
    expect(snapshot.minMax).toEqual({
      oi: { min: 0.25, max: 2 },
      changeInOI: { min: -0.25, max: 1 },
      premium: { min: 90, max: 110.5 },
      changeInPremium: { min: -5.25, max: 10.5 },
    });
  });

  test("a metric that no contract has says so", () => {
    const first = chain(1);
    first.tokens.prevOi.fill(-1);
    expect(run(first, clockAt(600, "live")).minMax.changeInOI).toEqual({ min: Number.NaN, max: Number.NaN });
  });
});

describe("strikes around ATM", () => {
  const day = chain(30);

  test.each([7, 14, 21] as const)("%i on each side", (strikeRange) => {
    const { strikes, atm } = run(day, clockAt(600, "live"), { strikeRange });
    expect(strikes).toHaveLength(2 * strikeRange + 1);
    expect(strikes[strikeRange]).toBe(24_000);
    expect(atm).toBe(24_000);
  });

  test("fewer at the chain's end; all without an ATM; the figures of the moment beside them", () => {
    expect(run(chain(3), clockAt(600, "live")).strikes).toHaveLength(7);
    const blind = chain(9);
    blind.live.columns[LTP].fill(-1);
    blind.live.columns[LTP][rowOf(0, "CE")] = 100;
    const snapshot = run(blind, clockAt(600, "live"));
    expect(snapshot.strikes).toHaveLength(19);
    expect(snapshot.atm).toBeNaN();
    expect(snapshot.basis).toBe("none");
    expect(run(day, clockAt(600, "live"))).toMatchObject({ pcr: 2, pcrChange: 0, price: 24_010, prevPrice: 23_900 });
  });

  test("buffers follow the number of strikes within one subscription", () => {
    const scratch = derivation.createScratch();
    for (const strikeRange of [7, 21, 14, 7] as const) {
      expect(run(day, clockAt(600, "live"), { strikeRange, scratch })).toEqual(
        run(day, clockAt(600, "live"), { strikeRange }),
      );
    }
    expect(run(chain(2), clockAt(600, "live"), { scratch, structure: 2 }).strikes).toHaveLength(5);
  });
});

describe("the totals", () => {
  const day = chain(30);

  test.each([
    [ALL_STRIKES, 61],
    [7, 15],
    [14, 29],
    [21, 43],
  ] as const)("of range %i add up %i strikes, whatever is shown", (totalRange, count) => {
    const { totals, strikes } = run(day, clockAt(600, "live"), { totalRange });
    expect(strikes).toHaveLength(15);
    expect([totals.oi.CE[0], totals.oi.PE[0]]).toEqual([count, 2 * count]);
    expect([totals.changeInOI.CE[0], totals.changeInOI.PE[0]]).toEqual([count / 2, count]);
    expect([totals.startOi.CE[0], totals.startOi.PE[0]]).toEqual([count / 2, count]);
  });
});

describe("a window", () => {
  /** Calls at ATM hold as many units as the slot says; slots 20 to 29 are a hole. */
  function dayOf(slots: number): RoomDay {
    const day = chain(7);
    for (let slot = 0; slot < slots; slot++) {
      if (slot >= 20 && slot < 30) continue;
      setAtm(day, slot);
      closeMinute(day, slot);
    }
    setAtm(day, slots);
    return day;
  }

  function setAtm(day: RoomDay, lakhs: number): void {
    day.live.columns[OI][rowOf(7, "CE")] = lakhs * 100_000;
    day.live.columns[LTP][rowOf(7, "CE")] = 10_000 + lakhs * 5;
  }

  const atAtm = ({ oi, changeInOI, startOi, changeInPremium }: Snapshot) => ({
    oi: oi.CE[7],
    start: startOi.CE[7],
    change: changeInOI.CE[7],
    premium: changeInPremium.CE[7],
  });

  test("'current' is the change since the previous day, at whatever moment the clock stands", () => {
    const snapshot = run(dayOf(60), clockAt(OPEN + 45));
    expect(atAtm(snapshot)).toEqual({ oi: 45, start: 0.5, change: 44.5, premium: 2.25 });
    expect(snapshot).toMatchObject({ to: OPEN + 45, from: Number.NaN, wantedFrom: Number.NaN });
  });

  test.each([3, 5, 6, 10, 15] as const)("of the last %i minutes counts from so many minutes before the clock", (n) => {
    const day = dayOf(60);
    expect(atAtm(run(day, clockAt(OPEN + 50), { window: n }))).toMatchObject({ oi: 50, start: 50 - n, change: n });
    const live = run(day, clockAt(OPEN + 60, "live"), { window: n });
    expect(atAtm(live)).toEqual({ oi: 60, start: 60 - n, change: n, premium: (n * 5) / 100 });
    expect(live).toMatchObject({ to: OPEN + 60, from: OPEN + 60 - n, wantedFrom: OPEN + 60 - n });
  });

  test("whose start is a hole counts from the last filled minute before it, and says so", () => {
    const snapshot = run(dayOf(60), clockAt(OPEN + 40), { window: 15 });
    expect(atAtm(snapshot)).toMatchObject({ start: 19, change: 21 });
    expect(snapshot).toMatchObject({ from: OPEN + 19, wantedFrom: OPEN + 25 });
  });

  test("keeps its length where the clock itself stands in a hole: both ends stand back", () => {
    const snapshot = run(dayOf(60), clockAt(OPEN + 25), { window: 5 });
    expect(atAtm(snapshot)).toMatchObject({ oi: 19, start: 14, change: 5 });
    expect(snapshot).toMatchObject({ to: OPEN + 19, last: OPEN + 19 });
  });

  test("longer than the day so far counts from its first minute; without any there is no change, and no zero", () => {
    const snapshot = run(dayOf(60), clockAt(OPEN + 40), { window: 120 });
    expect(atAtm(snapshot)).toMatchObject({ start: 0, change: 40 });
    expect(snapshot.from).toBe(OPEN);
    const young = run(dayOf(0), clockAt(OPEN, "live"), { window: 3 });
    expect(atAtm(young)).toEqual({ oi: 0, start: Number.NaN, change: Number.NaN, premium: Number.NaN });
    expect(young.from).toBeNaN();
    expect(young.totals.changeInOI.CE[0]).toBeNaN();
  });

  test("a custom one without an end goes with the clock; with one, everything is of that minute", () => {
    const day = dayOf(60);
    const open = run(day, clockAt(OPEN + 60, "live"), { window: { from: OPEN + 10, to: undefined } });
    expect(atAtm(open)).toMatchObject({ oi: 60, start: 10, change: 50 });
    const shut = run(day, clockAt(OPEN + 60, "live"), { window: { from: OPEN + 10, to: OPEN + 40 } });
    expect(atAtm(shut)).toMatchObject({ oi: 40, start: 10, change: 30 });
    expect(shut).toMatchObject({ to: OPEN + 40, last: OPEN + 60, first: OPEN });
    expect(shut.pcr).toBe(run(day, clockAt(OPEN + 40)).pcr);
  });

  test("a custom one never shows what the clock has not reached, and turns no minute round", () => {
    const day = dayOf(60);
    const ahead = run(day, clockAt(OPEN + 15), { window: { from: OPEN + 5, to: OPEN + 55 } });
    expect(atAtm(ahead)).toMatchObject({ oi: 15, start: 5 });
    const late = run(day, clockAt(OPEN + 15), { window: { from: OPEN + 50, to: OPEN + 55 } });
    expect(atAtm(late)).toMatchObject({ oi: 15, start: 15, change: 0 });
    const held = run(day, clockAt(OPEN + 50), { window: { from: OPEN + 10, to: OPEN + 25 } });
    expect(atAtm(held)).toMatchObject({ oi: 19, start: 10 });
    expect(held.to).toBe(OPEN + 19);
  });
});

test("a currency has four decimals, strikes in quarters, and its future in the place of the spot", () => {
  const day = makeRoom({
    symbol: "USDINR",
    future: { ltp: 89.8525, prevClose: 89.75 },
    strikes: [89.5, 89.75, 90].map((strike) => ({ strike, ce: { ltp: 0.1025, prevClose: 0.1, oi: 100_000 } })),
  });
  const snapshot = run(day, clockAt(600, "live"));
  expect([...snapshot.strikes]).toEqual([89.5, 89.75, 90]);
  expect(snapshot).toMatchObject({ decimals: 4, price: 89.8525, prevPrice: 89.75, atm: 89.75, basis: "future" });
  expect(snapshot.changeInPremium.CE[0]).toBeCloseTo(0.0025, 10);
  expect(snapshot.oi.PE[0]).toBeNaN();
});
