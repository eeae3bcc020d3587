/**
 * The volatility surface: an at-the-money level by expiry and minute, and one compact smile around it.
 *
 * Measured on every recorded day: IV / ATM = 1 + b x + k x^2 with x = ln(K / F) / (ATM sqrt T), k about 0.05, with a
 * slight twist. Each strike strays from it by a per cent or so (strike-errors.ts). Beyond |x| = 3 the smile goes on as its tangent, and beyond 6 variance grows along a line (as R. Lee's moment formula
 * allows): far puts keep a few ticks, and a farther strike is never dearer.
 * Time is minutes to the close / 525,600.
 */
import type { IsoDate } from "#contract/domain/units.ts";
import { draw, normal, subkey, wordKey } from "../exchange/random.ts";
import { along, type Curve, type UnderlyingFacts } from "../underlyings/facts.ts";
import { MINUTES_PER_YEAR } from "../underlyings/forward.ts";

/** ATM IV of NIFTY by log of days to expiry. */
const TERM: Curve = (
  [
    [0.7, 0.094],
    [1, 0.091],
    [2, 0.088],
    [4.1, 0.0885],
    [7, 0.0955],
    [11, 0.099],
    [18, 0.1025],
    [32, 0.106],
    [60, 0.109],
    [88, 0.112],
    [123, 0.115],
    [214, 0.119],
    [487, 0.124],
    [1500, 0.13],
  ] as const
).map(([days, iv]) => [Math.log(days), iv] as const);

/** ATM IV on the expiry day by minutes to the close, with a closing auction (18-Aug-2026): it rises as calendar time runs out. */
const LAST_DAY_AUCTION: Curve = [
  [0, 0.32],
  [10, 0.327],
  [17, 0.333],
  [25, 0.305],
  [40, 0.258],
  [55, 0.227],
  [70, 0.205],
  [100, 0.188],
  [130, 0.178],
  [190, 0.17],
  [250, 0.16],
  [297, 0.147],
  [385, 0.138],
];
/** The same to July 2026, when the settlement price was an average of the last half hour. */
const LAST_DAY_AVERAGE: Curve = [
  [0, 0.1],
  [10, 0.13],
  [25, 0.165],
  [40, 0.195],
  [60, 0.205],
  [240, 0.21],
  [375, 0.205],
];
/** Skew slope b by days to expiry. */
const SKEW: Curve = [
  [0, 0.015],
  [1, -0.005],
  [4, -0.024],
  [7, -0.03],
  [11, -0.044],
  [18, -0.047],
  [32, -0.056],
  [60, -0.076],
  [120, -0.085],
  [487, -0.07],
];
/**
 * Share of ATM by which the smile leaves its parabola, by days to expiry: with t = x^3 - 5.4 x, dearer just below the
 * money and far above it, cheaper just above it. A parabola fitted within |x| < 3 does not see it.
 */
const TWIST: Curve = [
  [0, 0],
  [4, 0.002],
  [8, 0.0033],
];
const TWIST_BALANCE = 5.4;
/** An expiring straddle is worth a few dozen ticks: its volatility jumps from minute to minute. */
/** Days to expiry up to which the ATM IV follows the market's nerves in full, and a power of how it fades beyond. */
const NERVOUS_DAYS = 8;
const NERVES_FADE = 0.35;

interface Jumps {
  readonly noise: number;
  readonly wander: number;
}

/** More so while the settlement price was an average that builds up. */
const LAST_DAY_JUMPS: Readonly<Record<"auction" | "average", Jumps>> = {
  auction: { noise: 21, wander: 5 },
  average: { noise: 44, wander: 34 },
};
/** A quiet day's drift of the ATM IV by minutes since the open, as a share of its reach. */
const DRIFT: Curve = [
  [0, 1.1],
  [9, 1],
  [31, 0.65],
  [122, 0.05],
  [211, -0.4],
  [345, -0.65],
  [370, -0.35],
  [480, -0.35],
];

/** sd of the log of a stock's ATM IV from day to day: 1.6 of 26 vol points. */
const STOCK_MOODS = 0.05;

/** By whole minutes. */
const DRIFTS = Float64Array.from({ length: 481 }, (_, minutes) => along(DRIFT, minutes));
const LAST_DRIFT = along(DRIFT, 481);

export interface Surface {
  /** ATM IV at the start of each minute since the path's first; linear within it. */
  readonly atm: Float64Array;
  /** They waver: by minute. */
  readonly slope: Float64Array;
  readonly curvature: Float64Array;
  readonly twist: number;
}

