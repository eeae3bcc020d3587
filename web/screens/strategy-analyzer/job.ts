/** Every candidate of an analysis: made, valued at the target, filtered and sorted. One-off work of an idle worker. */
import { candidateStrikes } from "#contract/domain/strategy/analyzer-limits.ts";
import { candidateName, STRATEGY_KINDS, strikeRow, winsMostAtZero } from "#contract/domain/strategy/strategy-kinds.ts";
import { implementJob } from "#contract/worker/job.ts";
import { analyzeStrategies } from "#kernel/analyzer.ts";
import { type AnalyzerRange, type Candidates, candidateCount, createCandidates } from "#kernel/analyzer-columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { probabilityCurve } from "./derive-curve.ts";
import { type Analysis, type AnalyzerMarket, analysisJob, type Question } from "./snapshot.ts";

const DAYS_A_YEAR = 365;

/** What an analysis works in. It is kept for the next: fresh memory of this size costs as much as the figures in it. */
interface Room {
  readonly found: Candidates;
  readonly byCredit: Candidates;
  readonly atTarget: Float64Array;
  readonly perRisk: Float64Array;
  readonly keys: Float64Array;
  readonly order: Int32Array;
}

function createRoom(capacity: number): Room {
  const figures = () => new Float64Array(capacity);
  return {
    found: createCandidates(capacity),
    byCredit: createCandidates(capacity),
    atTarget: figures(),
    perRisk: figures(),
    keys: figures(),
    order: new Int32Array(capacity),
  };
}

/** Of the analysis before, while none is made. */
let free: Room | undefined;

export const job = implementJob<Question, Analysis, Kernel>(analysisJob, async (question, { kernel, progress }) => {
  const range = rangeOf(question.market, question.limits);
  const capacity = candidateCount(range.length, question.kinds);
  const room = free && free.found.capacity >= capacity ? free : createRoom(capacity);
  free = undefined; // another may begin while this one waits
  try {
    const columns = fill(room, question, range, kernel);
    await progress(0.5);
    return reply(question, range, columns, room);
  } finally {
    free = room;
  }
});

/** Makes the candidates, and values them. */
function fill({ found, byCredit, atTarget, perRisk }: Room, question: Question, range: AnalyzerRange, kernel: Kernel) {
  const { market, kinds } = question;
  const { units } = market;
  const curve = probabilityCurve(market);
  analyzeStrategies(range, curve, kinds, "payoff", found);
  analyzeStrategies(range, curve, kinds, "credit", byCredit);
  const { kind, strikes: packed, maxProfit, maxLoss, reward, lower, upper, pop } = found;
  /** What the usual rule says where it says otherwise. */
  const rule = byCredit.pop;
  valuesAt(kernel, question, range, found, atTarget);
  for (let i = 0; i < found.length; i++) {
    maxProfit[i]! *= units;
    maxLoss[i]! *= units;
    if (rule[i] === pop[i]) rule[i] = Number.NaN;
    const risk = -maxLoss[i]!;
    perRisk[i] = risk > 0 && Number.isFinite(risk) ? atTarget[i]! / risk : Number.NaN;
  }
  return { kind, packed, maxProfit, maxLoss, reward, lower, upper, pop, rule, atTarget, perRisk };
}

