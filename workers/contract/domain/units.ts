/**
 * Units as types: numbers that could be confused carry a brand, so that mixing them does not compile.
 *
 * A branded number is an ordinary number at run time. Each brand has one documented way in (the function of the
 * same name, in lower case); arithmetic gives a plain number back and has to be branded again on purpose.
 */
declare const unit: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [unit]: Name };

/** A price as an integer: rupees x the contract's price scale (100, or 10,000 for USDINR). -1 is absent. */
export type ScaledPrice = Branded<number, "ScaledPrice">;
/** How many scaled units make a rupee: 100, or 10,000 for USDINR. */
export type PriceScale = Branded<number, "PriceScale">;
/** Open interest, volume or quantity in units (shares), never in lots. -1 is absent. Exact to 2^53. */
export type Qty = Branded<number, "Qty">;
/** A whole number of lots. */
export type Lots = Branded<number, "Lots">;
/** Minute of the IST day, 0..1439: 555 is 09:15. May carry a fraction where a tick is meant. */
export type Minute = Branded<number, "Minute">;
/** Index of a minute within a room's session: 0 is the open. */
export type Slot = Branded<number, "Slot">;
/** Milliseconds since 1970 UTC on the wall clock. Never used for a market fact. */
export type EpochMs = Branded<number, "EpochMs">;
/** An IST calendar date, 'YYYY-MM-DD'. Compares as text. */
export type IsoDate = Branded<string, "IsoDate">;
/** A trader's rupees, unscaled. */
export type Rupees = Branded<number, "Rupees">;

export const scaledPrice = (value: number): ScaledPrice => value as ScaledPrice;
export const priceScale = (value: number): PriceScale => value as PriceScale;
export const qty = (value: number): Qty => value as Qty;
export const lots = (value: number): Lots => value as Lots;
export const minute = (value: number): Minute => value as Minute;
export const slot = (value: number): Slot => value as Slot;
export const epochMs = (value: number): EpochMs => value as EpochMs;
export const rupees = (value: number): Rupees => value as Rupees;

/** @throws RangeError unless `value` is a real calendar date written YYYY-MM-DD. */
export function isoDate(value: string): IsoDate {
  const time = Date.parse(`${value}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value) {
    throw new RangeError(`not a date (YYYY-MM-DD): ${value}`);
  }
  return value as IsoDate;
}

/** What a column holds where the source has nothing. Prices and quantities are never negative, so one value serves both. */
export const ABSENT = -1;

export const LAKH = 100_000;
export const CRORE = 10_000_000;

/** A scaled price in rupees; NaN where absent. */
export const inRupees = (price: ScaledPrice, scale: PriceScale): Rupees =>
  rupees(price < 0 ? Number.NaN : price / scale);

/** Two decimals, as PCR and the ratios are shown; half goes up. */
export const round2 = (value: number): number => Math.round(value * 100) / 100 + 0;
