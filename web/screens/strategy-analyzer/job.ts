/** Every candidate of an analysis: made, valued at the target, filtered and sorted. One-off work of an idle worker. */
import { candidateStrikes } from "#contract/domain/strategy/analyzer-limits.ts";
import { candidateName, STRATEGY_KINDS, strikeRow, winsMostAtZero } from "#contract/domain/strategy/strategy-kinds.ts";
import { implementJob } from "#contract/worker/job.ts";
import { analyzeStrategies } from "#kernel/analyzer.ts";
import {
  type AnalyzerRange,
  type Candidates,
  candidateCount,
  createCandidates,
  type ProbabilityCurve,
} from "#kernel/analyzer-columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { probabilityCurve } from "./derive-curve.ts";
import { type Analysis, type AnalyzerMarket, analysisJob, type Question } from "./snapshot.ts";

const DAYS_A_YEAR = 365;

export const job = implementJob<Question, Analysis, Kernel>(analysisJob, async (question, { kernel, progress }) => {
  const { market, limits, kinds } = question;
  const range = rangeOf(market, limits);
  const curve = probabilityCurve(market);
  const found = createCandidates(candidateCount(range.length, kinds));
  analyzeStrategies(range, curve, kinds, "payoff", found);
  await progress(0.3);
  const rule = ruleOf(range, curve, kinds, found);
  const atTarget = valuesAt(kernel, question, range, found);
  await progress(0.6);
  const columns = { ...inLots(found, market.units), rule, atTarget, perRisk: new Float64Array(found.length) };
  for (let i = 0; i < found.length; i++) {
    const risk = -columns.maxLoss[i]!;
    columns.perRisk[i] = risk > 0 && Number.isFinite(risk) ? atTarget[i]! / risk : Number.NaN;
  }
  const order = inRank(question.sort, columns, listed(question, range, columns));
  const figures = (column: Float64Array) => inOrder(column, order, new Float64Array(order.length));
  return {
    made: found.length,
    rows: order.length,
    strikes: range.strike,
    kind: inOrder(columns.kind, order, new Uint8Array(order.length)),
    packed: inOrder(columns.packed, order, new Int32Array(order.length)),
    maxProfit: figures(columns.maxProfit),
    maxLoss: figures(columns.maxLoss),
    reward: figures(columns.reward),
    lower: figures(columns.lower),
    upper: figures(columns.upper),
    pop: figures(columns.pop),
    rule: figures(columns.rule),
    atTarget: figures(columns.atTarget),
    perRisk: figures(columns.perRisk),
  };
});

type Columns = Omit<Analysis, "made" | "rows" | "strikes">;

type Column = Float64Array | Int32Array | Uint8Array;

function inOrder<C extends Column>(column: C, order: Int32Array, out: C): C {
  for (let i = 0; i < order.length; i++) out[i] = column[order[i]!]!;
  return out;
}

/** The listed strikes of the step that candidates are made of. */
function rangeOf(market: AnalyzerMarket, limits: Question["limits"]): AnalyzerRange {
  const { strikes, call, put, frame } = market;
  const { from, to } = candidateStrikes(limits, frame.step);
  const rows = [...strikes.keys()].filter((row) => {
    const strike = strikes[row]!;
    return strike >= from && strike <= to && (strike - frame.spotRound) % frame.step === 0;
  });
  const of = (column: Float64Array): Float64Array => Float64Array.from(rows, (row) => column[row]!);
  return { length: rows.length, strike: of(strikes), callPrice: of(call.price), putPrice: of(put.price) };
}

/** What the usual rule says where it says otherwise. */
function ruleOf(
  range: AnalyzerRange,
  curve: ProbabilityCurve,
  kinds: readonly number[],
  { length, pop }: Candidates,
): Float64Array {
  const byCredit = createCandidates(candidateCount(range.length, kinds));
  analyzeStrategies(range, curve, kinds, "credit", byCredit);
  return byCredit.pop.subarray(0, length).map((percent, i) => (percent === pop[i] ? Number.NaN : percent));
}

