/** How the categories are called, and how their totals are written. */
import { type CellFormat, formats, numberFormat } from "../../format/format.ts";
import { type Category, TRENDS } from "./snapshot.ts";

interface CategoryWords {
  /** In the dropdown. */
  readonly option: string;
  /** In the columns. */
  readonly column: string;
  /** Of the trend's column; volume has none. */
  readonly trend: string | undefined;
}

export const WORDS: Readonly<Record<Category, CategoryWords>> = {
  oi: { option: "OI", column: "OI", trend: "OI Trend" },
  changeInOi: { option: "Change in OI", column: "Change in OI", trend: "OI Trend" },
  volume: { option: "Volume", column: "Volume", trend: undefined },
  price: { option: "Price", column: "Price", trend: "Price Trend" },
  vega: { option: "Vega (Beta)", column: "Vega", trend: "Vega Trend" },
};

/** A price says which side is dearer: the word for a dearer put is the rule's, not a forecast. */
const PRICE_TRENDS = ["Neutral, equal", "Bullish, PE dearer", "Bearish, CE dearer"];

/** By their place in `TRENDS`. */
export const trendWords = (category: Category | undefined): readonly string[] =>
  category === "price" ? PRICE_TRENDS : TRENDS;

/** 'crore', 'lakh', or the figure's own unit. */
export function unitOf(category: Category, divisor: number): string {
  if (divisor === 1e7) return "crore";
  if (divisor === 1e5) return "lakh";
  return category === "vega" ? "₹ a point of IV" : "₹";
}

type Decimals = 2 | 4;
interface TotalFormats {
  readonly total: CellFormat;
  readonly signed: CellFormat;
}
const shapes = (divisor: number, decimals = 2): TotalFormats => ({
  total: numberFormat({ decimals, divisor }),
  signed: numberFormat({ decimals, divisor, signed: true }),
});
const PRICES: Readonly<Record<Decimals, TotalFormats>> = { 2: shapes(1), 4: shapes(1, 4) };
const FORMATS: Readonly<Record<number, TotalFormats>> = { 1e5: shapes(1e5), 1e7: shapes(1e7) };
/** @param decimals of the symbol's prices: what is in rupees has as many */
export const totalFormats = (divisor: number, decimals: Decimals): TotalFormats => FORMATS[divisor] ?? PRICES[decimals];

/** '−13.69 Cr'. */
export function totalText(value: number, divisor: number, decimals: Decimals): string {
  if (divisor === 1e7) return formats.croreUnit.text(value);
  return divisor === 1e5 ? formats.lakhUnit.text(value) : PRICES[decimals].total.text(value);
}
