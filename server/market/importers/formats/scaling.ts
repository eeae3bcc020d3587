/** Rupees and contracts as a source writes them, in the product's own terms: scaled integers and whole units. */
import { ABSENT, type PriceScale } from "#contract/domain/units.ts";
import { RowError } from "./chain-format.ts";

/** Rupee prices are written with two decimals (four for USDINR): what is off the grid by more is not a price. */
const OFF_GRID = 0.01;
/** Fractional contracts are units of an older lot, cut to four decimals: their product is whole within this. */
const OFF_UNIT = 0.02;

/** ABSENT for NaN and 0: a price of 0 is how sources say "none". @throws RowError naming the figure. */
export function scaled(what: string, rupees: number, scale: PriceScale): number {
  if (Number.isNaN(rupees) || rupees <= 0) return ABSENT;
  const exact = rupees * scale;
  const rounded = Math.round(exact);
  if (rounded > 0x7fff_ffff) throw new RowError(`${what} is too large: ${rupees}`);
  if (Math.abs(exact - rounded) > OFF_GRID) throw new RowError(`${what} has too many decimals: ${rupees}`);
  return rounded;
}

/** `units` in each of what the source counts; `missing` for NaN. @throws RowError naming the figure. */
export function wholeUnits(what: string, quantity: number, units: number, missing: number = ABSENT): number {
  if (Number.isNaN(quantity)) return missing;
  const exact = quantity * units;
  const rounded = Math.round(exact);
  if (Math.abs(exact - rounded) > OFF_UNIT) {
    throw new RowError(`${what} is not a whole number of units: ${quantity} contracts of ${units}`);
  }
  return rounded;
}
