/**
 * Hot: a run of every screen that watches a position. Any number of legs through the day, each by itself and all of them
 * together: price, VWAP, extrinsic, IV and greeks by minute, the minute in progress from the ticks. Legs may be of several
 * expiries of one symbol.
 */

import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import { MISSING_MINUTE, VWAP } from "#contract/domain/columns.ts";
import { CE, PE } from "#contract/domain/instruments.ts";
import { recordOf } from "#contract/domain/record-of.ts";
import type { MinuteX } from "#contract/domain/snapshots/series-set.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, strikeIndex } from "#market/chain.ts";
import { createDayLines, type DayLines, type Stretch } from "#market/lines/day-lines.ts";
import { pricesOverSlots } from "#market/lines/prices.ts";
import { timeValue } from "#market/lines/time-value.ts";
import { pricedOverDay } from "#market/reference/priced-day.ts";
import { createDayReference, type DayReference, type ReferenceSeries } from "#market/reference/reference-series.ts";
import { type GreekFigure, greeksOverSlots } from "./greek-lines.ts";

/** One option of a position. */
export interface ChainLeg {
  readonly expiry: IsoDate;
  /** Rupees. */
  readonly strike: number;
  readonly side: "ce" | "pe";
  /** Lots bought; negative where sold. */
  readonly lots: number;
}

const GREEKS = ["iv", "delta", "gamma", "theta", "vega"] as const satisfies readonly GreekFigure[];
export const LEG_FIGURES = ["price", "vwap", "extrinsic", ...GREEKS] as const;
export type LegFigure = (typeof LEG_FIGURES)[number];

/** By slot: prices in rupees a unit, IV and greeks as chains show them; NaN is a gap. */
export type LegLines = Readonly<Record<LegFigure, Float64Array>>;

export interface CombinedLines {
  readonly x: MinuteX;
  /** What the lines are of: another text, and nothing of before can be compared. */
  readonly key: string;
  /** What the legs of the first expiry are priced on. */
  readonly pricedOn: PricedOn;
  /** One of each leg, for one unit bought, in the order of the legs. */
  readonly legs: readonly LegLines[];
  /**
   * All legs: the sum of lots x figure, and the mean of the IVs. A gap where one leg has none: half a straddle is not one.
   */
  readonly total: LegLines;
}

export interface CombinedReading {
  readonly kernel: Kernel;
  readonly legs: readonly ChainLeg[];
  /** The chain of an expiry; undefined while it is not loaded. */
  chainOf(expiry: IsoDate): ChainMoment | undefined;
}

export interface Combined {
  /** The lines up to the moment, valid until the next call; undefined until each leg's chain is loaded. */
  upTo(reading: CombinedReading): CombinedLines | undefined;
}

type LineId = `${number} ${LegFigure}`;

/** The legs of one expiry. */
interface Part {
  readonly expiry: IsoDate;
  /** With their places among all legs. */
  readonly legs: readonly (readonly [place: number, leg: ChainLeg])[];
  readonly lines: DayLines<LineId>;
  readonly reference: DayReference;
}

const keyOf = (legs: readonly ChainLeg[]): string =>
  legs.map(({ expiry, strike, side }) => `${expiry} ${strike}${side}`).join();

function partsOf(legs: readonly ChainLeg[]): readonly Part[] {
  const expiries = [...new Set(legs.map(({ expiry }) => expiry))];
  return expiries.map((expiry) => {
    const own = [...legs.entries()].filter(([, leg]) => leg.expiry === expiry);
    const ids = own.flatMap(([place]) => LEG_FIGURES.map((figure): LineId => `${place} ${figure}`));
    return { expiry, legs: own, lines: createDayLines(ids), reference: createDayReference() };
  });
}

