/** P&L of a strategy over spot and date: each column is the payoff line of its moment, to the paisa. */
import { underlyingOf } from "#contract/domain/instruments.ts";
import { mapMoments } from "#contract/domain/strategy/moments.ts";
import type { StrategyMap } from "#contract/domain/strategy/valuation.ts";
import type { PayoffKernel } from "#kernel/calls/payoff-calls.ts";
import { type TargetInput, targetOf } from "./target.ts";

const ROWS = 41;

/** @param step rupees from row to row. Undefined without legs. */
export function strategyMap(kernel: PayoffKernel, input: TargetInput, step: number): StrategyMap | undefined {
  const { at } = input;
  const { day, minute } = at;
  const { living, closing, expiring, nearest, days, spotNow, momentOf } = targetOf(input);
  const expiry = living.find(({ years }) => years === nearest)?.expiry;
  if (expiry === undefined) return undefined;
  const { segment } = underlyingOf(day.symbol);
  const daysLeft = mapMoments({ segment, date: day.date, minute, expiry, daysNow: days.now });
  const centre = Math.round(spotNow / step) * step;
  const below = Math.min(Math.floor(ROWS / 2), Math.max(Math.ceil(centre / step) - 1, 0));
  const spots = Float64Array.from({ length: ROWS }, (_, i) => centre + (i - below) * step);
  const values = new Float64Array(ROWS * daysLeft.length);
  daysLeft.forEach((left, i) => {
    const column = values.subarray(i * ROWS, (i + 1) * ROWS);
    kernel.payoff(left === 0 ? expiring : closing, momentOf(left), spots, ROWS, column);
  });
  const sd = day.sd ?? Number.NaN;
  return { spots, daysLeft, values, deviation: daysLeft.map((left) => sd * Math.sqrt(days.now - left)) };
}
