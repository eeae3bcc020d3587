/** An order as a broker's adapter is asked to place it, for tests. */
import { BUY, type ChildOrder, LIMIT } from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";

/** As the intent of an order makes it. */
export const TAG = "SABCDEFGHIJKLM";
/** The call that QuotedMarket lists first. */
export const QUOTED_CALL = {
  exchange: "NSE",
  underlying: "NIFTY",
  expiry: isoDate("2026-07-28"),
  strike: 910,
  type: "CE",
} as const;
/** The call of the adapters' short lists of instruments. */
export const LISTED_CALL = { ...QUOTED_CALL, expiry: isoDate("2026-11-24"), strike: 24_600 } as const;

/** Two lots, bought at a limit. */
export const childOrder = (fields: Pick<ChildOrder, "contract" | "lot"> & Partial<ChildOrder>): ChildOrder => ({
  tick: 0.05,
  type: LIMIT,
  side: BUY,
  productType: "MARGIN",
  limitPrice: 100,
  stopPrice: 0,
  disclosedQty: 0,
  validity: "DAY",
  stopLoss: 0,
  takeProfit: 0,
  qty: 2 * fields.lot,
  ...fields,
});
