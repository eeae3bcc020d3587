/** A leg of a strategy, as calculations see it. Each takes what it reads of it (Pick). */

export type LegType = "CE" | "PE" | "FUT";

export interface Leg {
  readonly type: LegType;
  /** Any text that tells expiries apart and sorts them by date ('2026-08-27'). */
  readonly expiry: string;
  /** Lots bought, negative where sold. */
  readonly lots: number;
  /** Units per lot; 1 for USDINR. */
  readonly lotSize: number;
  /** Units bought, negative where sold: lots x lot size (x 1000 for USDINR). */
  readonly quantity: number;
  /** Rupees; not read for FUT. */
  readonly strike: number;
  /** Price paid or received, rupees a unit. */
  readonly entry: number;
  /** Last price, rupees a unit. */
  readonly price: number;
  /** From now to its expiry, years of 365 days; 0 or less where it has expired. Equal for legs of one expiry. */
  readonly years: number;
  /** Whole days to the expiry. */
  readonly daysLeft: number;
  /** A fraction. Without one (0, NaN) the leg is its discounted intrinsic value. Not read for FUT. */
  readonly iv: number;
  /**
   * The rate at which its forward stands above the spot, a fraction a year (carryRate). Read for FUT, and for options of the
   * forward models; absent it is the rate of the spot model, and 0 for the others, whose spots then are futures' prices.
   */
  readonly carry?: number;
  /** Margin base of one lot, rupees: the first element of the token's `m`. */
  readonly base: number;
  /** Delta, its second element. Its sign is not read. */
  readonly delta: number;
}
