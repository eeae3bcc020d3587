/**
 * Open interest: where it stands by strike at a day's close, how it gets there, and when the exchange publishes it.
 *
 * The close is a closed form of (seed, date, contract), so that a day knows where the day before ended. Calls peak just
 * above the spot and puts just below, round strikes hold several times their share, and in the money there is little.
 * Between the two closes it builds early (most of it by 10:45) and is published in bursts about every 100 seconds.
 */
import { CE, FUT, PE, type TokenTable } from "#contract/domain/instruments.ts";
import type { RoomListing } from "../exchange/listing.ts";
import { draw, normal, subkey, uniform, wordKey } from "../exchange/random.ts";
import { along, type Curve, type UnderlyingFacts } from "../underlyings/facts.ts";
import type { Liquidity } from "./liquidity.ts";

/** How far OI has come from one close to the next by share of the session; the evening unwinds a little. */
const BUILD: Curve = [
  [0, 0],
  [0.025, 0.12],
  [0.1, 0.36],
  [0.23, 0.72],
  [0.5, 0.97],
  [0.74, 1.1],
  [0.9, 1.05],
  [1, 1],
];
/** The same on the expiry day, and an extra as a share of the mean of both closes: a peak at 13:30, closed by the end. */
const LAST_DAY_BUILD: Curve = [
  [0, 0],
  [0.5, 0.18],
  [0.68, 0.34],
  [0.85, 0.6],
  [0.93, 0.77],
  [1, 1],
];
const LAST_DAY_SWELL: Curve = [
  [0, 0],
  [0.25, 0.12],
  [0.5, 0.24],
  [0.66, 0.28],
  [0.92, 0.12],
  [1, 0],
];
/** Minutes between two knots of the slow wander of a contract's OI. */
const KNOT = 30;
/** sd of that wander, as a multiple of the noise of a publication. */
const WANDER = 3.2;

/** How far out OI reaches, log moneyness of NIFTY, by days to expiry: it falls by 1/e over this distance. */
const REACH: Curve = [
  [0, 0.0115],
  [4, 0.0265],
  [11, 0.026],
  [18, 0.022],
  [32, 0.028],
  [60, 0.036],
];
/** Where there are no weeklies, it is the near room all month and held closer. */
const REACH_ONLY_MONTHLIES: Curve = [
  [0, 0.0115],
  [5, 0.025],
  [16, 0.02],
  [38, 0.02],
  [60, 0.034],
];
/** The same inside the money, as a share of it: what was opened when the spot stood elsewhere. */
const INSIDE: Curve = [
  [0, 0.3],
  [4, 0.28],
  [11, 0.3],
  [18, 0.3],
  [32, 0.78],
  [60, 0.42],
];
/** What a month has left inside in its last week, where no weekly took it. */
const INSIDE_LAST_WEEK = 1.5;
/** Power of the round strikes at the money: the longer a series runs, the more it is held in round numbers. */
const ROUND_POWER: Curve = [
  [0, 0.3],
  [4, 0.6],
  [11, 0.85],
  [18, 1.1],
  [32, 0.85],
  [60, 1],
];

/** Calls are held farther from the money than puts. */
const CALL_REACH = 1.12;
const PUT_REACH = 0.92;

/** What is held in the money by its distance in reaches, beside what is held at it. */
const insideShape = (out: number, inside: number): number => Math.exp(out / inside) + 0.0027 * Math.exp(out / 2);

/** OI of a call by its distance out of the money in reaches, before round strikes. */
function callShape(out: number, inside: number): number {
  if (out < 0) return 0.6 * insideShape(out, inside);
  return out < 0.5 ? 0.6 + 0.8 * out : Math.exp(-(out - 0.5) / 0.8) + 0.01 * Math.exp(-out / 5);
}

/** The same of a put: insurance is held far below, too. */
function putShape(out: number, inside: number): number {
  if (out < 0) return 0.75 * insideShape(out, inside);
  if (out < 0.25) return 0.75 + out;
  return 0.65 * Math.exp(-(out - 0.25) / 0.7) + 0.35 * Math.exp(-(out - 0.25) / 2);
}

/** How many times an ordinary strike's OI a round one holds. */
export function roundness(facts: UnderlyingFacts, strike: number, weekly: boolean): number {
  let factor = 1;
  for (const [multiple, onWeekly, onMonthly] of facts.round) {
    const value = weekly ? onWeekly : onMonthly;
    if (Math.abs(strike / multiple - Math.round(strike / multiple)) < 1e-9) factor = Math.max(factor, value);
  }
  return factor;
}

const CONTRACT = wordKey("interest");