/** The rows that are listed, in their order. */
function reply(question: Question, range: AnalyzerRange, columns: Columns, room: Room): Analysis {
  const order = listed(question, range, columns, room);
  rank(question.sort, columns, order, room);
  const figures = (column: Float64Array): Float64Array => inOrder(column, order, new Float64Array(order.length));
  return {
    made: room.found.length,
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
}

type Columns = Omit<Analysis, "made" | "rows" | "strikes">;

function inOrder<C extends Float64Array | Int32Array | Uint8Array>(column: C, order: Int32Array, out: C): C {
  for (let i = 0; i < order.length; i++) out[i] = column[order[i]!]!; // `from` with a function takes twenty times as long
  return out;
}

/**
 * The listed strikes of the step that candidates are made of. Steps are counted from the strike nearest the spot: after a
 * corporate action strikes are no multiples of their step (ADANIENT 2,158.50, 2,178.50).
 */
export function rangeOf(
  market: Pick<AnalyzerMarket, "strikes" | "call" | "put" | "frame">,
  limits: Question["limits"],
): AnalyzerRange {
  const { strikes, call, put, frame } = market;
  const { from, to } = candidateStrikes(limits, frame.step);
  const distance = (strike: number): number => Math.abs(strike - frame.spotRound);
  const centre = strikes.reduce((best, strike) => (distance(strike) < distance(best) ? strike : best), strikes[0] ?? 0);
  const rows = [...strikes.keys()].filter((row) => {
    const strike = strikes[row]!;
    const steps = (strike - centre) / frame.step;
    return strike >= from && strike <= to && Math.abs(steps - Math.round(steps)) < 1e-6;
  });
  const of = (column: Float64Array): Float64Array => Float64Array.from(rows, (row) => column[row]!);
  return { length: rows.length, strike: of(strikes), callPrice: of(call.price), putPrice: of(put.price) };
}

/** P&L of a lot of each candidate at the target: the sum of what its legs are worth there. */
function valuesAt(
  kernel: Kernel,
  { market, target }: Question,
  { length, strike, callPrice, putPrice }: AnalyzerRange,
  found: Candidates,
  values: Float64Array,
): void {
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
}

/** Which rows pass the filters, and can be compared by the column that they are sorted by. */
function listed({ filters, names, sort }: Question, range: AnalyzerRange, columns: Columns, room: Room): Int32Array {
  const { pop = 0, reward = 0, maxProfit, maxLoss, atTarget } = filters;
  const wanted = names && new Set(names);
  const isRatio = sort.by === "reward" || sort.by === "perRisk";
  const ratio = columns[sort.by];
  let count = 0;
  for (let i = 0; i < room.found.length; i++) {
    if (isRatio && !(ratio[i]! > 0 && Number.isFinite(ratio[i]!))) continue;
    if (pop > 0 && !(columns.pop[i]! >= pop)) continue;
    if (reward > 0 && !(columns.reward[i]! >= reward)) continue;
    if (maxProfit !== undefined && !(columns.maxProfit[i]! >= maxProfit)) continue;
    if (maxLoss !== undefined && !(-columns.maxLoss[i]! <= maxLoss)) continue;
    if (atTarget !== undefined && !(columns.atTarget[i]! >= atTarget)) continue;
    if (wanted && !wanted.has(nameOf(range, columns, i))) continue;
    room.order[count++] = i;
  }
  return room.order.subarray(0, count);
}

function nameOf({ strike }: AnalyzerRange, { kind, packed }: Columns, row: number): string {
  const one = STRATEGY_KINDS[kind[row]!]!;
  return candidateName(
    one,
    Array.from({ length: one.strikes }, (_, nth) => strike[strikeRow(packed[row]!, nth)]!),
  );
}

/**
 * What has no figure comes last; equals stand as they were made: kind after kind, by strikes. By RR, candidates whose most
 * profit lies at an underlying worth nothing follow the others: their ratio is of a profit that nobody will see, as calls that
 * are bought alone have none.
 */
function rank({ by, descending }: Question["sort"], columns: Columns, order: Int32Array, { keys }: Room): void {
  const sign = descending ? -1 : 1;
  const column = columns[by];
  for (const row of order) {
    const value = column[row]!;
    keys[row] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : sign * value + 0; // -0 is 0
  }
  order.sort((a, b) => keys[a]! - keys[b]! || a - b);
  if (by !== "reward") return;
  const isRemote = (row: number): boolean => winsMostAtZero(STRATEGY_KINDS[columns.kind[row]!]!);
  const remote = order.filter(isRemote);
  order.set(order.filter((row) => !isRemote(row)));
  order.set(remote, order.length - remote.length);
}
