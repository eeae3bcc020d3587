/** Every candidate of every kind of strategy over 20 strikes, beside the same with an object a candidate. */

import { STRATEGY_KINDS, strikeRow } from "#contract/domain/strategy/strategy-kinds.ts";
import { analyzeStrategies } from "#kernel/analyzer.ts";
import { type Candidates, candidateCount, createCandidates } from "#kernel/analyzer-columns.ts";
import { createAnalyzerRange } from "#kernel/testing/analyzer-range.ts";
import { type PlainCandidate, plainAnalyze } from "#kernel/testing/plain-analyzer.ts";
import { note, type Row, row } from "../report.ts";
import { ratioSpread, speedRatio, timeSlices } from "./slices.ts";

const STRIKES = 20;
const SIDE = "credit";
const KINDS = STRATEGY_KINDS.map((_, code) => code);
const TOLERANCE = 1e-9;
const OUR_PASSES = 2;
const WARM_UP_ROUNDS = 8;

export function analyzerRows(question: string, short: boolean): Row[] {
  const { range, curve } = createAnalyzerRange(STRIKES);
  const found = createCandidates(candidateCount(STRIKES, KINDS));
  const expected: PlainCandidate[][] = [];
  // A slice is a kind of strategy; ours does them all in each.
  const competitorsOf = (kind: number) => ({
    ours: () => {
      for (let pass = 0; pass < OUR_PASSES; pass++) analyzeStrategies(range, curve, KINDS, SIDE, found);
    },
    objects: () => {
      expected[kind] = plainAnalyze(range, curve, [kind], SIDE);
    },
  });
  timeSlices(KINDS.length, WARM_UP_ROUNDS, competitorsOf);
  assertSame(found, expected.flat());
  const { ours, objects } = timeSlices(KINDS.length, short ? 15 : 61, competitorsOf);
  const passes = OUR_PASSES * KINDS.length;
  return [
    row(question, "analyzer, every shape over 20 strikes / objects in JS", speedRatio(objects, ours, passes)),
    note(question, "analyzer, spread of its rounds (quartiles, +-)", ratioSpread(objects, ours), ""),
    note(question, "analyzer, candidates", found.length, ""),
    note(question, "analyzer, ns a candidate", ((ours.total / passes) * 1e6) / found.length, "ns"),
  ];
}

function assertSame(found: Candidates, expected: readonly PlainCandidate[]): void {
  if (found.length !== expected.length) throw new Error(`${found.length} candidates, by objects ${expected.length}`);
  expected.forEach(({ name, maxProfit, maxLoss, reward, breakEvens, pop }, i) => {
    const figures = [
      [found.maxProfit[i]!, maxProfit],
      [found.maxLoss[i]!, maxLoss],
      [found.reward[i]!, reward],
      [found.pop[i]!, pop],
    ] as const;
    const points = [found.lower[i]!, found.upper[i]!].filter((point) => !Number.isNaN(point));
    const isSame =
      figures.every(([a, b]) => isNear(a, b)) &&
      points.length === breakEvens.length &&
      points.every((point, n) => isNear(point, breakEvens[n]!));
    if (!isSame) throw new Error(`${name} (strike ${strikeRow(found.strikes[i]!, 0)} up) differs from its object`);
  });
}

const isNear = (a: number, b: number): boolean =>
  Object.is(a, b) || Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b));
