/**
 * How much trades, where and when: the day's profile, the share of each contract, and the seconds of a minute in which
 * something happens, as a mask of sixty bits.
 *
 * Hot: plans every contract every minute.
 */

import { draw, uniform } from "../exchange/random.ts";
import type { Curve } from "../underlyings/facts.ts";
import { along } from "../underlyings/facts.ts";
import type { Tier } from "./liquidity.ts";

/** Near weekly, thousand lots a minute, by quarters of an hour from 09:15: a U with bursts. */
const EQUITY_PROFILE: Curve = [
  355, 457, 262, 287, 212, 240, 174, 195, 139, 144, 137, 171, 127, 169, 119, 186, 166, 97, 182, 208, 506, 329, 248, 394,
  342, 200,
].map((value, i) => [i * 15 + 7.5, value] as const);
/** Later expiries have a slower morning and a longer lunch, and end busier. */
const LATER: Curve = [
  [0, 0.82],
  [90, 0.93],
  [150, 0.8],
  [245, 0.8],
  [300, 1],
  [330, 1.3],
  [376, 1.35],
];
const LATER_PROFILE: Curve = EQUITY_PROFILE.map(([at, value]) => [at, value * along(LATER, at)] as const);
/** The same on the expiry day: it ends in a crescendo. */
const LAST_DAY_PROFILE: Curve = [
  [0, 800],
  [30, 650],
  [90, 694],
  [120, 368],
  [180, 420],
  [300, 492],
  [330, 915],
  [360, 1466],
  [385, 1777],
];
/** Where there are no weeklies, a monthly trades in the morning what others do at the end. */
const FRONT: Curve = [
  [0, 1.5],
  [60, 1.5],
  [130, 1.45],
  [165, 1],
  [240, 0.95],
  [300, 0.95],
  [330, 0.82],
  [376, 0.75],
];
const FRONT_PROFILE: Curve = EQUITY_PROFILE.map(([at, value]) => [at, value * along(FRONT, at)] as const);
const CURRENCY_PROFILE: Curve = [
  [0, 200],
  [60, 160],
  [180, 80],
  [330, 90],
  [450, 140],
  [480, 60],
];

const PROFILES = {
  near: EQUITY_PROFILE,
  front: FRONT_PROFILE,
  later: LATER_PROFILE,
  "last-day": LAST_DAY_PROFILE,
  currency: CURRENCY_PROFILE,
} as const;

/** Points of a full session, whose volume is a day's; a shorter one has its part of it. */
const FULL_SESSION = 376;

export type Profile = keyof typeof PROFILES;

/** The share of a full day's volume that falls in each minute of the session. */
export function profileOf(kind: Profile, points: number): Float64Array {
  const name = `${kind} ${points}`;
  const known = profiles.get(name);
  if (known) return known;
  const made = makeProfile(kind, points);
  profiles.set(name, made);
  return made;
}

/** By kind and points: many rooms share each. */
const profiles = new Map<string, Float64Array>();

function makeProfile(kind: Profile, points: number): Float64Array {
  const curve = PROFILES[kind];
  const profile = Float64Array.from({ length: points }, (_, i) => along(curve, i));
  const whole = profile.reduce((sum, value) => sum + value, 0) * Math.max(1, FULL_SESSION / points);
  return profile.map((value) => value / whole);
}

/** Volume per strike by standard deviations out of the money (negative inside), relative to the money. */
const NEAR_SHARE: Curve = [
  [-8, 1e-6],
  [-5, 5e-6],
  [-3, 4e-5],
  [-2, 0.0009],
  [-1, 0.022],
  [-0.5, 0.2],
  [-0.15, 0.75],
  [0.2, 1],
  [0.6, 0.65],
  [1, 0.38],
  [1.5, 0.21],
  [2, 0.15],
  [3, 0.09],
  [4, 0.06],
  [5, 0.035],
  [6, 0.014],
  [8, 0.003],
  [11, 0.0004],
];
const LAST_DAY_SHARE: Curve = [
  [-8, 1e-6],
  [-5, 2e-5],
  [-3, 4e-4],
  [-2, 0.006],
  [-1.3, 0.035],
  [-0.7, 0.18],
  [-0.2, 0.55],
  [0.2, 1],
  [0.6, 0.82],
  [1, 0.5],
  [1.5, 0.3],
  [2, 0.17],
  [3, 0.06],
  [5, 0.016],
  [8, 0.004],
  [11, 0.0015],
];
/** Farther expiries are traded further out of the money, and deep inside at round strikes. */
const LATER_SHARE: Curve = [
  [-8, 1e-5],
  [-5, 5e-5],
  [-3, 4e-4],
  [-2, 0.0027],
  [-1, 0.022],
  [-0.5, 0.14],
  [-0.15, 0.65],
  [0.2, 1],
  [0.6, 0.8],
  [1, 0.66],
  [1.5, 0.5],
  [2, 0.25],
  [3, 0.07],
  [4, 0.03],
  [5, 0.012],
  [6, 0.004],
  [8, 0.0008],
  [11, 0.0002],
];
/** The near monthly of an underlying without weeklies: mostly at the money, hardly ever inside. */
const FRONT_SHARE: Curve = [
  [-8, 1e-5],
  [-5, 3e-5],
  [-3, 2e-5],
  [-2, 7e-5],
  [-1, 0.003],
  [-0.5, 0.06],
  [-0.15, 0.65],
  [0.2, 1],
  [0.6, 0.54],
  [1, 0.32],
  [1.5, 0.21],
  [2, 0.12],
  [3, 0.045],
  [4, 0.024],
  [5, 0.012],
  [6, 0.004],
  [8, 0.0008],
  [11, 0.0002],
];
/** Those of later months farther still. */
const NEXT_SHARE: Curve = LATER_SHARE.map(
  ([x, share]) => [x, share * Math.exp(0.55 * Math.min(Math.max(x, 0), 1.8) - Math.max(x - 2, 0))] as const,
);
/** A thin weekly's wings are left alone. */
const THIN_SHARE: Curve = LATER_SHARE.map(([x, share]) => [x, share * Math.exp(-0.9 * Math.max(x - 2, 0))] as const);
/** A monthly's deepest strikes are old and round, and somebody holds them. */
const MONTHLY_SHARE: Curve = LATER_SHARE.map(([x, share]) => [x, x < -4 ? 8e-5 : share] as const);
const SHARE_LOW = -8;
const SHARE_STEP = 0.02;

