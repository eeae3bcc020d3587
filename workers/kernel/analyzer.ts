/**
 * The strategy analyzer: every candidate of the kinds of strategy over a range of strikes, with its figures at expiry. The
 * shapes are the textbook ones (STRATEGY_KINDS); all pairs, triples and quadruples of strikes are made, also those with
 * unequal wings.
 *
 * Plain TypeScript: compiled to WASM the same loops took as long, copying included.
 *
 * Hot (bench question: kernels).
 */

import { STRATEGY_KINDS } from "#contract/domain/strategy/strategy-kinds.ts";
import {
  type AnalyzerRange,
  type Candidates,
  candidateCount,
  type ProbabilityCurve,
  type ProfitSide,
} from "./analyzer-columns.ts";
import { CandidateWriter } from "./candidate-writer.ts";

const MAX_STRIKES = 256; // a strike's row is a byte

/**
 * Fills `out` with the candidates of the kinds (places in STRATEGY_KINDS), kind after kind, each by ascending strikes. A
 * candidate needs a price for every leg.
 * @throws RangeError beyond 256 strikes, without probabilities or step, for an unknown kind, or when `out` is smaller than
 * candidateCount(range.length, kinds)
 */
export function analyzeStrategies(
  range: AnalyzerRange,
  curve: ProbabilityCurve,
  kinds: readonly number[],
  side: ProfitSide,
  out: Candidates,
): void {
  requireRoom(range, curve, kinds, out);
  const priced = {
    length: range.length,
    strike: range.strike,
    call: pricesOf(range.callPrice, range.length),
    put: pricesOf(range.putPrice, range.length),
  };
  const writer = new CandidateWriter(curve, side, out);
  for (const kind of kinds) MAKERS[kind]!(priced, writer, kind);
}

function requireRoom(range: AnalyzerRange, curve: ProbabilityCurve, kinds: readonly number[], out: Candidates): void {
  if (range.length > MAX_STRIKES)
    throw new RangeError(`the analyzer takes at most ${MAX_STRIKES} strikes, got ${range.length}`);
  if (!(curve.length >= 1 && curve.step > 0))
    throw new RangeError("the analyzer needs the probability of a strike at least, and the step between strikes");
  for (const kind of kinds) if (!STRATEGY_KINDS[kind]) throw new RangeError(`there is no kind of strategy ${kind}`);
  const count = candidateCount(range.length, kinds);
  if (count > out.capacity) throw new RangeError(`${count} candidates do not fit into ${out.capacity} rows`);
}

/** Prices, NaN where there is none. */
function pricesOf(prices: Float64Array, length: number): Float64Array {
  const priced = prices.slice(0, length);
  for (let i = 0; i < length; i++) if (!(priced[i]! > 0)) priced[i] = Number.NaN;
  return priced;
}

interface Priced {
  readonly length: number;
  readonly strike: Float64Array;
  readonly call: Float64Array;
  readonly put: Float64Array;
}

type Maker = (priced: Priced, writer: CandidateWriter, kind: number) => void;

/** By kind, as in STRATEGY_KINDS. 1 and -1 are bought and sold, or up and down (candidate-writer.ts: s). */
const MAKERS: readonly Maker[] = [
  callSpreads(1),
  putSpreads(-1),
  callSpreads(-1),
  putSpreads(1),
  callBackspreads,
  putBackspreads,
  butterflies(true),
  butterflies(false),
  ironCondors,
  straddles(1),
  straddles(-1),
  strangles(1),
  strangles(-1),
];

/** s = 1: lower call bought, higher sold; s = -1 the reverse. */
function callSpreads(s: number): Maker {
  return ({ length, strike, call }, writer, kind) => {
    for (let i = 0; i < length; i++)
      for (let j = i + 1; j < length; j++) {
        const m = s * (call[j]! - call[i]!);
        writer.add(kind, i | (j << 8), strike[i]!, strike[i]!, m, m, m + s * (strike[j]! - strike[i]!), s, m);
      }
  };
}

