/**
 * Every candidate of a kind of strategy over a range of strikes, with its figures at expiry, per unit. The shapes are the
 * textbook ones (one unit bought and sold a leg; backspreads buy two for one sold, butterflies sell two in the middle); all
 * pairs, triples and quadruples of strikes are made, also those with unequal wings.
 *
 * Hot (bench question: kernels).
 */
import { OK, OVER_CAPACITY } from "../layout";
import {
  BEAR_CALL_SPREAD,
  BEAR_PUT_SPREAD,
  BULL_CALL_SPREAD,
  BULL_PUT_SPREAD,
  BUTTERFLY_CALL,
  BUTTERFLY_PUT,
  CALL_RATIO_BACKSPREAD,
  CURVE_CAPACITY,
  IRON_CONDOR,
  LONG_STRADDLE,
  LONG_STRANGLE,
  PUT_RATIO_BACKSPREAD,
  RANGE_CALL,
  RANGE_CAPACITY,
  RANGE_PUT,
  RANGE_STRIKE,
  SHORT_STRADDLE,
} from "./layout";
import { rows, startRows, storeTent } from "./tent";

/** Candidates that the last analyzeKind stored. */
export function candidateRows(): i32 {
  return <i32>rows;
}

/**
 * The RANGE columns of `count` strikes and the CURVE columns of `nodes` strikes (the first at `start`, `step` apart) -> the
 * CANDIDATE columns. byCredit: where a strategy's profit lies, inside its break-evens or outside, is taken from whether
 * it brings in a credit; else from its payoff.
 */
export function analyzeKind(kind: i32, count: i32, spot: f64, start: f64, step: f64, nodes: i32, byCredit: bool): i32 {
  if (<u32>count > <u32>RANGE_CAPACITY || <u32>nodes > <u32>CURVE_CAPACITY || nodes == 0) return OVER_CAPACITY;
  startRows(spot, start, step, nodes, byCredit);
  if (kind == BULL_CALL_SPREAD || kind == BEAR_CALL_SPREAD) callSpreads(count, kind == BULL_CALL_SPREAD ? 1.0 : -1.0);
  else if (kind == BULL_PUT_SPREAD || kind == BEAR_PUT_SPREAD) putSpreads(count, kind == BEAR_PUT_SPREAD ? 1.0 : -1.0);
  else if (kind == CALL_RATIO_BACKSPREAD) callBackspreads(count);
  else if (kind == PUT_RATIO_BACKSPREAD) putBackspreads(count);
  else if (kind == BUTTERFLY_CALL || kind == BUTTERFLY_PUT) butterflies(count, kind == BUTTERFLY_CALL);
  else if (kind == IRON_CONDOR) ironCondors(count);
  else if (kind == LONG_STRADDLE || kind == SHORT_STRADDLE) straddles(count, kind == LONG_STRADDLE ? 1.0 : -1.0);
  else strangles(count, kind == LONG_STRANGLE ? 1.0 : -1.0);
  return OK;
}

function strike(i: i32): f64 {
  return load<f64>(RANGE_STRIKE + ((<usize>i) << 3));
}

/** A price, or NaN where there is none. */
function price(column: usize, i: i32): f64 {
  const value = load<f64>(column + ((<usize>i) << 3));
  return value > 0.0 ? value : NaN;
}

/** s = 1: lower call bought, higher sold; s = -1 the reverse. */
function callSpreads(count: i32, s: f64): void {
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const m = s * (price(RANGE_CALL, j) - price(RANGE_CALL, i));
      storeTent(i | (j << 8), strike(i), strike(i), m, m, m + s * (strike(j) - strike(i)), s, m);
    }
}

/** s = 1: higher put bought, lower sold; s = -1 the reverse. */
function putSpreads(count: i32, s: f64): void {
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const m = s * (price(RANGE_PUT, i) - price(RANGE_PUT, j));
      storeTent(i | (j << 8), strike(j), strike(j), m, m + s * (strike(j) - strike(i)), m, s, m);
    }
}

/** One lower call sold, two higher ones bought. */
function callBackspreads(count: i32): void {
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const credit = price(RANGE_CALL, i) - 2.0 * price(RANGE_CALL, j);
      const m = credit - (strike(j) - strike(i));
      storeTent(i | (j << 8), strike(j), strike(j), m, credit, Infinity, 1.0, credit);
    }
}

/** One higher put sold, two lower ones bought; the left side ends at spot 0. */
function putBackspreads(count: i32): void {
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const credit = price(RANGE_PUT, j) - 2.0 * price(RANGE_PUT, i);
      const m = credit - (strike(j) - strike(i));
      storeTent(i | (j << 8), strike(i), strike(i), m, m + strike(i), credit, 1.0, credit);
    }
}

/** s = 1 bought, s = -1 sold; the left side ends at spot 0. */
function straddles(count: i32, s: f64): void {
  for (let i = 0; i < count; i++) {
    const m = -s * (price(RANGE_PUT, i) + price(RANGE_CALL, i));
    storeTent(i, strike(i), strike(i), m, m + s * strike(i), s * Infinity, s, m);
  }
}

/** The put at the lower strike, the call at the higher. */
function strangles(count: i32, s: f64): void {
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const m = -s * (price(RANGE_PUT, i) + price(RANGE_CALL, j));
      storeTent(i | (j << 8), strike(i), strike(j), m, m + s * strike(i), s * Infinity, s, m);
    }
}

/** One, minus two, one. On one side of the body nothing but the premium is left, on the other the difference of the wings. */
function butterflies(count: i32, isCall: bool): void {
  const column = isCall ? RANGE_CALL : RANGE_PUT;
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++)
      for (let k = j + 1; k < count; k++) {
        const credit = 2.0 * price(column, j) - (price(column, i) + price(column, k));
        const lowerWing = strike(j) - strike(i);
        const upperWing = strike(k) - strike(j);
        const m = credit + (isCall ? lowerWing : upperWing);
        storeTent(i | (j << 8) | (k << 16), strike(j), strike(j), m, m - lowerWing, m - upperWing, -1.0, credit);
      }
}

/** Put bought and put sold above it, call sold and call bought above it. */
function ironCondors(count: i32): void {
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++)
      for (let k = j + 1; k < count; k++) {
        const credit = price(RANGE_PUT, j) - price(RANGE_PUT, i) + price(RANGE_CALL, k);
        const lower = strike(j) - strike(i);
        for (let n = k + 1; n < count; n++) {
          const m = credit - price(RANGE_CALL, n);
          const strikes = i | (j << 8) | (k << 16) | (n << 24);
          storeTent(strikes, strike(j), strike(k), m, m - lower, m - (strike(n) - strike(k)), -1.0, m);
        }
      }
}
