import { describe, expect, it } from "vitest";
import type { Source } from "#contract/domain/columns.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import { futuresDaily, futuresHistory } from "#contract/wire/http/futures.ts";
import { volatility } from "#contract/wire/http/market.ts";
import type { DayAggregates, SymbolClose } from "./day-aggregates.ts";
import { futuresDailyReply, futuresHistoryReply, volatilityReply } from "./merge.ts";

const EXPIRY = isoDate("2026-07-28");

function day(
  date: string,
  source: Source,
  closes: Record<string, [close: number | null, change: number | null, iv: number | null]>,
  buildUps: DayAggregates["buildUps"] = {} as DayAggregates["buildUps"],
): DayAggregates {
  const named = Object.entries(closes).map(([symbol, [close, change, iv]]): [string, SymbolClose] => [
    symbol,
    { close, change, iv },
  ]);
  return { date: isoDate(date), source, madeOf: "x", closes: Object.fromEntries(named), buildUps };
}

const told = (...days: readonly DayAggregates[]) => ({ days, pending: 0 });

describe("volatility over many days", () => {
  it("aligns every symbol to the last dates, with gaps where a day lacks it", () => {
    const reply = volatilityReply(
      told(
        day("2026-07-23", "sim", { NIFTY: [100, 0.5, 12] }),
        day("2026-07-22", "sim", { NIFTY: [99, null, 11] }),
        day("2026-07-24", "sim", { SBIN: [10, 1, 20] }),
        day("2026-07-27", "sim", { NIFTY: [101, 1, 13], SBIN: [11, 2, 21] }),
      ),
    );
    expect(volatility.response.parse(reply)).toEqual({
      data: {
        dates: ["7/22/2026", "7/23/2026", "7/24/2026", "7/27/2026"],
        NIFTY: [
          [null, 11],
          [0.5, 12],
          [null, null],
          [1, 13],
        ],
        SBIN: [
          [1, 20],
          [2, 21],
        ],
      },
      sources: { NIFTY: ["sim"], SBIN: ["sim"] },
      pending: 0,
    });
  });

  it("takes all of a day's symbol from one source, the first, and names the sources of a series", () => {
    const reply = volatilityReply(
      told(
        day("2026-07-24", "import", { NIFTY: [100, 3, null] }),
        day("2026-07-24", "sim", { NIFTY: [90, 9, 19], SBIN: [10, 1, 20] }),
        day("2026-07-23", "sim", { NIFTY: [80, 8, 18] }),
      ),
    );
    expect(reply.data["NIFTY"]).toEqual([
      [8, 18],
      [3, null],
    ]);
    expect(reply.sources).toEqual({ NIFTY: ["sim", "import"], SBIN: ["sim"] });
  });

  it("knows a change by the trading day before, of the same source only", () => {
    const changes = (first: DayAggregates) =>
      volatilityReply(told(first, day("2026-07-27", "import", { NIFTY: [102, null, 12] }))).data["NIFTY"]?.at(-1);
    expect(changes(day("2026-07-24", "import", { NIFTY: [100, null, 12] }))).toEqual([2, 12]);
    expect(changes(day("2026-07-24", "sim", { NIFTY: [100, null, 12] }))).toEqual([null, 12]);
    expect(changes(day("2026-07-23", "import", { NIFTY: [100, null, 12] }))).toEqual([null, 12]);
  });

  it("tells the last three hundred days, and an empty list of none", () => {
    const days = Array.from({ length: 310 }, (_, i) =>
      day(new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10), "sim", { NIFTY: [1, 1, i] }),
    );
    const { data } = volatilityReply(told(...days));
    expect([data.dates.length, data["NIFTY"]?.length, data["NIFTY"]?.[0]]).toEqual([300, 300, [1, 10]]);
    expect(volatilityReply(told())).toEqual({ data: { dates: [] }, sources: {}, pending: 0 });
  });
});

describe("build-up over many days", () => {
  const builds = (longBuild: number) => ({ [EXPIRY]: { NIFTY: [longBuild, 2, -3, -4] } }) as DayAggregates["buildUps"];

  it("is by symbol and day, oldest first, of one expiry", () => {
    const other = { ["2026-08-25" as IsoDate]: { NIFTY: [9, 9, 9, 9] } } as DayAggregates["buildUps"];
    const days = [
      day("2026-07-24", "sim", {}, builds(2)),
      day("2026-07-06", "sim", {}, builds(1)),
      day("2026-07-07", "sim", {}, other),
    ];
    const reply = futuresHistoryReply(told(...days), EXPIRY);
    expect(futuresHistory.response.parse(reply)).toEqual({
      data: { NIFTY: { "7/6/2026": [1, 2, -3, -4], "7/24/2026": [2, 2, -3, -4] } },
      sources: { NIFTY: ["sim"] },
      pending: 0,
    });
    expect(Object.keys(reply?.data["NIFTY"] ?? {})).toEqual(["7/6/2026", "7/24/2026"]);
  });

  it("of what futures traded at, a figure that minutes do not tell is that of another real day", () => {
    const bars = (date: string, source: Source, bar: readonly (number | null)[]) =>
      ({ ...day(date, source, {}), bars: { [EXPIRY]: { NIFTY: bar } } }) as unknown as DayAggregates;
    const minutes = [null, null, null, 100, null, 900, 0];
    const days = [
      bars("2026-07-23", "import", minutes),
      bars("2026-07-23", "import", [95, 104, 94, 101, 5000, 800, 0]),
      bars("2026-07-24", "import", minutes),
      bars("2026-07-24", "sim", [1, 2, 3, 4, 5, 6, 1]),
    ];
    const reply = futuresDailyReply(told(...days), EXPIRY);
    expect(futuresDaily.response.parse(reply).data).toEqual({
      NIFTY: { "7/23/2026": [95, 104, 94, 100, 5000, 900, 0], "7/24/2026": minutes },
    });
  });

  it("believes the first, and knows no expiry that no day has", () => {
    const days = [day("2026-07-24", "import", {}, builds(5)), day("2026-07-24", "sim", {}, builds(6))];
    expect(futuresHistoryReply(told(...days), EXPIRY)?.data["NIFTY"]?.["7/24/2026"]?.[0]).toBe(5);
    expect(futuresHistoryReply(told(...days), isoDate("2026-09-29"))).toBeUndefined();
    // Days that are being made may know it yet.
    expect(futuresHistoryReply({ days, pending: 2 }, isoDate("2026-09-29"))).toEqual({
      data: {},
      sources: {},
      pending: 2,
    });
  });
});
