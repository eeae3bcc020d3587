/** Legs and orders for tests. */
import type { StrategyLeg, StrategyOrder } from "../legs.ts";

export const makeOrder = (fields: Partial<StrategyOrder>): StrategyOrder => ({
  id: "0123456789",
  contracts: 1,
  ltp: 100,
  action: "buy",
  time: 0,
  orderType: "Limit",
  builder: true,
  isTraded: false,
  exclude: false,
  ...fields,
});

export const makeLeg = (fields: Partial<StrategyLeg>): StrategyLeg => ({
  id: "leg",
  expiry: "8:18:2026",
  strike: 24_200,
  type: "CE",
  totalContracts: 0,
  lotSize: 75,
  ltp: 0,
  realised: 0,
  time: 0,
  isMonth: false,
  remainingDays: 0,
  securityId: "1",
  IV: 0,
  toTrade: false,
  isClosed: false,
  orders: [],
  ...fields,
});
