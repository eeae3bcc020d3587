/** Ticks in rupees. NSE, in force since April 2025: by the level of the underlying, reviewed once a month. */
import type { Underlying } from "#contract/domain/instruments.ts";

type Steps = readonly (readonly [upTo: number, tick: number])[];

const STOCK: Steps = [
  [249.99, 0.01],
  [1000, 0.05],
  [5000, 0.1],
  [10_000, 0.5],
  [20_000, 1],
];
const DEAREST_STOCK = 5;
const INDEX_FUTURE: Steps = [
  [15_000, 0.05],
  [30_000, 0.1],
];
const DEAREST_INDEX_FUTURE = 0.2;

const stepAt = (steps: Steps, level: number): number | undefined => steps.find(([upTo]) => level <= upTo)?.[1];

/** Of what is printed as spot. */
export const spotTick = (underlying: Underlying, level: number): number =>
  underlying.kind === "stock" ? (stepAt(STOCK, level) ?? DEAREST_STOCK) : underlying.tick;

/** A stock's future has the tick of its shares, a currency's that of the underlying. */
export function futureTick(underlying: Underlying, level: number): number {
  if (underlying.kind !== "index") return spotTick(underlying, level);
  return stepAt(INDEX_FUTURE, level) ?? DEAREST_INDEX_FUTURE;
}

export const optionTick = (underlying: Underlying, level: number): number =>
  underlying.kind === "stock" ? Math.min(spotTick(underlying, level), underlying.tick) : underlying.tick;
