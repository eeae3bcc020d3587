/**
 * The `m` of a token: [margin base, delta].
 *
 * The margin base is what one lot sold might lose by tomorrow, in rupees, without the exposure margin that the order
 * ticket adds. It is an estimate in the manner of SPAN, not the exchange's file: the worst of sixteen scenarios, the
 * underlying moving by thirds of its scan range with volatility up or down, and by twice the range at 35 % of the loss.
 * The scan range is six daily standard deviations (three, over two days' close-out), at least 9.3 % of an index,
 * 14.2 % of a stock and 1 % of USDINR. A future loses its scan range.
 *
 * Delta and the scenario prices are Black-76 on the room's own forward (its future of the same expiry, else put-call
 * parity at the money, else spot), at the volatility of the out-of-the-money side of each strike.
 */

import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { CE, EQ, FUT, type Underlying, underlyingOf } from "#contract/domain/instruments.ts";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import type { IsoDate, Minute } from "#contract/domain/units.ts";
import { impliedVol, optionDelta, optionPrice } from "./black76.ts";

export interface MarginInput {
  readonly room: RoomDay;
  readonly minute: Minute;
  /** Daily standard deviation of the underlying, a fraction. */
  readonly sd: number | undefined;
  /** Expiry of the future that the room carries. */
  readonly futureExpiry: IsoDate;
  /** Last prices by row, scaled; at most 0 where there is none. Absent: the live ones. */
  readonly ltp?: (row: number) => number;
}

/** By row. */
export interface MarginBases {
  readonly base: Float64Array;
  readonly delta: Float64Array;
}

export interface MarginBase {
  /** Rupees a lot. */
  readonly base: number;
  readonly delta: number;
}

const SCAN_FLOOR: Readonly<Record<Underlying["kind"], number>> = { index: 0.093, stock: 0.142, currency: 0.01 };
/** Shift of volatility in the scenarios, in points of a year's volatility. */
const VOL_SHIFT: Readonly<Record<Underlying["kind"], number>> = { index: 0.04, stock: 0.1, currency: 0.03 };
const SCAN_SIGMAS = 6;
const LEAST_VOL = 0.01;

/** Moves are of the scan range and of the shift of volatility; `share` is the part of the gain that counts. */
const SCENARIOS = [
  ...[-1, -2 / 3, -1 / 3, 0, 1 / 3, 2 / 3, 1].flatMap((move) => [
    { move, volMove: 1, share: 1 },
    { move, volMove: -1, share: 1 },
  ]),
  { move: -2, volMove: 0, share: 0.35 },
  { move: 2, volMove: 0, share: 0.35 },
];
const NO_GAINS: readonly number[] = SCENARIOS.map(() => 0);
/** Where no price of the chain says otherwise. */
const FALLBACK_VOL = 0.15;
const MIN_YEARS = 1 / (365 * 24);
const NOTHING: MarginBase = { base: 0, delta: 0 };

export function marginBases(input: MarginInput): MarginBases {
  const { tokens } = input.room;
  const base = new Float64Array(tokens.length);
  const delta = new Float64Array(tokens.length);
  const { baseOf } = marginScan(input);
  for (let row = 0; row < tokens.length; row++) ({ base: base[row], delta: delta[row] } = baseOf(row));
  return { base, delta };
}

/** What the scenarios do to a room's contracts. */
export interface MarginScan {
  baseOf(row: number): MarginBase;
  /** What a lot bought gains in each of the sixteen scenarios, rupees. Those of one room go together. */
  gainsOf(row: number): readonly number[];
}

