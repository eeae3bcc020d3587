import type { PositionBody } from "#contract/wire/http/order-bodies.ts";

/** Two lots of a call were bought, and one of them was sold again: it holds one. */
export const position: PositionBody = {
  id: "p",
  symbol: "NFO:NIFTY26AUG24200CE",
  ex_sym: "NIFTY",
  securityId: "57",
  contract: null,
  lotSize: 65,
  side: 1,
  productType: "INTRADAY",
  segment: 11,
  netQty: 65,
  avgPrice: 10,
  ltp: 11,
  buyQty: 130,
  buyAvg: 10,
  sellQty: 65,
  sellAvg: 12,
  netAvg: 10,
  realized_profit: 99,
  multiplier: 1,
};
