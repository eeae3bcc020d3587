/**
 * How liquid a room is on a day: volume, open interest, width of quotes. By series and days to expiry, in NIFTY's
 * lots; the factors of the other underlyings are in facts.ts. Totals are calls and puts together.
 */

import type { RoomListing } from "../exchange/listing.ts";
import { publicationSize } from "../exchange/publication.ts";
import { draw, normal, subkey, wordKey } from "../exchange/random.ts";
import { alongLog, type Curve } from "../underlyings/facts.ts";

/** Lots a day by days to expiry: recorded days had 90 M at 4 days, 2.16 M at 11, 0.1 M at 18, 270 M on the last. */
const WEEKLY_VOLUME: Curve = [
  [0, 330e6],
  [1, 160e6],
  [4, 90e6],
  [6, 60e6],
  [7, 9e6],
  [11, 2.2e6],
  [14, 0.6e6],
  [18, 0.075e6],
  [25, 0.04e6],
  [40, 0.02e6],
];
const MONTHLY_VOLUME: Curve = [
  [0, 330e6],
  [1, 160e6],
  [4, 90e6],
  [6, 60e6],
  [8, 12e6],
  [14, 3.6e6],
  [21, 2e6],
  [32, 1.25e6],
  [46, 0.4e6],
  [60, 0.14e6],
  [88, 0.035e6],
  [123, 0.02e6],
  [214, 6e3],
  [487, 2.5e3],
  [1500, 200],
];
/** Underlyings without weeklies trade their monthly all month. */
const ONLY_MONTHLY_VOLUME: Curve = [
  [0, 215e6],
  [1, 90e6],
  [4, 50e6],
  [8, 28e6],
  [14, 16e6],
  [21, 9.5e6],
  [28, 6e6],
  [35, 2.5e6],
  [60, 0.25e6],
  [95, 0.04e6],
];
/** Open interest at the close, lots. */
const WEEKLY_INTEREST: Curve = [
  [0, 6.2e6],
  [1, 8.6e6],
  [2, 7.8e6],
  [4, 5.6e6],
  [6, 4.2e6],
  [7, 2e6],
  [8, 1.2e6],
  [11, 0.46e6],
  [14, 0.18e6],
  [18, 0.055e6],
  [25, 0.022e6],
  [40, 0.01e6],
];
const MONTHLY_INTEREST: Curve = [
  [0, 6.5e6],
  [1, 9e6],
  [4, 6.5e6],
  [7, 4.2e6],
  [14, 2.7e6],
  [21, 1.9e6],
  [32, 1.15e6],
  [46, 0.5e6],
  [60, 0.17e6],
  [88, 0.06e6],
  [123, 0.035e6],
  [214, 0.02e6],
  [487, 0.012e6],
  [1500, 1.5e3],
];
const ONLY_MONTHLY_INTEREST: Curve = [
  [0, 3.6e6],
  [1, 5e6],
  [7, 4.4e6],
  [14, 3.6e6],
  [21, 2.9e6],
  [28, 2.2e6],
  [35, 1.2e6],
  [60, 0.14e6],
  [95, 0.03e6],
];

/**
 * The law of a quote's width: max(least, base + factor x premium^0.69) ticks, premium as if the level were NIFTY's; the
 * least below a premium of `cheap`.
 */
export interface Width {
  readonly least: number;
  readonly cheap: number;
  readonly base: number;
  readonly factor: number;
  /** In the money it is 1 + inside x d^bend times as wide, d standard deviations beyond a half. */
  readonly inside: number;
  readonly bend: number;
  /** Beyond four standard deviations inside only old round strikes are listed: they are quoted as so much of that. */
  readonly wings: number;
}

/** "front" is the nearest monthly of an underlying without weeklies, before its last week. */
export type Tier = "near" | "second" | "thin" | "front" | "monthly" | "next" | "far";