export type Shares = Float64Array;

const sharesBy = (curve: Curve): Shares => {
  const logs = curve.map(([x, y]) => [x, Math.log(y)] as const);
  return Float64Array.from({ length: 951 }, (_, i) => Math.exp(along(logs, SHARE_LOW + i * SHARE_STEP)));
};
const NEAR_SHARES = sharesBy(NEAR_SHARE);
const LAST_DAY_SHARES = sharesBy(LAST_DAY_SHARE);
const FRONT_SHARES = sharesBy(FRONT_SHARE);
const LATER_SHARES = sharesBy(LATER_SHARE);
const NEXT_SHARES = sharesBy(NEXT_SHARE);
const THIN_SHARES = sharesBy(THIN_SHARE);
const MONTHLY_SHARES = sharesBy(MONTHLY_SHARE);

const SHARES: Readonly<Record<Tier, Shares>> = {
  near: NEAR_SHARES,
  second: LATER_SHARES,
  thin: THIN_SHARES,
  front: FRONT_SHARES,
  monthly: MONTHLY_SHARES,
  next: NEXT_SHARES,
  far: NEXT_SHARES,
};

export const sharesOf = (days: number, tier: Tier): Shares => (days === 0 ? LAST_DAY_SHARES : SHARES[tier]);

export function shareOf(shares: Shares, out: number): number {
  const i = (out - SHARE_LOW) / SHARE_STEP;
  return shares[i > 0 ? (i < 950 ? i | 0 : 950) : 0] ?? 0;
}

/** The seconds of a minute: bits 0..29 of `low` are seconds 0..29, those of `high` 30..59. */
export interface SecondMask {
  low: number;
  high: number;
}

/** Seconds of a minute in which counted trades are drawn, at most. */
const MOST_TRADES = 48;
const HALF = (1 << 30) - 1;
const PRECISION = 7;

/** Each bit set with probability `p` (to 1/128): the digits of p, least first, AND or OR with random words. */
function thick(p: number, key: number, counter: number): number {
  const digits = Math.round(p * (1 << PRECISION));
  if (digits >= 1 << PRECISION) return HALF;
  let bits = 0;
  for (let i = 0; i < PRECISION; i++) {
    const word = draw(key, counter + i);
    bits = (digits >> i) & 1 ? bits | word : bits & word;
  }
  return bits & HALF;
}

/**
 * Writes the seconds of one minute in which something happens that happens with probability `p` in each.
 * Rare things are drawn as a number of events and their seconds.
 */
export function drawSeconds(p: number, key: number, minute: number, out: SecondMask): void {
  const counter = minute * 32;
  if (p > 1 / 24) {
    out.low = thick(p, key, counter);
    out.high = thick(p, key, counter + 16);
    return;
  }
  out.low = 0;
  out.high = 0;
  const expected = 60 * p;
  let left = uniform(draw(key, counter));
  let term = Math.exp(-expected);
  for (let n = 1; n < 14 && left > term; n++) {
    left -= term;
    term *= expected / n;
    const second = (draw(key, counter + n) >>> 0) % 60;
    if (second < 30) out.low |= 1 << second;
    else out.high |= 1 << (second - 30);
  }
}

/** Adds about so many seconds of one minute to a mask: two draws may be of one second. */
export function drawTrades(trades: number, key: number, minute: number, out: SecondMask): void {
  const most = Math.min(trades, MOST_TRADES);
  for (let n = 0; n < most; n++) {
    const second = (draw(key, minute * MOST_TRADES + n) >>> 0) % 60;
    if (second < 30) out.low |= 1 << second;
    else out.high |= 1 << (second - 30);
  }
}
