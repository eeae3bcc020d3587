/** What lines of prices have in common: the format of their axis, and spot or future as context on the second axis. */
import type { NumberFormat, ValueAxis } from "../../charts/chart-spec.ts";
import { numberFormat } from "../../format/format.ts";
import type { LineLook } from "./series-chart.ts";

/** Ticks with the decimals that their step needs. */
export const plainTick = (value: number, decimals: number): string => numberFormat({ decimals }).text(value);
/** The same with a sign before positive values too. */
export const signedTick = (value: number, decimals: number): string =>
  numberFormat({ decimals, signed: true }).text(value);

/** The second axis, for spot and future. @param unit its title. */
export const priceAxis = (unit: string): ValueAxis => ({ format: plainTick, labels: true, unit });

/** Prices in the symbol's decimals. */
const priceFormat = (decimals: 2 | 4): NumberFormat => numberFormat({ decimals }).text;

/** How an average of another line is drawn. */
export const AVERAGE_LOOK = { dash: [5, 3], width: 1.2, tag: "outline" } as const;

/** A thin line of the underlying's price on the second axis. @param decimals of `useDecimals`. */
export const priceLook = (decimals: 2 | 4): Omit<LineLook<string>, "id" | "label" | "colour"> => ({
  scale: "y2",
  width: 1,
  format: priceFormat(decimals),
  tag: "outline",
});