const WIDTHS: Readonly<Record<Tier, Width>> = {
  near: { least: 1, cheap: 2, base: 0, factor: 0.172, inside: 0.95, bend: 1.4, wings: 1 },
  second: { least: 1, cheap: 1, base: 1.5, factor: 0.2, inside: 3.1, bend: 1.5, wings: 1 },
  thin: { least: 9, cheap: 2, base: 15.3, factor: 0.47, inside: 10, bend: 0.15, wings: 1 },
  front: { least: 1, cheap: 2, base: 1.95, factor: 0.255, inside: 9, bend: 1.25, wings: 1 },
  monthly: { least: 1, cheap: 2, base: 1.95, factor: 0.255, inside: 9, bend: 1.25, wings: 0.065 },
  next: { least: 4, cheap: 20, base: 13, factor: 0.4, inside: 21, bend: 1, wings: 1 },
  far: { least: 6, cheap: 2, base: 9, factor: 1.9, inside: 4, bend: 1.2, wings: 1 },
};
/** Odds that a row is requoted in a second in which its fair value has moved enough. */
const REQUOTE: Readonly<Record<Tier, number>> = {
  near: 0.95,
  second: 0.85,
  thin: 0.7,
  front: 0.85,
  monthly: 0.85,
  next: 0.6,
  far: 0.06,
};
/** Share of contracts without a two-sided quote; more beyond a year. */
const ONE_SIDED: Readonly<Record<Tier, number>> = {
  near: 0,
  second: 0,
  thin: 0,
  front: 0,
  monthly: 0,
  next: 0.05,
  far: 0.2,
};
/** A weekly farther than this lacks a side in more than a third of its contracts. */
const LAST_TWO_SIDED = 22;
/** Lots on a side of the quote: factor x (lots of the near weekly at the same premium)^power. */
export interface Depth {
  readonly factor: number;
  readonly power: number;
}

const DEPTHS: Readonly<Record<Tier, Depth>> = {
  near: { factor: 1, power: 1 },
  second: { factor: 1.65, power: 0.33 },
  thin: { factor: 1.3, power: 0.2 },
  front: { factor: 1.5, power: 0.25 },
  monthly: { factor: 1.3, power: 0.27 },
  next: { factor: 3.1, power: 0 },
  far: { factor: 1.2, power: 0.1 },
};
/** Share of the contracts that an OI publication changes. */
const PUBLISHED: Readonly<Record<Tier, number>> = {
  near: 0.62,
  second: 0.5,
  thin: 0.46,
  front: 0.46,
  monthly: 0.46,
  next: 0.5,
  far: 0.04,
};
/** Noise of OI at a publication, a share of the contract's OI. */
const JITTER: Readonly<Record<Tier, number>> = {
  near: 0.0047,
  second: 0.0045,
  thin: 0.0042,
  front: 0.0012,
  monthly: 0.0004,
  next: 0.0005,
  far: 0.0008,
};
/** Volume of puts per call at the same moneyness. */
const PUTS: Readonly<Record<Tier, number>> = {
  near: 0.96,
  second: 0.85,
  thin: 0.65,
  front: 0.95,
  monthly: 0.86,
  next: 0.75,
  far: 0.8,
};
/** How much more often round strikes trade than others: a power of what they hold. */
const ROUND: Readonly<Record<Tier, number>> = {
  near: 0.4,
  second: 0.85,
  thin: 1.4,
  front: 1.1,
  monthly: 0.75,
  next: 1.35,
  far: 1,
};

/** Error of a contract's value beside the surface, as a share of its width at the money: what breaks parity. */
const ERROR: Readonly<Record<Tier, number>> = {
  near: 0.75,
  second: 1,
  thin: 0.42,
  front: 1.05,
  monthly: 1.35,
  next: 0.95,
  far: 0.5,
};

/**
 * How unevenly strikes of like moneyness are traded on a day, sd of the log, one standard deviation out of the money and
 * two inside: there some trade often and others not at all. At the money all trade.
 */
const FANCY: Readonly<Record<Tier, { readonly outside: number; readonly inside: number }>> = {
  near: { outside: 0, inside: 2 },
  second: { outside: 0, inside: 2.2 },
  thin: { outside: 1.6, inside: 1.8 },
  front: { outside: 0.8, inside: 4 },
  monthly: { outside: 0, inside: 1.5 },
  next: { outside: 2.5, inside: 3.5 },
  far: { outside: 0, inside: 0 },
};

