/** What of an option's price is more than it would be worth now. Any one unit of price; NaN where a price is missing. */
import { CE } from "#contract/domain/instruments.ts";

/**
 * Time value of an option: all of its price out of the money, else the price less (spot - strike) for a call, less
 * (strike - spot) for a put. Negative when it trades below parity. `type` is CE or PE.
 */
export function timeValue(type: number, ltp: number, strike: number, spot: number): number {
  if (!(ltp >= 0) || !(spot > 0)) return Number.NaN;
  const inTheMoney = type === CE ? spot - strike : strike - spot;
  return inTheMoney <= 0 ? ltp : ltp - inTheMoney;
}
