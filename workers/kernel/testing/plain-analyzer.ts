/**
 * The analyzer as one would write it at first: an object a candidate, its legs, its name, its payoff at every strike of the
 * range (and at 0), extremes and break-evens read off that. The tests compare with it, and the bench runs against it.
 */

import { candidateName, STRATEGY_KINDS, type StrategyKind } from "#contract/domain/strategy/strategy-kinds.ts";
import type { AnalyzerRange, ProbabilityCurve, ProfitSide } from "../analyzer-columns.ts";

export interface PlainLeg {
  readonly type: "CE" | "PE";
  readonly strike: number;
  readonly quantity: number;
  readonly price: number;
}

export interface PlainCandidate {
  readonly id: number;
  readonly name: string;
  readonly strategy: readonly PlainLeg[];
  readonly maxProfit: number;
  readonly maxLoss: number;
  readonly reward: number;
  readonly breakEvens: readonly number[];
  readonly pop: number;
}

/** All candidates of the kinds, kind after kind, each by ascending strikes. */
export function plainAnalyze(
  range: AnalyzerRange,
  curve: ProbabilityCurve,
  kinds: readonly number[],
  side: ProfitSide,
): PlainCandidate[] {
  const strikes = [...range.strike.subarray(0, range.length)];
  const nodes = [0, ...strikes];
  const candidates: PlainCandidate[] = [];
  for (const code of kinds) {
    const kind = STRATEGY_KINDS[code]!;
    for (const rows of combinations(range.length, kind.strikes)) {
      const strategy = legsOf(kind, rows, range);
      if (strategy.some(({ price }) => !(price > 0))) continue;
      const name = candidateName(
        kind,
        rows.map((row) => strikes[row]!),
      );
      candidates.push({ id: candidates.length, name, strategy, ...figures(strategy, nodes, curve, side) });
    }
  }
  return candidates;
}

function combinations(n: number, k: number, from = 0): number[][] {
  if (k === 0) return [[]];
  const all: number[][] = [];
  for (let first = from; first <= n - k; first++)
    for (const rest of combinations(n, k - 1, first + 1)) all.push([first, ...rest]);
  return all;
}

function legsOf(kind: StrategyKind, rows: readonly number[], range: AnalyzerRange): PlainLeg[] {
  return kind.legs.map(({ type, quantity, strike }) => {
    const row = rows[strike]!;
    const price = (type === "CE" ? range.callPrice : range.putPrice)[row]!;
    return { type, quantity, strike: range.strike[row]!, price };
  });
}

function figures(legs: readonly PlainLeg[], nodes: readonly number[], curve: ProbabilityCurve, side: ProfitSide) {
  const graph = nodes.map((spot) => ({ spot, price: payoffAt(legs, spot) }));
  let slope = 0;
  for (const leg of legs) if (leg.type === "CE") slope += leg.quantity;
  let maxProfit = slope > 0 ? Number.POSITIVE_INFINITY : graph[0]!.price;
  let maxLoss = slope < 0 ? Number.NEGATIVE_INFINITY : graph[0]!.price;
  for (const { price } of graph) {
    if (price > maxProfit) maxProfit = price;
    if (price < maxLoss) maxLoss = price;
  }
  const breakEvens = breakEvensOf(graph, slope);
  const reward = maxLoss < 0 ? maxProfit / -maxLoss : Number.NaN;
  return { maxProfit, maxLoss, reward, breakEvens, pop: popOf(legs, breakEvens, curve, side) };
}

interface Point {
  readonly spot: number;
  readonly price: number;
}

/** Where the graph crosses 0, and where a stretch of zeros ends. */
function breakEvensOf(graph: readonly Point[], slope: number): number[] {
  const breakEvens: number[] = [];
  for (let i = 1; i < graph.length; i++) {
    const a = graph[i - 1]!;
    const b = graph[i]!;
    if (isZero(a.price) !== isZero(b.price)) {
      const edge = isZero(a.price) ? a.spot : b.spot;
      if (edge > 0 && edge !== breakEvens[breakEvens.length - 1]) breakEvens.push(edge);
    } else if (!isZero(a.price) && a.price * b.price < 0)
      breakEvens.push(a.spot + ((b.spot - a.spot) * a.price) / (a.price - b.price));
  }
  const last = graph[graph.length - 1]!;
  if (!isZero(last.price) && last.price * slope < 0) breakEvens.push(last.spot - last.price / slope);
  return breakEvens;
}

const isZero = (price: number) => Math.abs(price) < 1e-9;

function payoffAt(legs: readonly PlainLeg[], spot: number): number {
  let sum = 0;
  for (const leg of legs) {
    const value = leg.type === "CE" ? Math.max(spot - leg.strike, 0) : Math.max(leg.strike - spot, 0);
    sum += leg.quantity * (value - leg.price);
  }
  return sum;
}

function popOf(legs: readonly PlainLeg[], breakEvens: readonly number[], curve: ProbabilityCurve, side: ProfitSide) {
  const [first, second] = breakEvens;
  if (first === undefined) return Number.NaN;
  if (side === "credit" && second !== undefined) {
    let credit = 0;
    for (const leg of legs) credit -= leg.quantity * leg.price;
    const outside = Math.min(100 - chanceAbove(first, curve) + chanceAbove(second, curve), 100);
    return credit > -1e-9 ? 100 - outside : outside;
  }
  let chance = 0;
  for (let i = 0; i <= breakEvens.length; i++) {
    const low = breakEvens[i - 1] ?? 0;
    const high = breakEvens[i];
    if (payoffAt(legs, high === undefined ? low + 1 : (low + high) / 2) < 1e-9) continue;
    chance += (i === 0 ? 100 : chanceAbove(low, curve)) - (high === undefined ? 0 : chanceAbove(high, curve));
  }
  return Math.min(Math.max(chance, 0), 100);
}

function chanceAbove(spot: number, curve: ProbabilityCurve): number {
  const position = Math.min(Math.max((spot - curve.start) / curve.step, 0), curve.length - 1);
  const node = Math.min(Math.floor(position), curve.length - 1);
  const above = (i: number) => (spot >= curve.spot ? curve.callInMoney[i]! : 100 - curve.putInMoney[i]!);
  const here = above(node);
  return position === node ? here : here + (position - node) * (above(node + 1) - here);
}
