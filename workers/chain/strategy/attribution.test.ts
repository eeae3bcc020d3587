/** Legs by hand: whatever happens to a leg, its causes add up to what its orders and its last price say. */
import { describe, expect, it } from "vitest";
import { CAUSES, type Cause, type LegTrade } from "#contract/domain/strategy/attribution.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { attributeLeg, type LegDay } from "./attribution.ts";

const TODAY = isoDate("2026-08-18");
const YESTERDAY = isoDate("2026-08-17");
const GAP = Number.NaN;

/** Greeks of no model: the sums must add up whatever they are. */
const dayOf = (
  prices: readonly number[],
  over: { iv?: readonly number[]; isFuture?: boolean; cadence?: number } = {},
): LegDay => ({
  date: TODAY,
  open: minute(555),
  cadence: over.cadence ?? 1,
  isFuture: over.isFuture ?? false,
  lines: {
    length: prices.length,
    forward: Float64Array.from(prices, (_, slot) => 24_000 + 7 * slot),
    years: Float64Array.from(prices, (_, slot) => 0.01 - slot / 525_600),
  },
  contract: {
    price: Float64Array.from(prices),
    iv: Float64Array.from(over.iv ?? prices.map((_, slot) => 0.12 + slot / 1000)),
    delta: Float64Array.from(prices, (_, slot) => 0.5 + slot / 100),
    theta: Float64Array.from(prices, () => -2000),
    vega: Float64Array.from(prices, () => 500),
  },
});
const trade = (at: number, units: number, price: number, date = TODAY): LegTrade => ({
  date,
  minute: minute(at),
  units,
  price,
});
const sumsOf = (sums: Float64Array): Partial<Record<Cause, number>> =>
  Object.fromEntries(CAUSES.map((cause, at) => [cause, sums[at]]));
const totalOf = (sums: Float64Array): number => sums.reduce((sum, one) => sum + one, 0);

describe("the causes of a leg", () => {
  it("of a position since yesterday begin with what it had won by the first price", () => {
    const { sums, isKnown } = attributeLeg(dayOf([90, 84]), [trade(600, -65, 100, YESTERDAY)]);
    expect(sumsOf(sums)).toMatchObject({ earlier: 650, trades: 0 });
    expect(totalOf(sums)).toBeCloseTo(65 * 16, 9);
    expect(isKnown).toBe(true);
  });

  it("are those of the plan's formulas", () => {
    const { sums } = attributeLeg(dayOf([100, 104]), [trade(555, 2, 100)]);
    const { delta, gamma, theta, vega, residual, trades } = sumsOf(sums);
    expect(trades).toBe(0);
    expect(delta).toBeCloseTo(2 * 0.5 * 7, 9);
    expect(gamma).toBeCloseTo((2 * 0.01 * 7) / 2, 9);
    expect(theta).toBeCloseTo((2 * -2000) / 525_600, 9);
    expect(vega).toBeCloseTo(2 * 500 * 0.001, 9);
    expect(residual).toBeCloseTo(8 - 7 - 0.07 + 4000 / 525_600 - 1, 9);
  });

  it("keep what an order was better than the price of its minute apart", () => {
    const { sums } = attributeLeg(dayOf([100, 104, 103]), [trade(556.5, 10, 103.5), trade(557.2, -10, 105)]);
    expect(sumsOf(sums)["trades"]).toBeCloseTo(10 * 0.5 + 10 * 2, 9);
    expect(totalOf(sums)).toBeCloseTo(15, 9);
  });

  it("make a hole one step and count it, and what has no IV all residual", () => {
    const held = [trade(555, 1, 100)];
    const hole = attributeLeg(dayOf([100, GAP, GAP, 90]), held);
    expect([hole.holes, hole.steps, hole.withoutIv, hole.last]).toEqual([2, 1, 0, 3]);
    expect(totalOf(hole.sums)).toBeCloseTo(-10, 9);
    const blind = attributeLeg(dayOf([100, 95, 90], { iv: [0.1, GAP, 0.1] }), held);
    expect([blind.steps, blind.withoutIv]).toEqual([2, 2]);
    expect(sumsOf(blind.sums)).toMatchObject({ delta: 0, gamma: 0, theta: 0, vega: 0, residual: -10 });
    // A source that records every fifth minute has no holes in between.
    expect(attributeLeg(dayOf([100, GAP, GAP, GAP, GAP, 90], { cadence: 5 }), held).holes).toBe(0);
  });

  it("of a future are its delta", () => {
    const { sums, withoutIv } = attributeLeg(dayOf([24_000, 24_010], { isFuture: true, iv: [GAP, GAP] }), [
      trade(555, -65, 24_000),
    ]);
    expect(sumsOf(sums)).toMatchObject({ delta: -650, residual: 0 });
    expect(withoutIv).toBe(0);
  });

  it("are not known without a price, unless the leg was closed before", () => {
    const prices = [GAP, GAP];
    expect(attributeLeg(dayOf(prices), [trade(600, 1, 100, YESTERDAY)]).isKnown).toBe(false);
    const closed = attributeLeg(dayOf(prices), [trade(600, 1, 100, YESTERDAY), trade(601, -1, 130, YESTERDAY)]);
    expect([closed.isKnown, totalOf(closed.sums)]).toEqual([true, 30]);
  });

  it("leave out what is ordered after the moment, and on a later day", () => {
    const { sums } = attributeLeg(dayOf([100, 110]), [
      trade(555, 1, 100),
      trade(600, -1, 50),
      trade(560, 5, 1, isoDate("2026-08-19")),
    ]);
    expect(totalOf(sums)).toBeCloseTo(10, 9);
  });

  it("add up at every minute, whatever is ordered", () => {
    let seed = 7;
    const random = (): number => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 50; round++) {
      const prices = Array.from({ length: 60 }, () => (random() < 0.1 ? GAP : 50 + 100 * random()));
      const trades = Array.from({ length: 6 }, () =>
        trade(555 + Math.floor(60 * random()), Math.round(random() * 20 - 10), 50 + 100 * random()),
      );
      trades.sort((a, b) => a.minute - b.minute);
      let last = -1;
      attributeLeg(dayOf(prices), trades, (slot, sums) => {
        if (prices[slot]! > 0) last = slot;
        if (last < 0) return;
        const done = trades.filter((one) => one.minute <= 555 + last);
        const worth = done.reduce((sum, { units, price }) => sum + units * (prices[last]! - price), 0);
        expect(totalOf(sums)).toBeCloseTo(worth, 6);
      });
    }
  });
});
