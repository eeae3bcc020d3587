/** The prices that an analysis stands on, and one candidate of it. Pure. */

import { candidateStrikes, type StrikeLimits } from "#contract/domain/strategy/analyzer-limits.ts";
import {
  candidateName,
  STRATEGY_KINDS,
  type StrategyKind,
  strikeRow,
} from "#contract/domain/strategy/strategy-kinds.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { QuotedContract } from "#contract/worker/strategy-pane.ts";
import type { Analysis, AnalyzerMarket } from "./snapshot.ts";

/** The prices that stand until the next press of Analyze, and where and when they were taken. */
export interface Frozen {
  readonly context: PaneContext;
  readonly date: IsoDate;
  /** Minute of the IST day that the figures are of. */
  readonly minute: number;
  /** When they were taken, with a fraction of the minute; absent off the live market. */
  readonly at: number | undefined;
  readonly market: AnalyzerMarket;
  readonly limits: StrikeLimits;
}

export interface CandidateLeg {
  readonly type: "CE" | "PE";
  /** Lots bought, negative where sold. */
  readonly lots: number;
  /** Rupees. */
  readonly strike: number;
}

export interface Candidate {
  /** Tells candidates apart, whatever the prices: 'Bull Call Spread,24050CE-24100CE'. */
  readonly name: string;
  readonly kind: string;
  /** By ascending strikes. */
  readonly legs: readonly CandidateLeg[];
}

/** The kind of the candidate in a row. */
export const kindAt = ({ kind }: Analysis, row: number): StrategyKind => STRATEGY_KINDS[kind[row]!]!;

function strikesAt(analysis: Analysis, row: number): readonly number[] {
  const packed = analysis.packed[row]!;
  return Array.from({ length: kindAt(analysis, row).strikes }, (_, n) => analysis.strikes[strikeRow(packed, n)]!);
}

export const nameAt = (analysis: Analysis, row: number): string =>
  candidateName(kindAt(analysis, row), strikesAt(analysis, row));

export function candidateAt(analysis: Analysis, row: number): Candidate {
  const kind = kindAt(analysis, row);
  const strikes = strikesAt(analysis, row);
  return {
    name: candidateName(kind, strikes),
    kind: kind.name,
    legs: kind.legs.map(({ type, quantity, strike }) => ({ type, lots: quantity, strike: strikes[strike]! })),
  };
}

/** 'B 24,050 CE', 'S 2 x 24,150 CE', one after the other. */
export const legsText = ({ legs }: Candidate, between: string, textOf: (strike: number) => string): string =>
  legs
    .map(({ type, lots, strike }) => {
      const count = Math.abs(lots);
      return `${lots > 0 ? "B" : "S"} ${count > 1 ? `${count} x ` : ""}${textOf(strike)} ${type}`;
    })
    .join(between);

/** Where it stands now; -1 where it is not listed. */
export function rowOf(analysis: Analysis, { name, legs }: Candidate): number {
  const lowest = analysis.strikes.indexOf(legs[0]!.strike);
  // Names are made of few rows: there are thousands.
  return analysis.packed.findIndex((packed, row) => strikeRow(packed, 0) === lowest && nameAt(analysis, row) === name);
}

/** Its legs at the frozen prices. @param tokens of the contracts, by strike and type */
export function quotedLegs(
  { legs }: Candidate,
  { market, context }: Frozen,
  contractOf: (leg: CandidateLeg) => Pick<QuotedContract, "token" | "lotSize">,
): readonly (QuotedContract & { readonly lots: number })[] {
  return legs.map((leg) => {
    const row = market.strikes.indexOf(leg.strike);
    const side = leg.type === "CE" ? market.call : market.put;
    return {
      ...contractOf(leg),
      ...leg,
      expiry: context.expiry,
      price: side.price[row] ?? Number.NaN,
      iv: side.iv[row] ?? 0,
    };
  });
}

/** By name. */
export type Checked = ReadonlyMap<string, Candidate>;
export const NO_CHECKED: Checked = new Map();

/** Those that an analysis of these prices makes, too; the same map where all are. */
export function stillMade(checked: Checked, { market, limits }: Frozen): Checked {
  const { from, to } = candidateStrikes(limits, market.frame.step);
  const isMade = ({ type, strike }: CandidateLeg): boolean => {
    const price = (type === "CE" ? market.call : market.put).price[market.strikes.indexOf(strike)] ?? Number.NaN;
    return price > 0 && strike >= from && strike <= to;
  };
  const made = [...checked].filter(([, { legs }]) => legs.every(isMade));
  return made.length === checked.size ? checked : new Map(made);
}
