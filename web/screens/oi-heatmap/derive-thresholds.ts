/** From which changes on a cell is a step stronger. */
import type { Metric } from "./snapshot.ts";

/** Lots of NIFTY's open interest: fixed, so that two days look alike. */
const NIFTY_LOTS = [500, 2_000, 5_000, 10_000, 20_000];
/** Parts of the day's 98th percentile. */
const PARTS = [0.025, 0.1, 0.25, 0.5, 1];
const PERCENTILE = 0.98;

interface Day {
  readonly symbol: string;
  readonly metric: Metric;
  readonly lot: number;
  readonly changes: readonly Float64Array[];
}

/** Absolute changes in units, ascending. */
export function thresholdsOf({ symbol, metric, lot, changes }: Day): readonly number[] {
  if (symbol === "NIFTY" && metric === "oi") return NIFTY_LOTS.map((lots) => lots * lot);
  const sizes = changes.flatMap((side) => Array.from(side, Math.abs).filter((size) => size > 0));
  sizes.sort((a, b) => a - b);
  const top = (sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * PERCENTILE))] ?? lot) / lot;
  return PARTS.map((part) => roundLots(top * part) * lot);
}

/** To 1, 2 or 5 times a power of ten; at least one lot. */
export function roundLots(lots: number): number {
  if (lots <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(lots));
  const lead = lots / power;
  return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}
