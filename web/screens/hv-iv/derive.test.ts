import { describe, expect, test } from "vitest";
import type { HvWindow } from "#contract/domain/snapshots/volatility-lines.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { VolatilityDays } from "#contract/wire/documents.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { dayNumber } from "../../charts/axes/date-ticks.ts";
import { hvIvChart, wordsOf } from "../../kit/volatility/hv-iv-chart.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import type { Snapshot } from "./snapshot.ts";

const NONE = Number.NaN;
const FIRST = dayNumber("2025-06-02");
const dateOf = (day: number) => isoDate(new Date((FIRST + day) * 86_400_000).toISOString().slice(0, 10));

/** Two symbols; NIFTY's figures stand between nothing and another's. */
function document(change: readonly number[], iv: readonly number[], pending = 0): VolatilityDays {
  const other = change.map((_, day) => day);
  return {
    symbols: ["BANKNIFTY", "NIFTY"],
    dates: change.map((_, day) => dateOf(day)),
    columns: { change: Float64Array.of(...other, ...change), iv: Float64Array.of(...other, ...iv) },
    sources: {},
    pending,
  };
}

function run(
  days: VolatilityDays,
  window: HvWindow = 2,
  symbol = "NIFTY",
  at: { readonly mode: string; readonly date: string } = { mode: "live", date: "2026-08-18" },
): Snapshot {
  const market = makeMarket(undefined, { doc: () => days as never });
  const clock = { ...at, minute: 600, speed: 1 } as never;
  const pane = makePane({ symbol });
  const input = { market, pane, params: { window }, clock, kernel: undefined as unknown as Kernel };
  const snapshot = derivation.derive(input, undefined);
  if (!snapshot) throw new Error("no snapshot");
  return snapshot;
}
const datesOf = ({ series }: Snapshot) => ("dates" in series.x ? series.x.dates : []);

describe("lines by day", () => {
  test("HV of the window with two decimals, IV as it was; a day without a change is a gap", () => {
    const snapshot = run(document([1, 3, NONE, -1], [12.344, 12.346, 13, NONE]));
    // sqrt(2) of 1 and 3, sqrt(8) of 3 and -1; times sqrt(252)
    expect([...snapshot.series.lines.hv]).toEqual([NONE, 22.45, NONE, 44.9]);
    expect([...snapshot.series.lines.iv]).toEqual([12.34, 12.35, 13, NONE]);
    expect(datesOf(snapshot)).toEqual([0, 1, 2, 3].map(dateOf));
    expect(snapshot).toMatchObject({ window: 2, ivLow: 12.34, ivHigh: 13, ivRank: 100, changes: 3, splits: [] });
  });

  test("the last 252 days, whose HV looks back beyond them", () => {
    const wild = Array.from({ length: 300 }, (_, day) => (day % 2 === 0 ? 1 : -1) * (day < 48 ? 9 : 1));
    const snapshot = run(document(wild, wild), 20);
    expect(datesOf(snapshot)).toHaveLength(252);
    expect(datesOf(snapshot)[0]).toBe(dateOf(48));
    expect(snapshot.series.lines.hv[0]).toBeGreaterThan(100); // of nineteen wild days and a calm one
    expect(snapshot.series.lines.hv.at(-1)).toBe(16.29); // sqrt(20 / 19) x sqrt(252)
  });

  test("a replay is before its day's close, whatever the document holds; the day as it ended has it", () => {
    const days = document([1, 3, NONE, -1], [12.344, 12.346, 13, 20]);
    const played = run(days, 2, "NIFTY", { mode: "replay", date: dateOf(3) });
    expect(datesOf(played)).toEqual([0, 1, 2].map(dateOf));
    expect(played).toMatchObject({ ivHigh: 13, changes: 2 });
    expect([...played.series.lines.iv]).toEqual([12.34, 12.35, 13]);
    expect(datesOf(run(days, 2, "NIFTY", { mode: "history", date: dateOf(3) }))).toHaveLength(4);
  });

  test("a symbol's days begin with the first that is known", () => {
    const snapshot = run(document([NONE, NONE, 1, 2], [NONE, NONE, NONE, 10]));
    expect(datesOf(snapshot)).toEqual([dateOf(2), dateOf(3)]);
    expect(snapshot.series.lines.hv).toHaveLength(2);
  });

  test("a split is kept out of the HV, and named", () => {
    const snapshot = run(document([1, -80.3, 3], [10, 11, 12]));
    expect([...snapshot.series.lines.hv]).toEqual([NONE, NONE, 22.45]);
    expect(snapshot.splits).toEqual([dateOf(1)]);
  });

  test("a symbol without daily figures has none; another's are not taken for its own", () => {
    const snapshot = run(document([1, 2], [10, 11]), 2, "USDINR");
    expect(datesOf(snapshot)).toEqual([]);
    expect(snapshot.series.lines.iv).toHaveLength(0);
    expect(snapshot.ivRank).toBeNaN();
  });
});

describe("words and chart", () => {
  test("say how many days there are, and what the lines lack", () => {
    const made = "HV: deviation of the daily changes of the close × √252";
    expect(wordsOf(run(document([1, 2], [10, 11])))).toBe(`2 days · ${made}`);
    expect(wordsOf(run(document([1, -50], [10, 11], 3), 5))).toBe(
      `2 days · ${made} · only 1 of its 5 changes known · without 03-Jun-25: split or bonus · 3 days still being made`,
    );
    expect(wordsOf(run(document([1], [1]), 2, "USDINR"))).toBe("");
  });

  test("the legend names the window, and the levels are the IV's bounds", () => {
    const { lines, levels } = hvIvChart(30, "");
    expect(lines.map(({ label }) => label)).toEqual(["HV - 30D", "IV"]);
    const labels = levels?.(run(document([1, 2], [10, 11]))).map(({ label }) => label);
    expect(labels).toEqual(["IV high 11.00", "IV low 10.00"]);
    expect(levels?.(run(document([1, 2], [NONE, NONE])))).toEqual([]);
  });

  test("thirty days unless chosen", () => expect(screen.defaults.window).toBe(30));
});
