/** How the figures of this screen are written. */
import { type CellFormat, formats, numberFormat } from "../../format/format.ts";

interface SignedPair {
  readonly plain: CellFormat;
  readonly signed: CellFormat;
}

/** Of figures that are in lakhs already. */
export const lakhs: SignedPair = { plain: formats.price, signed: formats.signedPrice };

export const priceFormats = (decimals: 2 | 4): SignedPair =>
  decimals === 4 ? { plain: formats.price4, signed: formats.signedPrice4 } : lakhs;

/** @param inParts whether the chain has strikes in parts of a rupee (USDINR): then all of them are written alike */
export const strikeText = (strike: number, inParts: boolean): string =>
  (inParts ? formats.price : formats.whole).text(strike);

/** Whether any of the strikes is a part of a rupee. */
export const hasPartStrikes = (strikes: Float64Array = new Float64Array(0)): boolean =>
  strikes.some((strike) => !Number.isInteger(strike));

const byDecimals = [0, 1, 2, 3, 4, 5].map((decimals) => numberFormat({ decimals }));

/** A value axis: as many decimals as the step between two ticks needs. */
export const axisText = (value: number, decimals = 2): string => (byDecimals[decimals] ?? lakhs.plain).text(value);

/** Lakhs on the tallest bar: three digits say enough, the tooltip has the rest. Prices are never cut. */
export const tallestText = (value: number): string => axisText(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
export const tallestChangeText = (value: number): string =>
  `${value < 0 ? "\u2212" : "+"}${tallestText(Math.abs(value))}`;
