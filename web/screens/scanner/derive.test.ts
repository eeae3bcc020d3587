import { describe, expect, test } from "vitest";
import type { MarketClock } from "#contract/domain/clock.ts";
import { minute } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeFuturesRoom } from "#market/__fixtures__/futures-room.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import { AGE, BASIS, BUILD_UP, type Found, KEY, OI_PERCENT, PRICE_PERCENT, SINCE, type Snapshot } from "./snapshot.ts";

const kernel = undefined as unknown as Kernel; // this screen prices nothing
const day = makeFuturesRoom({ AAA: { ltp: 104 } });

let sequence = 0;
function answer(tokens: readonly number[], at: number, more: Partial<Found> = {}): Found {
  const all = <T>(value: T): T[] => tokens.map(() => value);
  return {
    exchange: "NSE",
    kind: "futures",
    formula: "LTP > Vwap",
    sequence: ++sequence,
    date: day.date,
    minute: at,
    contracts: 10,
    unpriced: 1,
    matches: tokens.length,
    conditions: [{ text: "LTP > Vwap", passes: tokens.length }],
    failed: [],
    found: {
      name: tokens.map((token) => `S${token}26AUGFUT`),
      symbol: tokens.map((token) => `S${token}`),
      token: [...tokens],
      ltp: tokens.map((token) => 100 + token),
      prevClose: all(100),
      vwap: all(100),
      oi: all(150),
      prevOi: all(100),
      volume: tokens.map((token) => token * 10),
      prevVolume: all(null),
      basis: all(null),
      carry: all(1.5),
    },
    ...more,
  };
}

function run(found: Found | undefined, scratch = derivation.createScratch(), mode: MarketClock["mode"] = "live") {
  const room = marketRoom(day);
  const clock = { mode, date: day.date, minute: minute(700), speed: 1 };
  const params = { ...screen.defaults, found };
  const snapshot = derivation.derive({ market: makeMarket(room), pane: makePane(), params, clock, kernel }, scratch);
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

const column = ({ rows, slots, values }: Snapshot, slot: number): number[] =>
  Array.from({ length: rows }, (_, row) => values[row * slots + slot]!);

describe("what was found", () => {
  test("stands as a table, the most traded first", () => {
    const snapshot = run(answer([3, 9, 5], 700));
    expect(column(snapshot, KEY)).toEqual([9, 5, 3]);
    expect(column(snapshot, PRICE_PERCENT).map(Math.round)).toEqual([9, 5, 3]);
    expect(column(snapshot, OI_PERCENT)).toEqual([50, 50, 50]);
    expect(column(snapshot, BASIS)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(column(snapshot, BUILD_UP)).toEqual([1, 1, 1]);
    expect(snapshot).toMatchObject({ matches: 3, contracts: 10, unpriced: 1, scannedAt: 700, formula: "LTP > Vwap" });
  });

  test("is known by when it came; what was there at first has no time", () => {
    const scratch = derivation.createScratch();
    run(answer([3, 9], 700), scratch);
    const later = run(answer([3, 9, 5], 710), scratch);
    expect(column(later, SINCE)).toEqual([Number.NaN, 710, Number.NaN]);
    const failed = [{ token: 3, condition: "LTP > Vwap", figures: { LTP: 99, Vwap: 100 } }];
    const last = run(answer([9, 5], 712, { failed }), scratch);
    expect(column(last, AGE)).toEqual([Number.NaN, 2]);
    expect([last.came, last.left]).toEqual([1, 1]);
    // Who left is named with what it was there last.
    expect(last.gone).toEqual([
      {
        token: 3,
        name: "S326AUGFUT",
        price: 103,
        isFine: false,
        percent: 3,
        oiPercent: 50,
        since: Number.NaN,
        condition: "LTP > Vwap",
        figures: { LTP: 99, Vwap: 100 },
        at: 712,
      },
    ]);
    // Who fails nothing and is not found has no price.
    expect(run(answer([5], 713), scratch).gone.map(({ name, condition }) => [name, condition])).toEqual([
      ["S926AUGFUT", ""],
      ["S326AUGFUT", "LTP > Vwap"],
    ]);
    run(answer([9, 5], 714), scratch);
    expect(run(answer([9, 5], 740), scratch)).toMatchObject({ came: 0, left: 0 });
  });

  test("is shown by the letters of its name; the counts are those of all", () => {
    const room = marketRoom(day);
    const clock = { mode: "live", date: day.date, minute: minute(700), speed: 1 } as const;
    const params = { ...screen.defaults, found: answer([3, 9, 5], 700), find: "s9" };
    const input = { market: makeMarket(room), pane: makePane(), params, clock, kernel };
    const snapshot = derivation.derive(input, derivation.createScratch()) ?? expect.unreachable();
    expect(column(snapshot, KEY)).toEqual([9]);
    expect(snapshot).toMatchObject({ matches: 3, named: 3 });
  });

  test("begins anew with another formula, and knows no comings where not all are named", () => {
    const scratch = derivation.createScratch();
    run(answer([3], 700), scratch);
    expect(run(answer([3, 5], 701, { formula: "LTP > 1" }), scratch).came).toBe(0);
    expect(run(answer([3, 5, 7], 702, { formula: "LTP > 1", matches: 900 }), scratch).came).toBeNaN();
  });

  test("is nothing before the first answer, of another exchange, and off the live market", () => {
    expect(run(undefined).rows).toBe(0);
    expect(run(answer([3], 700, { exchange: "BSE" })).rows).toBe(0);
    expect(run(answer([3], 700), undefined, "history").rows).toBe(0);
  });
});