/** Days over which a monthly comes to be held like a weekly: puts are closed before calls. */
const LIKE_WEEKLY = 12;
const MOST_JITTER = 2;

/** Lots that change hands in a second in which there is a trade, where trades are few. */
const TRADE_LOTS: Readonly<Record<Tier, number>> = {
  near: 6,
  second: 6,
  thin: 3,
  front: 5,
  monthly: 4,
  next: 3,
  far: 6,
};

export interface Liquidity {
  readonly tier: Tier;
  readonly tradeLots: number;
  /** Lots of the whole day. */
  readonly volume: number;
  /** Lots of open interest at the close. */
  readonly interest: number;
  readonly putsPerCall: number;
  readonly width: Width;
  readonly widthFactor: number;
  readonly requote: number;
  readonly oneSided: number;
  readonly depth: Depth;
  readonly published: number;
  readonly jitter: number;
  /** Power of a round strike's appeal, and how much a put trades beside a call. */
  readonly round: number;
  readonly puts: number;
  readonly error: number;
  readonly fancy: { readonly outside: number; readonly inside: number };
}

function tierOf({ facts, rank, series, days }: RoomListing): Tier {
  if (series === "far") return "far";
  if (days <= 8 && rank === 0) return "near";
  if (rank === 0 && !facts.weeklies) return "front";
  if (days <= 14) return "second";
  if (series === "weekly") return "thin";
  return days <= 45 || rank === 0 ? "monthly" : "next";
}

/** What a tier's rooms have in common, whatever the underlying. */
export const lawOf = (
  tier: Tier,
): Pick<Liquidity, "width" | "depth" | "round" | "puts" | "error" | "fancy" | "tradeLots"> => ({
  width: WIDTHS[tier],
  depth: DEPTHS[tier],
  round: ROUND[tier],
  puts: PUTS[tier],
  error: ERROR[tier],
  fancy: FANCY[tier],
  tradeLots: TRADE_LOTS[tier],
});

export function liquidityOf(seed: number, date: string, listing: RoomListing): Liquidity {
  const { facts, series, days, underlying } = listing;
  const key = subkey(subkey(seed, wordKey(date)), wordKey(`${underlying.symbol}${listing.expiry}liquidity`));
  const volume = series === "weekly" ? WEEKLY_VOLUME : facts.weeklies ? MONTHLY_VOLUME : ONLY_MONTHLY_VOLUME;
  const interest = series === "weekly" ? WEEKLY_INTEREST : facts.weeklies ? MONTHLY_INTEREST : ONLY_MONTHLY_INTEREST;
  const tier = tierOf(listing);
  const [weeklyPcr, monthlyPcr] = facts.pcr;
  const likeWeekly = series === "weekly" ? 1 : Math.max(1 - days / LIKE_WEEKLY, 0);
  const pcr = weeklyPcr * likeWeekly + monthlyPcr * (1 - likeWeekly);
  return {
    tier,
    volume: alongLog(volume, days) * facts.volume * Math.exp(0.2 * normal(draw(key, 0))),
    interest: alongLog(interest, days) * facts.interest,
    putsPerCall: pcr * Math.exp((0.05 + 0.07 * likeWeekly) * normal(draw(key, 1))),
    width: WIDTHS[tier],
    widthFactor: facts.width,
    requote: REQUOTE[tier] * facts.requote,
    oneSided: ONE_SIDED[tier] + (days > 365 || (tier === "thin" && days > LAST_TWO_SIDED) ? 0.35 : 0),
    depth: { ...DEPTHS[tier], factor: DEPTHS[tier].factor * Math.min(1, 0.25 + facts.volume * 2) },
    published: PUBLISHED[tier] * Math.min(facts.weeklies ? 1 : 0.85, 0.75 + facts.volume),
    // Where less is held, one trader's position is more of it.
    jitter: JITTER[tier] * publicationSize(date) * Math.min(1 / Math.sqrt(facts.interest), MOST_JITTER),
    round: ROUND[tier],
    puts: PUTS[tier],
    error: ERROR[tier] * (tier === "near" ? facts.stray ** 1.5 : 1),
    fancy: FANCY[tier],
    tradeLots: TRADE_LOTS[tier],
  };
}
