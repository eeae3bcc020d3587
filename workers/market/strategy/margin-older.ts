/**
 * Estimated margin as the older builder and the analyzer's builder show it: on every option sold of NIFTY, BANKNIFTY and
 * FINNIFTY 2 % of spot x lot size a lot (3 % where the strike is over 10 % out of the money of the previous close), with
 * nothing added on the expiry day, plus the larger of the calls' and the puts' margin bases (sold less bought, not below 0).
 */
import { indexExposureRate, roundUp } from "#contract/domain/orders/exposure.ts";
import { type MarginLeg, type MarginMarket, netBase } from "./margin-legs.ts";

const INDEXES: readonly string[] = ["NIFTY", "BANKNIFTY", "FINNIFTY"];

/** Rupees, rounded up; 0 without legs. Futures do not count. */
export function estimateOlderMargin(legs: readonly MarginLeg[], { symbol, spot, previousClose }: MarginMarket): number {
  let exposure = 0;
  if (INDEXES.includes(symbol)) {
    for (const { type, lots, lotSize, strike } of legs)
      if (type !== "FUT" && lots < 0)
        exposure -= lots * spot * lotSize * indexExposureRate(type, strike, previousClose);
  }
  return roundUp(exposure + Math.max(netBase(legs, "CE"), netBase(legs, "PE"), 0));
}