/** What a surface is made from. */
export interface SurfaceInput {
  readonly seed: number;
  readonly date: IsoDate;
  readonly facts: UnderlyingFacts;
  readonly expiry: IsoDate;
  readonly days: number;
  /** Factor of the underlying's nerves, around 1. */
  readonly mood: number;
  readonly driver: Float64Array;
  /** Minute of the driver's first entry, the session's open and its points. */
  readonly from: number;
  readonly open: number;
  readonly minutes: number;
  /** Minutes from midnight to the end of the contract. */
  readonly end: number;
  readonly auction: boolean;
}

/** What the end of a day is made from: all but the path to it. */
export type DayEndInput = Omit<SurfaceInput, "driver">;

export function surfaceOf(input: SurfaceInput): Surface {
  const { driver, from, open } = input;
  const reference = driver[(open - from) * 60] ?? 1;
  return surfaceAlong(input, (i) => Math.log((driver[Math.min(i * 60, driver.length - 1)] ?? reference) / reference));
}

/** One moment of a surface. */
export interface SmileAt {
  readonly atm: number;
  readonly slope: number;
  readonly curvature: number;
}

/** A surface at the end of a day of which only the whole move is known, log from open to close. */
export function closingSmile(input: DayEndInput, move: number): SmileAt {
  const { atm, slope, curvature } = surfaceAlong(input, () => move);
  const last = input.minutes;
  return { atm: atm[last] ?? 0, slope: slope[last] ?? 0, curvature: curvature[last] ?? 0 };
}

/** ATM IV at the end of the day alone. */
export function closingAtm(input: DayEndInput, move: number): number {
  const law = atmLaw(input);
  let slow = law.slowStart;
  for (let i = 0; i <= input.minutes; i++) slow = law.nextSlow(slow, i);
  return law.atm(input.minutes, slow, move);
}

/** How the ATM IV of an expiry goes through a day, by minute since the path's first. */
interface AtmLaw {
  /** A slow wander beside the rest: where it begins, and what it is at minute i, after what it was. */
  readonly slowStart: number;
  nextSlow(slow: number, i: number): number;
  /** @param move log move of the underlying since the open */
  atm(i: number, slow: number, move: number): number;
}

const surfaceKey = ({ seed, date, facts, expiry }: DayEndInput): number =>
  subkey(subkey(subkey(seed, wordKey(date)), wordKey(facts.symbol + expiry)), wordKey("surface"));

/** Days that the contract has to live at the open, and how much nearer than a NIFTY weekly's usual four that is. */
function lifeOf({ end, open }: DayEndInput): { readonly lifeAtOpen: number; readonly near: number } {
  const lifeAtOpen = Math.max((end - open) / 1440, 0.7);
  return { lifeAtOpen, near: 4 / Math.max(lifeAtOpen, 1.5) };
}

function atmLaw(input: DayEndInput): AtmLaw {
  const { facts, days, from, open, end } = input;
  const key = surfaceKey(input);
  const lastDay = days === 0;
  const { lifeAtOpen, near } = lifeOf(input);
  // Nerves calm down: what expires later feels less of today's.
  const scale = facts.vol * input.mood ** Math.min(1, (NERVOUS_DAYS / lifeAtOpen) ** NERVES_FADE);
  const level =
    along(TERM, Math.log(lifeAtOpen)) * scale * Math.exp((facts.stock ? STOCK_MOODS : 0.03) * normal(draw(key, 0)));
  // Reach of the drift, answer to the forward and noise all fade with time to expiry (measured at 4, 11, 18, 32, 60 days).
  const reach = 0.085 * Math.min(1.2, near ** 0.9) * (1 + 0.7 * normal(draw(key, 1)));
  const answer = lastDay ? 0 : (-1.5 * near ** 0.42) / Math.hypot(1, facts.own);
  // On the last day they are shares of the level, which has the underlying's volatility in it.
  const ofLevel = lastDay ? 1 : facts.vol;
  const slowSd = 0.1 * near ** 0.6 * 0.01 * ofLevel;
  const quickSd = 0.032 * near ** 0.5 * 0.01 * ofLevel;
  const curve = input.auction ? LAST_DAY_AUCTION : LAST_DAY_AVERAGE;
  const jumps = LAST_DAY_JUMPS[input.auction ? "auction" : "average"];
  return {
    slowStart: slowSd * normal(draw(key, 2)),
    nextSlow: (slow, i) => slow * 0.97 + slowSd * 0.243 * normal(draw(key, 100 + i)),
    atm(i, slow, move) {
      const at = from + i;
      const quick = quickSd * normal(draw(key, 5000 + i));
      const base = lastDay
        ? along(curve, Math.max(end - at, 0)) * scale * Math.max(1 + slow * jumps.wander + quick * jumps.noise, 0.5)
        : level * (1 + reach * (DRIFTS[Math.max(at - open, 0)] ?? LAST_DRIFT)) + slow + quick;
      return Math.max(base + answer * move, level * 0.55);
    },
  };
}