export function createCombined(): Combined {
  let key = "";
  let parts: readonly Part[] = [];
  let sums = new Map<LegFigure, Float64Array>();

  return {
    upTo({ kernel, legs, chainOf }) {
      const now = keyOf(legs);
      if (now !== key) parts = partsOf(legs);
      key = now;
      const lines: LegLines[] = [];
      let first: Pick<CombinedLines, "x" | "key" | "pricedOn"> | undefined;
      let length = Number.POSITIVE_INFINITY;
      for (const part of parts) {
        const at = chainOf(part.expiry);
        if (!at) return undefined;
        const { series, pricedOn } = readPart(part, at, kernel);
        first ??= { x: series.x as MinuteX, key: `${now}${series.key}`, pricedOn };
        for (const [place] of part.legs) {
          lines[place] = recordOf(LEG_FIGURES, (figure) => series.lines[`${place} ${figure}`]);
          length = Math.min(length, lines[place].price.length);
        }
      }
      if (!first) return undefined;
      if (sums.get("price")?.length !== length)
        sums = new Map(LEG_FIGURES.map((one) => [one, new Float64Array(length)]));
      const total = recordOf(LEG_FIGURES, (figure) => sums.get(figure)!);
      for (const figure of LEG_FIGURES) addUp(total[figure], figure, lines, legs);
      return { ...first, legs: lines, total };
    },
  };
}

function addUp(out: Float64Array, figure: LegFigure, lines: readonly LegLines[], legs: readonly ChainLeg[]): void {
  out.fill(0);
  lines.forEach((leg, i) => {
    const weight = figure === "iv" ? 1 / lines.length : legs[i]!.lots;
    const line = leg[figure];
    for (let slot = 0; slot < out.length; slot++) out[slot]! += weight * line[slot]!;
  });
}

function readPart(part: Part, at: ChainMoment, kernel: Kernel) {
  const { table, day } = at;
  const reference = part.reference.upTo(at);
  const strikes = part.legs.map(([, { strike }]) => strikeIndex(at, strike));
  const series = part.lines.upTo(at, {
    key: "", // other legs are another part
    read(stretch) {
      const greeks = part.legs.flatMap(([place, { side }], i) => {
        const strike = strikes[i]!;
        const row = table[side][strike] ?? -1;
        pricesOverSlots(stretch.lines[`${place} price`], at, stretch, [row]);
        averageOverSlots(stretch.lines[`${place} vwap`], stretch, row, day.priceScale);
        const scaled = table.strikes[strike] ?? Number.NaN;
        extrinsicOverSlots(place, { side, strike: scaled / day.priceScale }, day.priceScale, stretch, reference);
        const outs = GREEKS.map((figure) => ({ figure, strike, side, out: stretch.lines[`${place} ${figure}`] }));
        if (row >= 0) return outs;
        for (const { out } of outs) out.fill(Number.NaN, stretch.from, stretch.to); // the chain has no such contract
        return [];
      });
      greeksOverSlots(kernel, greeks, at, stretch, reference);
    },
  });
  const contracts = part.legs.map(([, { side }], i) => ({ strike: strikes[i]!, side }));
  return { series, pricedOn: pricedOverDay(at, reference, contracts) };
}

/** The average price of one contract, rupees; 0 is none: it has not traded today. */
function averageOverSlots(
  out: Float64Array,
  { minutes, from, to }: Stretch<LineId>,
  row: number,
  priceScale: number,
): void {
  const cells = minutes.columns[VWAP]!;
  const isKnown = row >= 0 && cells.length > 0;
  for (let slot = from; slot < to; slot++) {
    const price = isKnown && minutes.state[slot] !== MISSING_MINUTE ? cells[slot * minutes.stride + row]! : -1;
    out[slot] = price > 0 ? price / priceScale : Number.NaN;
  }
}

function extrinsicOverSlots(
  place: number,
  { side, strike }: Pick<ChainLeg, "side" | "strike">,
  priceScale: number,
  { lines, from, to, first }: Stretch<LineId>,
  { underlying }: ReferenceSeries,
): void {
  const type = side === "ce" ? CE : PE;
  const price = lines[`${place} price`];
  const out = lines[`${place} extrinsic`];
  for (let slot = from; slot < to; slot++)
    out[slot] = timeValue(type, price[slot]!, strike, underlying[first + slot]! / priceScale);
}