/** Reads the chain once; then any row costs sixteen prices. */
export function marginScan({ room, minute, sd, futureExpiry, ltp = liveLtp(room) }: MarginInput): MarginScan {
  const { tokens, priceScale, symbol, expiry, date } = room;
  const underlying = underlyingOf(symbol);
  const forward = forwardOf(room, ltp, futureExpiry);
  if (forward === undefined) return { baseOf: () => NOTHING, gainsOf: () => NO_GAINS };
  const years = Math.max(yearsToExpiry(underlying.segment, expiry, date, minute, "forward"), MIN_YEARS);
  const scan = scanRange(underlying, forward, sd);
  const shift = VOL_SHIFT[underlying.kind];
  const vols = volByStrike(room, ltp, forward, years);
  const optionOf = (row: number) => ({
    sign: tokens.type[row] === CE ? (1 as const) : (-1 as const),
    strike: tokens.strike[row] / priceScale,
    vol: vols.get(tokens.strike[row]) ?? FALLBACK_VOL,
  });
  const lotOf = (row: number): number => tokens.lotSize[row] * underlying.multiplier;
  const gainsOf = (row: number): readonly number[] => {
    const type = tokens.type[row];
    if (type === EQ) return NO_GAINS;
    const lot = lotOf(row);
    if (type === FUT) return SCENARIOS.map(({ move, share }) => move * scan * share * lot);
    const { sign, strike, vol } = optionOf(row);
    const now = optionPrice(sign, forward, strike, vol, years);
    return SCENARIOS.map(({ move, volMove, share }) => {
      const moved = optionPrice(sign, forward + move * scan, strike, Math.max(vol + volMove * shift, LEAST_VOL), years);
      return share * (moved - now) * lot;
    });
  };
  return {
    gainsOf,
    baseOf(row) {
      const type = tokens.type[row];
      if (type === EQ) return { base: 0, delta: 1 };
      if (type === FUT) return { base: scan * lotOf(row), delta: 1 };
      const { sign, strike, vol } = optionOf(row);
      return { base: Math.max(0, ...gainsOf(row)), delta: optionDelta(sign, forward, strike, vol, years) };
    },
  };
}

function liveLtp({ live }: RoomDay): (row: number) => number {
  const ltp = live.columns[LTP];
  return (row) => ltp[row];
}

/** What a future loses in a day at worst, rupees a unit. @param sd daily standard deviation, a fraction */
export const scanRange = ({ kind }: Underlying, forward: number, sd: number | undefined): number =>
  forward * Math.max(SCAN_FLOOR[kind], SCAN_SIGMAS * (sd ?? 0));

/** In rupees; undefined when the room has no price to tell it from. */
function forwardOf(room: RoomDay, ltp: (row: number) => number, futureExpiry: IsoDate): number | undefined {
  const { tokens, priceScale, expiry } = room;
  const types = tokens.type.subarray(0, tokens.length);
  const price = (row: number): number | undefined => (row >= 0 && ltp(row) > 0 ? ltp(row) / priceScale : undefined);
  const future = price(types.indexOf(FUT));
  if (future !== undefined && futureExpiry === expiry) return future;
  return parityForward(room, ltp) ?? price(types.indexOf(EQ)) ?? future;
}

/** Strike + call - put, where the two cost most nearly the same. */
function parityForward({ tokens, priceScale }: RoomDay, ltp: (row: number) => number): number | undefined {
  const calls = new Map<number, number>();
  for (let row = 0; row < tokens.length; row++) {
    if (tokens.type[row] === CE && ltp(row) > 0) calls.set(tokens.strike[row], ltp(row));
  }
  let best: number | undefined;
  let gap = Number.POSITIVE_INFINITY;
  for (let row = 0; row < tokens.length; row++) {
    const call = calls.get(tokens.strike[row]);
    if (tokens.type[row] <= CE || call === undefined || ltp(row) <= 0) continue;
    const difference = call - ltp(row);
    if (Math.abs(difference) >= gap) continue;
    gap = Math.abs(difference);
    best = (tokens.strike[row] + difference) / priceScale;
  }
  return best;
}

/** The volatility of each strike (scaled) whose out-of-the-money side has a price. */
function volByStrike(
  { tokens, priceScale }: RoomDay,
  ltp: (row: number) => number,
  forward: number,
  years: number,
): Map<number, number> {
  const vols = new Map<number, number>();
  for (let row = 0; row < tokens.length; row++) {
    const type = tokens.type[row];
    if (type === EQ || type === FUT || ltp(row) <= 0) continue;
    const strike = tokens.strike[row] / priceScale;
    const isOut = type === CE ? strike >= forward : strike < forward;
    const vol = isOut ? impliedVol(type === CE ? 1 : -1, ltp(row) / priceScale, forward, strike, years) : undefined;
    if (vol !== undefined) vols.set(tokens.strike[row], vol);
  }
  return vols;
}
