/**
 * Ready-made strategies by what the trader expects. A template is written as its legs: '+' buys and '-' sells, a number is
 * lots, C and P are call and put, what follows is the strike in widths from the one at the money, 'far' is the next expiry.
 */
import { greatestCommonDivisor } from "./figures.ts";
import type { LegType } from "./leg.ts";
import type { Side } from "./legs.ts";

export const VIEWS = ["bullish", "bearish", "neutral", "volatile"] as const;
export type View = (typeof VIEWS)[number];

export interface Template {
  readonly name: string;
  readonly view: View;
  readonly legs: readonly TemplateLeg[];
}

export interface TemplateLeg {
  readonly side: Side;
  readonly lots: number;
  readonly type: "CE" | "PE";
  /** Widths from the strike at the money. */
  readonly reach: number;
  readonly isFar: boolean;
}

const LEG = /^([+-])(\d*)([CP])([+-]?\d)(far)?$/;

/** @throws SyntaxError where a leg is not written as the head of this file says. */
export function parseTemplate(text: string): TemplateLeg[] {
  return text.split(" ").map((leg) => {
    const [, sign, lots, type, reach, far] = LEG.exec(leg) ?? [];
    if (sign === undefined) throw new SyntaxError(`not a leg of a template: '${leg}'`);
    return {
      side: sign === "+" ? "buy" : "sell",
      lots: Number(lots || 1),
      type: type === "C" ? "CE" : "PE",
      reach: Number(reach),
      isFar: far !== undefined,
    };
  });
}

const TEXTS: Readonly<Record<View, Readonly<Record<string, string>>>> = {
  bullish: {
    "Buy Call": "+C0",
    "Sell Put": "-P0",
    "Bull Call Spread": "+C0 -C+1",
    "Bull Put Spread": "-P0 +P-1",
    "Call Ratio Backspread": "-C0 +2C+1",
    "Long Synthetic Future": "+C0 -P0",
    "Bullish Risk Reversal": "+C+1 -P-1",
    "Bull Butterfly": "+C0 -2C+1 +C+2",
    "Bull Condor": "+C0 -C+1 -C+2 +C+3",
  },
  bearish: {
    "Buy Put": "+P0",
    "Sell Call": "-C0",
    "Bear Put Spread": "+P0 -P-1",
    "Bear Call Spread": "-C0 +C+1",
    "Put Ratio Backspread": "-P0 +2P-1",
    "Short Synthetic Future": "-C0 +P0",
    "Bearish Risk Reversal": "+P-1 -C+1",
    "Bear Butterfly": "+P0 -2P-1 +P-2",
    "Bear Condor": "+P0 -P-1 -P-2 +P-3",
  },
  neutral: {
    "Short Straddle": "-C0 -P0",
    "Short Strangle": "-C+1 -P-1",
    "Iron Butterfly": "-C0 -P0 +C+1 +P-1",
    "Iron Condor": "-C+1 -P-1 +C+2 +P-2",
    "Call Butterfly": "+C-1 -2C0 +C+1",
    "Put Butterfly": "+P+1 -2P0 +P-1",
    "Call Ratio Spread": "+C0 -2C+1",
    "Put Ratio Spread": "+P0 -2P-1",
    "Jade Lizard": "-P-1 -C+1 +C+2",
    "Reverse Jade Lizard": "+P-2 -P-1 -C+1",
    "Call Calendar": "-C0 +C0far",
    "Put Calendar": "-P0 +P0far",
  },
  volatile: {
    "Long Straddle": "+C0 +P0",
    "Long Strangle": "+C+1 +P-1",
    "Reverse Iron Butterfly": "+C0 +P0 -C+1 -P-1",
    "Reverse Iron Condor": "+C+1 +P-1 -C+2 -P-2",
  },
};

export const TEMPLATES: readonly Template[] = VIEWS.flatMap((view) =>
  Object.entries(TEXTS[view]).map(([name, text]) => ({ name, view, legs: parseTemplate(text) })),
);

