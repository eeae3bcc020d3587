/** Historical volatility of the closes and IV at the money, by day. */
import type { IsoDate } from "#contract/domain/units.ts";
import { round2 } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { historicalVolatility, isSplit, standingOf } from "#market/lines/volatility.ts";
import type { Params, Snapshot } from "./snapshot.ts";

const SHOWN_DAYS = 252;

export const derivation = defineDerivation<Params, Snapshot, Kernel, undefined>({
  id: "hv-iv",

  createScratch: () => undefined,

  derive({ market, pane, params }) {
    const days = market.doc("HVIV");
    if (!days) return undefined;
    const count = days.dates.length;
    const row = days.symbols.indexOf(pane.symbol);
    const cellsOf = (column: Float64Array): Float64Array =>
      row < 0 ? new Float64Array(0) : column.slice(row * count, (row + 1) * count);
    const changes = cellsOf(days.columns.change);
    const iv = cellsOf(days.columns.iv);

    const splits: IsoDate[] = [];
    for (const [day, change] of changes.entries()) {
      if (!isSplit(change)) continue;
      splits.push(days.dates[day]!);
      changes[day] = Number.NaN;
    }
    const hv = new Float64Array(changes.length);
    historicalVolatility(hv, changes, params.window);

    const isKnown = (_: number, day: number): boolean => !Number.isNaN(changes[day]!) || !Number.isNaN(iv[day]!);
    const first = iv.findIndex(isKnown);
    const from = first < 0 ? iv.length : Math.max(first, iv.length - SHOWN_DAYS);
    const shownIv = iv.subarray(from).map(round2);
    const { low, high, rank, percentile } = standingOf(shownIv);
    const dates = row < 0 ? [] : days.dates.slice(from);
    return {
      window: params.window,
      series: { x: { dates }, lines: { hv: hv.subarray(from).map(round2), iv: shownIv } },
      ivLow: low,
      ivHigh: high,
      ivRank: rank,
      ivPercentile: percentile,
      splits: splits.filter((date) => date >= (dates[0] ?? "")),
      changes: changes.filter((change) => !Number.isNaN(change)).length,
      pending: days.pending,
    };
  },
});
