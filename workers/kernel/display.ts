/**
 * The specification's display rounding, in one place. Decimals: IV in percent 2, delta 3, gamma 4, theta (per day, annual /
 * 365) 3, vega (per percent, / 100) 3, probabilities in percent 1, at least 0.1. A tie rounds away from zero, so that a call
 * and a put of opposite sign show the same digits; there is no negative zero.
 *
 * The IV shown is the 4-decimal fraction the specification's own iteration ends at; the other figures are those of the exact
 * IV, rounded once.
 */
import type { SideGreeks } from "./chain-columns.ts";

const DAYS_A_YEAR = 365;
const LOWEST_PROBABILITY = 0.1;

/** What the screens show for one side; NaN is shown as '-'. */
export interface SideDisplay {
  /** Percent, 2 decimals; 0 where there is none. */
  readonly iv: Float64Array;
  readonly delta: Float64Array;
  readonly gamma: Float64Array;
  /** Rupees per calendar day. */
  readonly theta: Float64Array;
  /** Rupees per percentage point of IV. */
  readonly vega: Float64Array;
  /** Percent. The result order of the specification is [P above, P below]. */
  readonly probAbove: Float64Array;
  readonly probBelow: Float64Array;
}

/** Columns for `capacity` strikes; allocate once and reuse. */
export function createSideDisplay(capacity: number): SideDisplay {
  return {
    iv: new Float64Array(capacity),
    delta: new Float64Array(capacity),
    gamma: new Float64Array(capacity),
    theta: new Float64Array(capacity),
    vega: new Float64Array(capacity),
    probAbove: new Float64Array(capacity),
    probBelow: new Float64Array(capacity),
  };
}

/** An IV as it is shown: per cent, two decimals. */
export const shownIv = (derivedIv: number): number => Math.round(derivedIv * 1e4) / 100;

/**
 * Full precision -> figures on the screen, for the first `length` rows. An IV that shows as 0 shows IV 0 and '-' (NaN)
 * elsewhere. The two probabilities add up to 100 (before the floor).
 */
export function roundForDisplay(exact: SideGreeks, length: number, out: SideDisplay): void {
  for (let i = 0; i < length; i++) {
    const iv = shownIv(exact.derivedIv[i]!);
    const isSolved = iv > 0;
    out.iv[i] = isSolved ? iv : 0;
    out.delta[i] = isSolved ? round(exact.delta[i]!, 1e3) : Number.NaN;
    out.gamma[i] = isSolved ? round(exact.gamma[i]!, 1e4) : Number.NaN;
    out.theta[i] = isSolved ? round(exact.theta[i]! / DAYS_A_YEAR, 1e3) : Number.NaN;
    out.vega[i] = isSolved ? round(exact.vega[i]! / 100, 1e3) : Number.NaN;
    const tenths = isSolved ? Math.round(exact.probAbove[i]! * 1000) : Number.NaN;
    out.probAbove[i] = Math.max(LOWEST_PROBABILITY, tenths / 10);
    out.probBelow[i] = Math.max(LOWEST_PROBABILITY, (1000 - tenths) / 10);
  }
}

function round(x: number, scale: number): number {
  const magnitude = Math.round(Math.abs(x) * scale) / scale;
  return x < 0 && magnitude !== 0 ? -magnitude : magnitude;
}