/** @param moveAt log move of the underlying since the open, by minute since the path's first */
function surfaceAlong(input: DayEndInput, moveAt: (i: number) => number): Surface {
  const { facts, days } = input;
  const key = surfaceKey(input);
  const lastDay = days === 0;
  const { near } = lifeOf(input);
  const law = atmLaw(input);
  const atm = new Float64Array(input.minutes + 1);
  const slopes = new Float64Array(input.minutes + 1);
  const curvatures = new Float64Array(input.minutes + 1);
  const slope = along(SKEW, days) * facts.skew + 0.004 * normal(draw(key, 3));
  const curvature = (lastDay ? 0.057 : 0.05) * facts.curvature * Math.exp(0.06 * normal(draw(key, 4)));
  const slopeSd = lastDay ? 0.012 : 0.006 * Math.min(near, 1) ** 0.75;
  const curvatureSd = (lastDay ? 0.006 : 0.003 * Math.min(near, 1)) * facts.curvature;
  let skewed = normal(draw(key, 10_000));
  let curved = normal(draw(key, 20_000));
  let slow = law.slowStart;
  for (let i = 0; i <= input.minutes; i++) {
    slow = law.nextSlow(slow, i);
    skewed = skewed * 0.97 + 0.243 * normal(draw(key, 10_001 + i));
    curved = curved * 0.97 + 0.243 * normal(draw(key, 20_001 + i));
    slopes[i] = slope + slopeSd * skewed;
    curvatures[i] = Math.max(curvature + curvatureSd * curved, 0.2 * curvature);
    atm[i] = law.atm(i, slow, moveAt(i));
  }
  return { atm, slope: slopes, curvature: curvatures, twist: facts.stock ? 0 : along(TWIST, days) };
}

/** Writes sd = ATM IV x sqrt(years) of the sixty seconds of a minute; 0 once the contract has ended. */
export function writeDeviation(surface: Surface, from: number, minute: number, end: number, out: Float64Array): void {
  const a0 = surface.atm[minute - from] ?? 0;
  const a1 = surface.atm[minute - from + 1] ?? a0;
  for (let s = 0; s < 60; s++) {
    const left = end - minute - s / 60;
    out[s] = left > 0 ? (a0 + ((a1 - a0) * s) / 60) * Math.sqrt(left / MINUTES_PER_YEAR) : 0;
  }
}

/** Rupees on NIFTY's level that lottery tickets keep while their last hours run; measured 18-Aug-2026, 300-1,500 points out. */
const TAIL = 0.4;
const TAIL_MINUTES = 90;
const TAIL_FROM = 4;
const TAIL_LENGTH = 28;
const TAIL_LEVEL = 24_600;

/** Height of the last day's tail with so many minutes left, rupees; 0 on other days. */
export const tailAt = (lastDay: boolean, level: number, left: number): number =>
  lastDay && left > 0 ? ((TAIL * level) / TAIL_LEVEL) * Math.min(1, left / TAIL_MINUTES) : 0;

/** What call and put of a strike are worth beside Black's formula on their last day, rupees. */
export function lastDayTail(height: number, x: number): number {
  if (height === 0) return 0;
  const far = x / TAIL_FROM;
  return height * (1 - Math.exp(-far * far)) * Math.exp(-Math.abs(x) / TAIL_LENGTH);
}

/** Where the parabola goes over to its tangent, and that to a line in variance. */
const EDGE = 3;
const FAR_EDGE = 6;
const LEAST = 0.5;

/** IV relative to ATM at x, the log moneyness in standard deviations. */
export function smile(slope: number, curvature: number, twist: number, x: number): number {
  const inner = x > EDGE ? EDGE : x < -EDGE ? -EDGE : x;
  const outer = x > FAR_EDGE ? FAR_EDGE : x < -FAR_EDGE ? -FAR_EDGE : x;
  const tangent = slope + 2 * curvature * inner;
  const bent = 1 + (slope + twist * (inner * inner - TWIST_BALANCE)) * inner + curvature * inner * inner;
  const value = Math.max(bent + (outer - inner) * tangent, LEAST);
  if (x === outer) return value;
  return Math.sqrt(Math.max(value * value + 2 * value * tangent * (x - outer), LEAST * LEAST));
}