/** s = 1: higher put bought, lower sold; s = -1 the reverse. */
function putSpreads(s: number): Maker {
  return ({ length, strike, put }, writer, kind) => {
    for (let i = 0; i < length; i++)
      for (let j = i + 1; j < length; j++) {
        const m = s * (put[i]! - put[j]!);
        writer.add(kind, i | (j << 8), strike[j]!, strike[j]!, m, m + s * (strike[j]! - strike[i]!), m, s, m);
      }
  };
}

/** One lower call sold, two higher ones bought. */
function callBackspreads({ length, strike, call }: Priced, writer: CandidateWriter, kind: number): void {
  for (let i = 0; i < length; i++)
    for (let j = i + 1; j < length; j++) {
      const credit = call[i]! - 2 * call[j]!;
      const m = credit - (strike[j]! - strike[i]!);
      writer.add(kind, i | (j << 8), strike[j]!, strike[j]!, m, credit, Number.POSITIVE_INFINITY, 1, credit);
    }
}

/** One higher put sold, two lower ones bought; the left side ends at spot 0. */
function putBackspreads({ length, strike, put }: Priced, writer: CandidateWriter, kind: number): void {
  for (let i = 0; i < length; i++)
    for (let j = i + 1; j < length; j++) {
      const credit = put[j]! - 2 * put[i]!;
      const m = credit - (strike[j]! - strike[i]!);
      writer.add(kind, i | (j << 8), strike[i]!, strike[i]!, m, m + strike[i]!, credit, 1, credit);
    }
}

/** One, minus two, one. On one side of the body only the premium is left, on the other the difference of the wings. */
function butterflies(isCall: boolean): Maker {
  return ({ length, strike, call, put }, writer, kind) => {
    const price = isCall ? call : put;
    for (let i = 0; i < length; i++)
      for (let j = i + 1; j < length; j++) {
        const lowerWing = strike[j]! - strike[i]!;
        for (let k = j + 1; k < length; k++) {
          const credit = 2 * price[j]! - (price[i]! + price[k]!);
          const upperWing = strike[k]! - strike[j]!;
          const m = credit + (isCall ? lowerWing : upperWing);
          const strikes = i | (j << 8) | (k << 16);
          writer.add(kind, strikes, strike[j]!, strike[j]!, m, m - lowerWing, m - upperWing, -1, credit);
        }
      }
  };
}

/** Put bought and put sold above it, call sold and call bought above it. */
function ironCondors({ length, strike, call, put }: Priced, writer: CandidateWriter, kind: number): void {
  for (let i = 0; i < length; i++)
    for (let j = i + 1; j < length; j++)
      for (let k = j + 1; k < length; k++) {
        const credit = put[j]! - put[i]! + call[k]!;
        const lowerWing = strike[j]! - strike[i]!;
        for (let n = k + 1; n < length; n++) {
          const m = credit - call[n]!;
          const strikes = i | (j << 8) | (k << 16) | (n << 24);
          const upperWing = strike[n]! - strike[k]!;
          writer.add(kind, strikes, strike[j]!, strike[k]!, m, m - lowerWing, m - upperWing, -1, m);
        }
      }
}

/** The left side ends at spot 0. */
function straddles(s: number): Maker {
  return ({ length, strike, call, put }, writer, kind) => {
    for (let i = 0; i < length; i++) {
      const m = -s * (put[i]! + call[i]!);
      writer.add(kind, i, strike[i]!, strike[i]!, m, m + s * strike[i]!, s * Number.POSITIVE_INFINITY, s, m);
    }
  };
}

/** The put at the lower strike, the call at the higher; the left side ends at spot 0. */
function strangles(s: number): Maker {
  return ({ length, strike, call, put }, writer, kind) => {
    for (let i = 0; i < length; i++)
      for (let j = i + 1; j < length; j++) {
        const m = -s * (put[i]! + call[j]!);
        writer.add(
          kind,
          i | (j << 8),
          strike[i]!,
          strike[j]!,
          m,
          m + s * strike[i]!,
          s * Number.POSITIVE_INFINITY,
          s,
          m,
        );
      }
  };
}
