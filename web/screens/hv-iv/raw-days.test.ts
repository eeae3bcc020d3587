/**
 * HV of the stocks that were really traded, against a plain script over the raw file of closes: 208 stocks on 142 days up
 * to 23-Jan-2026. Runs where MARKET_DATA names the folder of the files.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { readDocument } from "#contract/wire/documents.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { derivation } from "./derive.ts";

const folder = process.env["MARKET_DATA"] ?? "";
const FILE = "fno_stocks_cash_daily_2025-07_2026-01-23.csv.gz";

/** Closes by symbol and date, oldest first. */
function readCloses(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const bySymbol = new Map<string, Map<string, number>>();
  const lines = gunzipSync(readFileSync(join(folder, "daily", FILE)))
    .toString()
    .trim()
    .split("\n");
  for (const line of lines.slice(1)) {
    const [date = "", symbol = "", , , , , , close] = line.split(",");
    const days = bySymbol.get(symbol) ?? new Map<string, number>();
    bySymbol.set(symbol, days.set(date, Number(close)));
  }
  return bySymbol;
}

/** The deviation by its other definition, over all pairs of days: no mean is taken. */
function plainHv(changes: readonly number[]): number {
  const days = changes.length;
  let squares = 0;
  for (const a of changes) for (const b of changes) squares += (a - b) ** 2;
  return Math.sqrt((squares / (2 * days * (days - 1))) * 252);
}

describe.skipIf(folder === "")("HV of recorded closes (needs MARKET_DATA)", () => {
  const closes = folder === "" ? new Map<string, ReadonlyMap<string, number>>() : readCloses();
  const dates = [...new Set([...closes.values()].flatMap((days) => [...days.keys()]))].sort();
  const slashed = (date: string): string => {
    const [year, month, day] = date.split("-").map(Number);
    return `${month}/${day}/${year}`;
  };
  const changesOf = (symbol: string): (number | null)[] => {
    const days = closes.get(symbol);
    return dates.map((date, i) => {
      const [now, before] = [days?.get(date), days?.get(dates[i - 1] ?? "")];
      return now === undefined || before === undefined ? null : (now / before - 1) * 100;
    });
  };
  // As the server sends it.
  const body = {
    data: {
      dates: dates.map(slashed),
      ...Object.fromEntries([...closes.keys()].map((symbol) => [symbol, changesOf(symbol).map((one) => [one, null])])),
    },
    sources: {},
    pending: 0,
  };

  function lastHv(symbol: string): { readonly hv: number; readonly splits: number } {
    const days = readDocument("HVIV", body);
    const market = makeMarket(undefined, { doc: () => days as never });
    const clock = { mode: "history", date: isoDate("2026-01-23"), minute: 930, speed: 0 } as never;
    const params = { window: 30 } as const;
    const input = { market, pane: makePane({ symbol }), params, clock, kernel: undefined as unknown as Kernel };
    const snapshot = derivation.derive(input, undefined);
    return { hv: snapshot?.series.lines.hv.at(-1) ?? Number.NaN, splits: snapshot?.splits.length ?? 0 };
  }

  test("RELIANCE 21.05 and SBIN 14.30 on 23-Jan-2026", () => {
    expect(dates.at(-1)).toBe("2026-01-23");
    expect(lastHv("RELIANCE").hv).toBe(21.05);
    expect(lastHv("SBIN").hv).toBe(14.3);
  });

  test("every stock's is that of the plain script; splits are eleven", () => {
    let compared = 0;
    let splits = 0;
    for (const symbol of closes.keys()) {
      const { hv, splits: own } = lastHv(symbol);
      splits += own;
      const changes = changesOf(symbol).filter((change) => change !== null);
      if (own > 0 || changes.length < 30) continue;
      expect(hv, symbol).toBeCloseTo(plainHv(changes.slice(-30)), 2);
      compared++;
    }
    expect(compared).toBeGreaterThan(190);
    expect(splits).toBe(11);
  });
});