/** P&L of a unit of each candidate at the target: the sum of what its legs are worth there. */
function valuesAt(
  kernel: Kernel,
  { market, target }: Question,
  { length, strike, callPrice, putPrice }: AnalyzerRange,
  found: Candidates,
): Float64Array {
  const { kind: model, rate, carry, years } = market.model;
  const elapsed = years - Math.min(Math.max(target.daysLeft / DAYS_A_YEAR, 0), years);
  const gainOf = (type: "CE" | "PE", ivs: Float64Array, entries: Float64Array): Float64Array =>
    Float64Array.from({ length }, (_, i) => {
      const iv = ivs[market.strikes.indexOf(strike[i]!)]!;
      const leg = { type, quantity: 1, strike: strike[i]!, entry: entries[i]!, years, iv, carry };
      return entries[i]! > 0 ? kernel.preparePayoff([leg], { model, rate, elapsed }).at(target.spot)[0]! : Number.NaN;
    });
  const calls = gainOf("CE", market.call.iv, callPrice);
  const puts = gainOf("PE", market.put.iv, putPrice);
  const values = new Float64Array(found.length);
  const { kind, strikes } = found;
  for (let i = 0; i < found.length; i++) {
    const { legs } = STRATEGY_KINDS[kind[i]!]!;
    let sum = 0;
    for (let n = 0; n < legs.length; n++) {
      const { type, quantity, strike: nth } = legs[n]!;
      sum += quantity * (type === "CE" ? calls : puts)[strikeRow(strikes[i]!, nth)]!;
    }
    values[i] = sum * market.units;
  }
  return values;
}

function inLots(found: Candidates, units: number): Omit<Columns, "rule" | "atTarget" | "perRisk"> {
  const { length, kind, strikes, reward, lower, upper, pop } = found;
  const scaled = (column: Float64Array): Float64Array => column.subarray(0, length).map((value) => value * units);
  return {
    kind,
    packed: strikes,
    maxProfit: scaled(found.maxProfit),
    maxLoss: scaled(found.maxLoss),
    reward,
    lower,
    upper,
    pop,
  };
}

/** Which rows pass the filters, and can be compared by the column that they are sorted by. */
function listed({ filters, names, sort }: Question, range: AnalyzerRange, columns: Columns): Int32Array {
  const { pop = 0, reward = 0, maxProfit, maxLoss, atTarget } = filters;
  const wanted = names && new Set(names);
  const isRatio = sort.by === "reward" || sort.by === "perRisk";
  const ratio = columns[sort.by];
  const rows: number[] = [];
  for (let i = 0; i < columns.atTarget.length; i++) {
    if (isRatio && !(ratio[i]! > 0 && Number.isFinite(ratio[i]!))) continue;
    if (pop > 0 && !(columns.pop[i]! >= pop)) continue;
    if (reward > 0 && !(columns.reward[i]! >= reward)) continue;
    if (maxProfit !== undefined && !(columns.maxProfit[i]! >= maxProfit)) continue;
    if (maxLoss !== undefined && !(-columns.maxLoss[i]! <= maxLoss)) continue;
    if (atTarget !== undefined && !(columns.atTarget[i]! >= atTarget)) continue;
    if (wanted && !wanted.has(nameOf(range, columns, i))) continue;
    rows.push(i);
  }
  return Int32Array.from(rows);
}

function nameOf({ strike }: AnalyzerRange, { kind, packed }: Columns, row: number): string {
  const one = STRATEGY_KINDS[kind[row]!]!;
  return candidateName(
    one,
    Array.from({ length: one.strikes }, (_, nth) => strike[strikeRow(packed[row]!, nth)]!),
  );
}

/**
 * By RR, candidates whose most profit lies at an underlying worth nothing follow the others: their ratio is of a profit that
 * nobody will see, as calls that are bought alone have none.
 */
function inRank(sort: Question["sort"], columns: Columns, rows: Int32Array): Int32Array {
  if (sort.by !== "reward") return sorted(sort, columns, rows);
  const isRemote = STRATEGY_KINDS.map(winsMostAtZero);
  const near = rows.filter((row) => !isRemote[columns.kind[row]!]);
  const remote = rows.filter((row) => isRemote[columns.kind[row]!]);
  const order = new Int32Array(rows.length);
  order.set(sorted(sort, columns, near));
  order.set(sorted(sort, columns, remote), near.length);
  return order;
}

/**
 * What has no figure comes last; equals stand as they were made: kind after kind, by strikes. The figures are sorted alone, as
 * the host does fastest, and each row looks up where its figure begins.
 */
function sorted({ by, descending }: Question["sort"], columns: Columns, rows: Int32Array): Int32Array {
  const sign = descending ? -1 : 1;
  const column = columns[by];
  const keys = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const value = column[rows[i]!]!;
    keys[i] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : sign * value + 0; // -0 is 0
  }
  const places = keys.slice().sort();
  const taken = new Int32Array(rows.length);
  const order = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const first = firstOf(places, keys[i]!);
    order[first + taken[first]!++] = rows[i]!;
  }
  return order;
}

/** Place of the first that is not below `key`. */
function firstOf(ascending: Float64Array, key: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
