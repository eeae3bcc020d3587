import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OI } from "#contract/domain/columns.ts";
import { closeMinute, makeRoom } from "../__fixtures__/room.ts";
import { maxPainIndex, painPerStrike, raisePainHighs } from "./max-pain.ts";
import { buildStrikeTable } from "./strikes.ts";

const room = (rows: readonly (readonly [strike: number, ce: number, pe: number])[]) =>
  makeRoom({ strikes: rows.map(([strike, ce, pe]) => ({ strike, ce: { oi: ce }, pe: { oi: pe } })) });

/** The definition, written out. */
function painOf(rows: readonly (readonly [number, number, number])[], settle: number): number {
  let pain = 0;
  for (const [strike, ce, pe] of rows) pain += ce * Math.max(settle - strike, 0) + pe * Math.max(strike - settle, 0);
  return pain;
}

const FIVE = [
  [100, 10, 50],
  [110, 20, 60],
  [120, 40, 30],
  [130, 70, 20],
  [140, 90, 5],
] as const;

describe("max pain", () => {
  it("of five strikes by hand", () => {
    const day = room(FIVE);
    const table = buildStrikeTable(day.tokens);
    const oi = day.live.columns[OI]!;
    // S = 110: calls 10 x 10, puts 30 x 10 + 20 x 20 + 5 x 30
    expect(painOf(FIVE, 110)).toBe(100 + 300 + 400 + 150);
    const pain = new Float64Array(5);
    painPerStrike(pain, table, oi, 0, 100);
    expect([...pain]).toEqual([2000, 950, 700, 1150, 2500]);
    expect(maxPainIndex(table, oi, 0)).toBe(2);
  });

  it("equals the definition, the lowest strike of several", () => {
    const rows = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat(5), fc.nat(5)), {
      minLength: 1,
      maxLength: 30,
      selector: ([strike]) => strike,
    });
    fc.assert(
      fc.property(rows, (chain) => {
        const day = room(chain);
        const table = buildStrikeTable(day.tokens);
        const wanted = [...table.strikes].map((strike) => painOf(chain, strike / 100));
        const pain = new Float64Array(table.count);
        painPerStrike(pain, table, day.live.columns[OI]!, 0, 100);
        expect([...pain]).toEqual(wanted);
        const empty = chain.every(([, ce, pe]) => ce + pe === 0);
        expect(maxPainIndex(table, day.live.columns[OI]!, 0)).toBe(empty ? -1 : wanted.indexOf(Math.min(...wanted)));
      }),
    );
  });

  it("skips absent open interest", () => {
    const day = makeRoom({
      strikes: [
        { strike: 100, ce: {}, pe: {} },
        { strike: 110, ce: { oi: 5 }, pe: { oi: 5 } },
      ],
    });
    expect(maxPainIndex(buildStrikeTable(day.tokens), day.live.columns[OI]!, 0)).toBe(1);
  });

  it("the day's highest pain; holes have none", () => {
    const day = room(FIVE);
    const table = buildStrikeTable(day.tokens);
    closeMinute(day, 0);
    day.live.columns[OI]![9] = 5000; // puts of 140
    closeMinute(day, 2);
    const highs = new Float64Array(5);
    raisePainHighs(highs, new Float64Array(5), table, day.minutes, 0, 4, 100);
    expect([...highs]).toEqual([2000, 950, 700, 1150, 2500].map((pain, i) => pain + 4995 * (40 - 10 * i)));
  });
});
