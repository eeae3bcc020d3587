/** Strikes beside each other: in a list, on an axis, around the money. */
import { formats, numberFormat } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";

/** How the strikes of one list are written: where some are parts of a rupee, all have their decimals. */
export const strikeTextOf = (strikes: readonly number[] | Float64Array = []): ((strike: number) => string) =>
  strikes.some((strike) => !Number.isInteger(strike)) ? formats.price.text : strikeText;

/** On a scale of strikes or spots. @param decimals what its ticks need; absent: of a figure by itself */
export const scaleText = (level: number, decimals = 0): string =>
  decimals ? numberFormat({ decimals }).text(level) : strikeText(level);

/**
 * The note of a tooltip: 'ATM', 'ATM + 1', 'ATM − 2': places, not rupees, as the wings may be wider. None where the strike at
 * the money is not among them.
 */
export function placeNote(strikes: Float64Array, atm: number, index: number): { readonly note?: string } {
  const place = strikes.indexOf(atm);
  if (place < 0) return {};
  const by = index - place;
  return { note: by === 0 ? "ATM" : `ATM ${by > 0 ? "+" : "\u2212"} ${Math.abs(by)}` };
}
