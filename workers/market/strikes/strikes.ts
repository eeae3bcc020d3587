/** The chain's skeleton: which strikes a room has, and in which row each side of a strike is. */
import { CE, EQ, FUT, PE, type TokenTable } from "#contract/domain/instruments.ts";
import { type ScaledPrice, scaledPrice } from "#contract/domain/units.ts";

/** Rows are -1 where there is no such contract. */
export interface StrikeTable {
  readonly count: number;
  /** Scaled, ascending, each once. */
  readonly strikes: Int32Array;
  /** Row of the call by strike index. */
  readonly ce: Int32Array;
  /** Row of the put by strike index. */
  readonly pe: Int32Array;
  /** Row of the spot. */
  readonly eq: number;
  /** Row of the future. */
  readonly fut: number;
}

/** A strike by its index; NaN for -1. */
export const strikeAt = ({ strikes }: StrikeTable, index: number): ScaledPrice =>
  scaledPrice(index < 0 ? Number.NaN : strikes[index]!);

/** Built once per change of the token table. Of two rows with one meaning, the first counts. */
export function buildStrikeTable(tokens: TokenTable): StrikeTable {
  const { type, strike, length } = tokens;
  const distinct = new Set<number>();
  let eq = -1;
  let fut = -1;
  for (let row = 0; row < length; row++) {
    if (type[row] === EQ) eq = eq < 0 ? row : eq;
    else if (type[row] === FUT) fut = fut < 0 ? row : fut;
    else distinct.add(strike[row]!);
  }
  const strikes = Int32Array.from(distinct).sort();
  const indexOf = new Map<number, number>();
  for (let i = 0; i < strikes.length; i++) indexOf.set(strikes[i]!, i);
  const ce = new Int32Array(strikes.length).fill(-1);
  const pe = new Int32Array(strikes.length).fill(-1);
  for (let row = 0; row < length; row++) {
    const side = type[row] === CE ? ce : type[row] === PE ? pe : undefined;
    const index = indexOf.get(strike[row]!);
    if (side && index !== undefined && side[index] === -1) side[index] = row;
  }
  return { count: strikes.length, strikes, ce, pe, eq, fut };
}