/**
 * Strikes in one width: half of one standard deviation of the forward until the expiry, at least one strike.
 *
 * @param forward rupees
 * @param iv at the money, a fraction; NaN gives one strike
 * @param years to the expiry
 * @param step rupees between strikes
 */
export function widthInStrikes(forward: number, iv: number, years: number, step: number): number {
  const strikes = Math.round((0.5 * forward * iv * Math.sqrt(Math.max(years, 0))) / step);
  return strikes >= 1 ? strikes : 1;
}

export interface TemplateMarket {
  /** Strike at the money, rupees. */
  readonly atm: number;
  readonly step: number;
  readonly width: number;
  /** Strikes that have a price, rupees, ascending. */
  priced(type: "CE" | "PE", isFar: boolean): readonly number[];
}

export type PlacedLeg = TemplateLeg & { readonly strike: number };

/**
 * The legs at strikes that have a price, each at the one nearest to where it belongs. Undefined where that is more than a
 * step away, or where two legs would meet that belong apart: it would be another strategy.
 */
export function placed({ legs }: Template, { atm, step, width, priced }: TemplateMarket): PlacedLeg[] | undefined {
  const placedLegs: PlacedLeg[] = [];
  const taken = new Set<string>();
  for (const leg of legs) {
    const wanted = atm + leg.reach * width * step;
    const strike = nearest(priced(leg.type, leg.isFar), wanted);
    const key = `${strike} ${leg.type} ${leg.isFar}`;
    if (strike === undefined || Math.abs(strike - wanted) > step || taken.has(key)) return undefined;
    taken.add(key);
    placedLegs.push({ ...leg, strike });
  }
  return placedLegs;
}

function nearest(strikes: readonly number[], wanted: number): number | undefined {
  let best: number | undefined;
  for (const strike of strikes)
    if (best === undefined || Math.abs(strike - wanted) < Math.abs(best - wanted)) best = strike;
  return best;
}

interface NamedLeg {
  readonly type: LegType;
  readonly expiry: string;
  readonly strike: number;
  /** Negative where sold. */
  readonly lots: number;
}

/** Legs without how far apart they stand, and how many sets of them there are. */
function shapeOf(legs: readonly NamedLeg[]): string {
  const rankIn = <T extends string | number>(all: readonly T[]) => {
    const values = [...new Set(all)].sort((a, b) => (a < b ? -1 : 1));
    return (one: T): number => values.indexOf(one);
  };
  const expiryRank = rankIn(legs.map(({ expiry }) => expiry));
  const strikeRank = rankIn(legs.map(({ strike }) => strike));
  const set = legs.map(({ lots }) => Math.abs(lots)).reduce(greatestCommonDivisor, 0);
  return legs
    .map(({ type, expiry, strike, lots }) => `${expiryRank(expiry)} ${strikeRank(strike)} ${type} ${lots / set}`)
    .sort()
    .join();
}

const templateShape = ({ legs }: Template): string =>
  shapeOf(
    legs.map(({ side, lots, type, reach, isFar }) => ({
      type,
      expiry: isFar ? "far" : "-near",
      strike: reach,
      lots: side === "buy" ? lots : -lots,
    })),
  );

let namesByShape: ReadonlyMap<string, string | undefined> | undefined;

/**
 * What traders call the legs. Of two templates that differ only in where they stand the neutral one's name counts.
 *
 * @param legs of what is open; expiries that sort by date
 * @returns undefined where they are no template's
 */
export function strategyName(legs: readonly NamedLeg[]): string | undefined {
  namesByShape ??= new Map(
    TEMPLATES.map((template) => {
      const shape = templateShape(template);
      const same = TEMPLATES.filter((one) => templateShape(one) === shape);
      const chosen = same.length === 1 ? same[0] : same.find(({ view }) => view === "neutral");
      return [shape, chosen?.name] as const;
    }),
  );
  return namesByShape.get(shapeOf(legs));
}
