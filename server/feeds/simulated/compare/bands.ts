/** Facts that are told apart by a number: premium, standard deviations out of the money, minute of the day. */
import type { Fact } from "./fact.ts";

export interface Band {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly fact: Fact;
}

/** Bands between neighbouring edges; the outer ones may be infinite. */
export const bands = (edges: readonly number[], fact: (label: string) => Fact): readonly Band[] =>
  edges.slice(1).map((to, i) => ({ from: edges[i], to, fact: fact(labelOf(edges[i], to)) }));

function labelOf(from: number, to: number): string {
  if (from === Number.NEGATIVE_INFINITY) return `below ${to}`;
  return to === Number.POSITIVE_INFINITY ? `above ${from}` : `${from}..${to}`;
}

export const bandOf = (of: readonly Band[], value: number): number =>
  of.findIndex(({ from, to }) => value >= from && value < to);
