/** Calls of assembly/analyzer: every candidate of the kinds of strategy over a range of strikes. Hot (bench question: kernels). */
import {
  type AnalyzerRange,
  type Candidates,
  candidateCount,
  type ProbabilityCurve,
  type ProfitSide,
} from "./analyzer-columns.ts";
import { type Core, check, copy } from "./core.ts";
import { STRATEGY_KINDS } from "./strategy-kinds.ts";

export interface AnalyzerKernel {
  /**
   * Fills `out` with the candidates of the kinds (places in STRATEGY_KINDS), kind after kind, each by ascending strikes. A candidate
   * needs a price for every leg.
   * @throws RangeError beyond 32 strikes or 256 probabilities, without probabilities, for an unknown kind, or when `out` is
   * smaller than candidateCount(range.length, kinds)
   */
  analyze(
    range: AnalyzerRange,
    curve: ProbabilityCurve,
    kinds: readonly number[],
    side: ProfitSide,
    out: Candidates,
  ): void;
}

export function createAnalyzerCalls(core: Core): AnalyzerKernel {
  const { calls, floats, integers } = core;
  const maxStrikes = calls.RANGE_CAPACITY.value;
  const maxNodes = calls.CURVE_CAPACITY.value;
  const rows = calls.CANDIDATE_CAPACITY.value;
  const strikes = floats(calls.RANGE_STRIKE.value, maxStrikes);
  const callPrices = floats(calls.RANGE_CALL.value, maxStrikes);
  const putPrices = floats(calls.RANGE_PUT.value, maxStrikes);
  const callCurve = floats(calls.CURVE_CALL.value, maxNodes + 1);
  const putCurve = floats(calls.CURVE_PUT.value, maxNodes + 1);
  const strikeRows = integers(calls.CANDIDATE_STRIKES.value, rows);
  const results = {
    maxProfit: floats(calls.CANDIDATE_MAX_PROFIT.value, rows),
    maxLoss: floats(calls.CANDIDATE_MAX_LOSS.value, rows),
    reward: floats(calls.CANDIDATE_REWARD.value, rows),
    lower: floats(calls.CANDIDATE_LOWER.value, rows),
    upper: floats(calls.CANDIDATE_UPPER.value, rows),
    pop: floats(calls.CANDIDATE_POP.value, rows),
  };
  const columns = Object.keys(results) as (keyof typeof results)[];

  function requireRoom(range: AnalyzerRange, curve: ProbabilityCurve, kinds: readonly number[], out: Candidates): void {
    if (range.length > maxStrikes)
      throw new RangeError(`the analyzer takes at most ${maxStrikes} strikes, got ${range.length}`);
    if (!(curve.length >= 1 && curve.length <= maxNodes))
      throw new RangeError(`the analyzer takes 1 to ${maxNodes} probabilities, got ${curve.length}`);
    if (!(curve.step > 0)) throw new RangeError(`the step between strikes must be above 0, got ${curve.step}`);
    for (const kind of kinds)
      if (STRATEGY_KINDS[kind] === undefined) throw new RangeError(`there is no kind of strategy ${kind}`);
    const count = candidateCount(range.length, kinds);
    if (count > out.capacity) throw new RangeError(`${count} candidates do not fit into ${out.capacity} rows`);
  }

  return {
    analyze(range, curve, kinds, side, out) {
      requireRoom(range, curve, kinds, out);
      copy(range.strike, 0, strikes, 0, range.length);
      copy(range.callPrice, 0, callPrices, 0, range.length);
      copy(range.putPrice, 0, putPrices, 0, range.length);
      for (let i = 0; i < curve.length; i++) {
        callCurve[i] = curve.callInMoney[i]!;
        putCurve[i] = 100 - curve.putInMoney[i]!;
      }
      callCurve[curve.length] = callCurve[curve.length - 1]!;
      putCurve[curve.length] = putCurve[curve.length - 1]!;
      out.length = 0;
      for (const kind of kinds) {
        const { spot, start, step, length } = curve;
        check(core, calls.analyzeKind(kind, range.length, spot, start, step, length, side === "credit"));
        const count = calls.candidateRows();
        out.kind.fill(kind, out.length, out.length + count);
        out.strikes.set(strikeRows.subarray(0, count), out.length);
        for (const column of columns) out[column].set(results[column].subarray(0, count), out.length);
        out.length += count;
      }
    },
  };
}
