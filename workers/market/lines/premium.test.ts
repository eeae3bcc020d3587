import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_PRICING } from "#contract/domain/choices/pricing.ts";
import { LTP } from "#contract/domain/columns.ts";
import { closeMinute, makeRoom } from "../__fixtures__/room.ts";
import { buildStrikeTable } from "../strikes/strikes.ts";
import { extrinsicOverSlots, premiumBase, premiumBaseSlot, premiumChangeOverSlots } from "./premium.ts";

/** A chain of calls whose prices (scaled; -1 absent) are given by slot; undefined is a hole. */
function makeDay(prices: readonly (readonly number[] | undefined)[], count: number) {
  const day = makeRoom({ strikes: Array.from({ length: count }, (_, i) => ({ strike: 100 + i, ce: {} })) });
  const table = buildStrikeTable(day.tokens);
  prices.forEach((slot, at) => {
    slot?.forEach((price, i) => {
      day.live.columns[LTP]![table.ce[i]!] = price;
    });
    if (slot) closeMinute(day, at);
  });
  return { ...day, table };
}

function changes(prices: readonly (readonly number[] | undefined)[], count: number): number[] {
  const { minutes, table } = makeDay(prices, count);
  const out = new Float64Array(prices.length).fill(-7);
  const stretch = { minutes, from: 0, to: prices.length, first: 0 };
  premiumChangeOverSlots(out, stretch, premiumBase(minutes, table.ce, DEFAULT_PRICING));
  return [...out];
}

it("does not count from a price of an earlier day, unless the board prices untraded contracts", () => {
  const strikes = [
    { strike: 100, ce: { ltp: 20, vol: 0 } },
    { strike: 101, ce: { ltp: 10, vol: 65 } },
  ];
  const day = makeRoom({ strikes });
  const table = buildStrikeTable(day.tokens);
  closeMinute(day, 0);
  closeMinute(day, 1);
  expect(premiumBase(day.minutes, table.ce, DEFAULT_PRICING)).toMatchObject({ slot: 1, sum: 1000 });
  expect(premiumBase(day.minutes, table.ce, { forward: false, untraded: true })).toMatchObject({ slot: 1, sum: 3000 });
});

describe("premium change", () => {
  it("counts from slot 1, summed over the contracts", () => {
    expect(
      changes(
        [
          [500, 700],
          [1000, 2000],
          [990, 1950],
          [1040, 2005],
        ],
        2,
      ),
    ).toEqual([Number.NaN, 0, -60, 45]);
  });

  it("counts from the first minute there is when slot 1 is a hole, and has gaps where the data has", () => {
    expect(premiumBaseSlot(makeDay([[5], undefined, undefined, [7], [8]], 1).minutes)).toBe(3);
    expect(changes([[5], undefined, undefined, [7], undefined, [9]], 1)).toEqual([
      ...[Number.NaN, Number.NaN, Number.NaN],
      ...[0, Number.NaN, 2],
    ]);
    expect(premiumBaseSlot(makeDay([[5]], 1).minutes)).toBe(-1);
    expect(changes([[5]], 1)).toEqual([Number.NaN]);
  });

  it("leaves out contracts without a price at the base", () => {
    expect(
      changes(
        [
          [1, 1, 1],
          [10, 0, -1],
          [12, 400, 500],
        ],
        3,
      ),
    ).toEqual([Number.NaN, 0, 2]);
    expect(changes([[1], [0], [12]], 1)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  it("is a gap where a contract that counts has no price", () => {
    expect(
      changes(
        [
          [1, 1],
          [10, 20],
          [12, -1],
          [12, 25],
        ],
        2,
      ),
    ).toEqual([Number.NaN, 0, Number.NaN, 7]);
  });

  it("is the sum of ltp[i] - ltp[1]", () => {
    const slot = fc.array(fc.integer({ min: 1, max: 2_000_000_000 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(slot, { minLength: 2, maxLength: 6 }), (prices) => {
        const wanted = prices.map((now, i) =>
          i === 0 ? Number.NaN : now.reduce((sum, price, row) => sum + price - prices[1]![row]!, 0),
        );
        expect(changes(prices, 4)).toEqual(wanted);
      }),
      { numRuns: 50 },
    );
  });
});

describe("extrinsic of a pair", () => {
  const day = makeRoom({
    strikes: [
      { strike: 100, ce: { ltp: 12 }, pe: { ltp: 3 } },
      { strike: 110, ce: {}, pe: { ltp: 7 } },
    ],
  });
  const { ce, pe } = buildStrikeTable(day.tokens);
  for (const slot of [0, 1, 3]) closeMinute(day, slot);

  function extrinsic(call: number, callStrike: number, put: number, putStrike: number): number[] {
    const out = new Float64Array(4);
    const pair = { ce: call, ceStrike: callStrike, pe: put, peStrike: putStrike };
    extrinsicOverSlots(out, day.minutes, pair, Float64Array.of(10_500, 10_000, 10_500, Number.NaN), 0, 4);
    return [...out];
  }

  it("takes the intrinsic value at each slot's spot off", () => {
    // spot 105: call 12 - 5, put 3; spot 100: call 12, put 3; a hole; no spot
    expect(extrinsic(ce[0]!, 10_000, pe[0]!, 10_000)).toEqual([1000, 1500, Number.NaN, Number.NaN]);
    // a strangle: the put of 110 has 5 of 7 inside at 105, and 10 at 100
    expect(extrinsic(ce[0]!, 10_000, pe[1]!, 11_000)).toEqual([900, 900, Number.NaN, Number.NaN]);
  });

  it("needs both sides", () => {
    const none = new Array(4).fill(Number.NaN);
    expect(extrinsic(ce[1]!, 11_000, pe[1]!, 11_000)).toEqual(none);
    expect(extrinsic(-1, 11_000, pe[1]!, 11_000)).toEqual(none);
  });
});
