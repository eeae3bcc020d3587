/** A range of strikes with premiums and probabilities, as the analyzer sees one: the same every time. */
import type { AnalyzerRange, ProbabilityCurve } from "../analyzer-columns.ts";
import { plainValue } from "./plain-black.ts";

const SPOT = 24_512.35;
const STEP = 50;
const NODES = 41;

/** `count` strikes about the money of a weekly chain, premiums on the tick, probabilities for 20 strikes to either side. */
export function createAnalyzerRange(count: number): { range: AnalyzerRange; curve: ProbabilityCurve } {
  const round = Math.round(SPOT / STEP) * STEP;
  const price = (strike: number, isCall: boolean) => {
    const z = (strike - SPOT) / SPOT;
    const iv = 0.12 - 0.4 * z + 6 * z * z;
    return plainValue({ model: "spot", isCall, underlying: SPOT, strike, years: 7 / 365, rate: 0.1 }, iv);
  };
  const strikes = (lowest: number, length: number) => Float64Array.from({ length }, (_, i) => lowest + i * STEP);
  const onTick = (x: number) => Math.max(1, Math.round(x * 20)) / 20;
  const strike = strikes(round - Math.floor(count / 2) * STEP, count);
  const nodes = strikes(round - ((NODES - 1) / 2) * STEP, NODES);
  const percent = (x: number) => Math.max(0.1, Math.round(x * 1000) / 10);
  return {
    range: {
      length: count,
      strike,
      callPrice: strike.map((k) => onTick(price(k, true).price)),
      putPrice: strike.map((k) => onTick(price(k, false).price)),
    },
    curve: {
      spot: SPOT,
      start: nodes[0]!,
      step: STEP,
      length: NODES,
      callInMoney: nodes.map((k) => percent(price(k, true).probAbove)),
      putInMoney: nodes.map((k) => percent(1 - price(k, false).probAbove)),
    },
  };
}
