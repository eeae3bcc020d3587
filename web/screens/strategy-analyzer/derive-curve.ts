/** The chances that the analyzer's probability of profit is read off. */
import { probabilityStrikes } from "#contract/domain/strategy/analyzer-limits.ts";
import type { ProbabilityCurve } from "#kernel/analyzer-columns.ts";
import type { AnalyzerMarket } from "./snapshot.ts";

/**
 * Per cents at every step within reach of the spot. Between listed strikes they are interpolated, as the builder's are; before
 * the first and after the last one they stay level.
 */
export function probabilityCurve({ frame, spot, strikes, call, put }: AnalyzerMarket): ProbabilityCurve {
  const { from, to } = probabilityStrikes(frame);
  const length = Math.round((to - from) / frame.step) + 1;
  const nodes = Float64Array.from({ length }, (_, i) => from + i * frame.step);
  const at = (values: Float64Array) => nodes.map((strike) => interpolated(strike, strikes, values));
  return { spot, start: from, step: frame.step, length, callInMoney: at(call.inMoney), putInMoney: at(put.inMoney) };
}

function interpolated(x: number, xs: Float64Array, ys: Float64Array): number {
  const above = xs.findIndex((one) => one >= x);
  if (above < 0) return ys[ys.length - 1] ?? Number.NaN;
  if (above === 0 || xs[above] === x) return ys[above]!;
  const share = (x - xs[above - 1]!) / (xs[above]! - xs[above - 1]!);
  return ys[above - 1]! + share * (ys[above]! - ys[above - 1]!);
}
