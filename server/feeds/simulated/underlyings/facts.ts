/**
 * What each underlying is like: levels, volatility, liquidity. Measured on recorded days (NIFTY 29-Aug-2025 and
 * 18-Aug-2026 by the minute, three indices on six days of January 2026 by five minutes, index history 2020-2025)
 * where there are any; the others are scaled from their nearest relative. Stocks: stock-facts.ts.
 */

/** What a stock has beside the facts of every underlying. */
export interface StockTraits {
  /** Stocks of one group move together. */
  readonly group: string;
  /** Share of its own movement that is the group's, a correlation. */
  readonly load: number;
  /** Annual ATM volatility in an ordinary week, a fraction. */
  readonly volatility: number;
  /** Open interest and a day's volume of the nearest expiry's options on an ordinary day, lots. */
  readonly optionInterest: number;
  readonly optionVolume: number;
  /** How far strikes are listed below and above the range of the last days, as shares of it. */
  readonly below: number;
  readonly above: number;
}

export interface UnderlyingFacts {
  readonly symbol: string;
  /** The level that the spot wanders around, rupees. */
  readonly level: number;
  /** Return for a return of the market (NIFTY) of one. */
  readonly beta: number;
  /** Own movement beside the market's, as a share of the market's sd. */
  readonly own: number;
  /** ATM IV relative to NIFTY's at the same time to expiry. */
  readonly vol: number;
  /** Whether weeklies are listed; without them the monthly is the near room all month. */
  readonly weeklies: boolean;
  /** Skew slope and smile curvature relative to NIFTY's. */
  readonly skew: number;
  readonly curvature: number;
  /** How far single strikes stray from the smile, and how far out open interest reaches, relative to NIFTY's. */
  readonly stray: number;
  readonly reach: number;
  /** Forward carry a year beside the short-dated premium that fades. */
  readonly carry: number;
  /** Volume and open interest, in lots, relative to NIFTY's tables. */
  readonly volume: number;
  readonly interest: number;
  /** Width of quotes relative to NIFTY's law. */
  readonly width: number;
  /** How eagerly market makers requote, 0..1. */
  readonly requote: number;
  /** Puts per call in open interest: weeklies, monthlies. */
  readonly pcr: readonly [number, number];
  /** Future: open interest and a day's volume of the near contract, lots. */
  readonly futureInterest: number;
  readonly futureVolume: number;
  /** Open interest of round strikes relative to others: [multiple in rupees, factor of weeklies, factor of monthlies]. */
  readonly round: readonly (readonly [number, number, number])[];
  /** Of stocks only. */
  readonly stock?: StockTraits;
}

