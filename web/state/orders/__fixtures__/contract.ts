/** The contract of tests about orders: a call of NIFTY. */
import { isoDate, qty } from "#contract/domain/units.ts";
import type { TicketContract } from "../draft.ts";

export const CALL = {
  exchange: "NSE",
  symbol: "NIFTY",
  expiry: isoDate("2026-08-25"),
  strike: 24_200,
  type: "CE",
  lot: qty(65),
  freeze: qty(1800),
  tick: 0.05,
  securityId: "57",
} as const satisfies TicketContract;
