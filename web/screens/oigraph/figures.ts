/** How the figures of this screen are written. */
import { type CellFormat, formats } from "../../format/format.ts";
import { plainTick } from "../../kit/series/price-axis.ts";

interface SignedPair {
  readonly plain: CellFormat;
  readonly signed: CellFormat;
}

/** Of figures that are in lakhs already. */
export const lakhs: SignedPair = { plain: formats.price, signed: formats.signedPrice };

export const priceFormats = (decimals: 2 | 4): SignedPair =>
  decimals === 4 ? { plain: formats.price4, signed: formats.signedPrice4 } : lakhs;

/** Lakhs on the tallest bar: three digits say enough, the tooltip has the rest. Prices are never cut. */
export const tallestText = (value: number): string => plainTick(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
export const tallestChangeText = (value: number): string =>
  `${value < 0 ? "\u2212" : "+"}${tallestText(Math.abs(value))}`;