export const FACTS: readonly UnderlyingFacts[] = [
  {
    symbol: "NIFTY",
    level: 24_600,
    beta: 1,
    own: 0,
    vol: 1,
    weeklies: true,
    skew: 1,
    curvature: 1,
    stray: 1,
    reach: 1,
    carry: 0.061,
    volume: 1,
    interest: 1,
    width: 1,
    requote: 1,
    pcr: [0.74, 1.15],
    futureInterest: 240_000,
    futureVolume: 95_000,
    round: [
      [500, 6.6, 40],
      [1000, 6.6, 60],
      [100, 3, 10],
    ],
  },
  {
    symbol: "BANKNIFTY",
    level: 57_800,
    beta: 1.08,
    own: 0.54,
    vol: 1.28,
    weeklies: false,
    skew: 1.15,
    curvature: 0.95,
    stray: 1.2,
    reach: 1.28,
    carry: 0.065,
    volume: 0.34,
    interest: 0.52,
    width: 1.15,
    requote: 0.9,
    pcr: [0.8, 1.05],
    futureInterest: 62_000,
    futureVolume: 48_000,
    round: [
      [1000, 8, 14],
      [500, 6, 11],
    ],
  },
  {
    symbol: "FINNIFTY",
    level: 26_900,
    beta: 1.05,
    own: 0.55,
    vol: 1.26,
    weeklies: false,
    skew: 1.1,
    curvature: 0.9,
    stray: 1.6,
    reach: 1.26,
    carry: 0.064,
    volume: 0.012,
    interest: 0.03,
    width: 2.4,
    requote: 0.55,
    pcr: [0.85, 0.98],
    futureInterest: 1_400,
    futureVolume: 700,
    round: [
      [500, 8, 20],
      [100, 3, 8],
    ],
  },
  {
    symbol: "MIDCPNIFTY",
    level: 13_650,
    beta: 1.12,
    own: 0.95,
    vol: 1.8,
    weeklies: false,
    skew: 1.4,
    curvature: 0.85,
    stray: 2.6,
    reach: 1.8,
    carry: 0.066,
    volume: 0.085,
    interest: 0.14,
    width: 2,
    requote: 0.7,
    pcr: [0.75, 1.18],
    futureInterest: 21_000,
    futureVolume: 11_000,
    round: [
      [500, 40, 90],
      [100, 18, 22],
    ],
  },
  {
    symbol: "SENSEX",
    level: 80_600,
    beta: 0.99,
    own: 0.14,
    vol: 1.02,
    weeklies: true,
    skew: 1,
    curvature: 1,
    stray: 1,
    reach: 1.02,
    carry: 0.06,
    volume: 0.62,
    interest: 0.4,
    width: 1.25,
    requote: 0.9,
    pcr: [0.78, 1.05],
    futureInterest: 4_200,
    futureVolume: 2_600,
    round: [
      [1000, 6, 24],
      [500, 4, 12],
    ],
  },
  {
    symbol: "BANKEX",
    level: 64_900,
    beta: 1.07,
    own: 0.6,
    vol: 1.27,
    weeklies: false,
    skew: 1.1,
    curvature: 0.95,
    stray: 1.4,
    reach: 1.27,
    carry: 0.063,
    volume: 0.004,
    interest: 0.012,
    width: 3,
    requote: 0.45,
    pcr: [0.8, 0.95],
    futureInterest: 300,
    futureVolume: 140,
    round: [
      [1000, 6, 16],
      [500, 4, 9],
    ],
  },
  {
    symbol: "USDINR",
    level: 88.6,
    beta: -0.04,
    own: 0.24,
    vol: 0.36,
    weeklies: true,
    skew: -0.6,
    curvature: 0.8,
    stray: 1,
    reach: 0.36,
    carry: 0.019,
    volume: 0.05,
    interest: 0.11,
    width: 1.2,
    requote: 0.6,
    pcr: [0.8, 0.9],
    futureInterest: 1_600_000,
    futureVolume: 900_000,
    round: [
      [1, 4, 6],
      [0.5, 2.5, 3],
    ],
  },
];

/** Daily standard deviation of the market, a fraction: NIFTY's 79 bp close to close, 2023-2025. */
export const MARKET_SD = 0.0079;

export const dailySd = (facts: UnderlyingFacts): number => MARKET_SD * Math.hypot(facts.beta, facts.own);

/** A curve given by points, linear between them and flat beyond. */
export type Curve = readonly (readonly [x: number, y: number])[];

export function along(curve: Curve, x: number): number {
  const [first] = curve;
  if (!first || x <= first[0]) return first?.[1] ?? 0;
  for (let i = 1; i < curve.length; i++) {
    const [x0, y0] = curve[i - 1] ?? first;
    const [x1, y1] = curve[i] ?? first;
    if (x <= x1) return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  }
  return curve[curve.length - 1]?.[1] ?? 0;
}

/** The same with logarithmic values: for quantities that span decades. */
export const alongLog = (curve: Curve, x: number): number =>
  Math.exp(
    along(
      curve.map(([at, y]) => [at, Math.log(y)] as const),
      x,
    ),
  );