/**
 * OI of every row at the day's close, in units. EQ rows have none (-1).
 * @param spot the level that the shape is laid around; @param sd ATM IV x sqrt(years) there
 * @param futureLots lots of the room's future
 */
export function closingInterest(
  seed: number,
  listing: RoomListing,
  liquidity: Liquidity,
  table: TokenTable,
  spot: number,
  sd: number,
  futureLots: number,
): Float64Array {
  const { facts, underlying } = listing;
  const interest = new Float64Array(table.length).fill(-1);
  const sums = [0, 0];
  // A monthly in its last week is held like a weekly.
  const likeWeekly = listing.series === "weekly" || listing.days <= 7;
  // Never less than the market itself is sure of.
  const width = Math.max(along(facts.weeklies ? REACH : REACH_ONLY_MONTHLIES, listing.days) * facts.reach, sd * 0.6);
  const inside = along(INSIDE, listing.days) * (facts.weeklies || liquidity.tier === "front" ? 1 : INSIDE_LAST_WEEK);
  const power = along(ROUND_POWER, listing.days);
  for (let row = 0; row < table.length; row++) {
    const type = table.type[row];
    if (type !== CE && type !== PE) continue;
    const strike = (table.strike[row] ?? 0) / underlying.priceScale;
    const x = Math.log(strike / spot) / width;
    const noise = Math.exp(0.3 * normal(draw(subkey(seed, CONTRACT), table.token[row] ?? 0)));
    // Far from the money only round strikes are held; near it the others are, too.
    const far = power + 0.2 * Math.min(Math.abs(x), 2);
    const weight =
      (type === CE ? callShape(x / CALL_REACH, inside) : putShape(-x / PUT_REACH, inside)) *
      roundness(facts, strike, likeWeekly) ** far *
      noise;
    interest[row] = weight;
    sums[type - CE] = (sums[type - CE] ?? 0) + weight;
  }
  const puts = (liquidity.interest * liquidity.putsPerCall) / (1 + liquidity.putsPerCall);
  for (let row = 0; row < table.length; row++) {
    const type = table.type[row];
    const lot = table.lotSize[row] ?? 1;
    if (type === FUT) interest[row] = lot * futureLots;
    if (type !== CE && type !== PE) continue;
    const side = type === PE ? puts : liquidity.interest - puts;
    interest[row] = lot * Math.round((side * (interest[row] ?? 0)) / (sums[type - CE] || 1));
  }
  return interest;
}

/** The second of a minute at which a room publishes, -1 when it does not. */
export function publicationSecond(key: number, minute: number, odds: number): number {
  const bits = draw(key, minute);
  return uniform(bits) < odds ? (bits & 0xffff) % 60 : -1;
}

export interface DayBuild {
  /** How far OI has come, and the swell of an expiry day, by slot. */
  readonly progress: Float64Array;
  readonly swell: Float64Array;
}

export function buildOf(points: number, lastDay: boolean): DayBuild {
  const name = `${points} ${lastDay}`;
  const known = builds.get(name);
  if (known) return known;
  const made = makeBuild(points, lastDay);
  builds.set(name, made);
  return made;
}

/** By points and kind of day: many rooms share each. */
const builds = new Map<string, DayBuild>();

function makeBuild(points: number, lastDay: boolean): DayBuild {
  const at = (slot: number) => (points > 1 ? slot / (points - 1) : 1);
  return {
    progress: Float64Array.from({ length: points }, (_, slot) => along(lastDay ? LAST_DAY_BUILD : BUILD, at(slot))),
    swell: Float64Array.from({ length: points }, (_, slot) => (lastDay ? along(LAST_DAY_SWELL, at(slot)) : 0)),
  };
}

/**
 * OI published in a slot, units.
 * @param before units at the last close; @param close units at this one; @param jitter sd of one publication, a share
 */
export function interestAt(
  before: number,
  close: number,
  lot: number,
  key: number,
  jitter: number,
  day: DayBuild,
  slot: number,
): number {
  const knots = Math.ceil((day.progress.length - 1) / KNOT);
  const knot = Math.floor(slot / KNOT);
  const share = (slot % KNOT) / KNOT;
  const left = knot <= 0 ? 0 : normal(draw(key, knot));
  const right = knot + 1 >= knots ? 0 : normal(draw(key, knot + 1));
  const noise = normal(draw(key, 10_000 + slot));
  // A power with its sign: a tenth of the changes are ten times the usual one.
  const wander = jitter * (WANDER * (left * (1 - share) + right * share) + noise * Math.abs(noise) ** 1.7);
  const swell = ((before + close) / 2) * (day.swell[slot] ?? 0);
  const base = before + (close - before) * (day.progress[slot] ?? 1) + swell;
  return Math.max(0, Math.round((base * (1 + wander)) / lot) * lot);
}
