/**
 * Estimated margin of a strategy, as the newer builder shows it:
 *
 *   max(call margin, put margin, 0, |max loss|) + hedge charges + exposure + max(future margin, 0), rounded up.
 *
 * - Call and put margin: the margin bases of the lots sold less those of the lots bought. An unlimited loss does not count.
 * - Exposure: of the options sold. Indexes 2 % of spot x lot size a lot, 3 % far out of the money, 2 % more on the expiry
 *   day; USDINR 0.75 % of 1,000 x spot; all others 3.5 %.
 * - Futures: 2 % of price x lot size a lot (USDINR 500 %) with the lot's margin base; of a calendar spread each side is one
 *   third of the 2 %, without a base, and a spread charge takes its place.
 * - Hedge and spread charges: (1.75 % + 7 %) of spot x delta, 3.5 % instead of 7 % for BANKNIFTY, on the units that are
 *   bought in one expiry and sold in another.
 *
 * The specification names the parts and leaves open which legs pair up; pairs here are calendar spreads, by type.
 */
import { indexExposureRate, roundUp } from "#contract/domain/orders/exposure.ts";
import { type MarginLeg, type MarginMarket, netBase } from "./margin-legs.ts";

const INDEXES: readonly string[] = ["NIFTY", "BANKNIFTY", "FINNIFTY", "SENSEX", "BANKEX"];
const EXPIRY_DAY_RATE = 0.02;
const CURRENCY_UNITS = 1000;
const CURRENCY_RATE = 0.0075;
const STOCK_RATE = 0.035;
const FUTURE_RATE = 0.02;
const CURRENCY_FUTURE_RATE = 5;
const CALENDAR_SHARE = 1 / 3;
const CHARGE_RATE = 0.0175;
const HEDGE_RATE = 0.07;
const BANK_HEDGE_RATE = 0.035;

/** Rupees. */
export interface MarginEstimate {
  readonly calls: number;
  readonly puts: number;
  readonly hedge: number;
  readonly exposure: number;
  readonly futures: number;
  /** All together, rounded up; 0 without legs. */
  readonly total: number;
}

/** @param maxLoss rupees, negative for a loss; -Infinity where it has no limit */
export function estimateMargin(legs: readonly MarginLeg[], market: MarginMarket, maxLoss: number): MarginEstimate {
  const calls = netBase(legs, "CE");
  const puts = netBase(legs, "PE");
  let exposure = 0;
  for (const leg of legs) if (leg.lots < 0) exposure -= leg.lots * optionExposure(leg, market);
  const futures = futureMargin(legs, market.symbol);
  let hedge = 0;
  for (const type of ["CE", "PE", "FUT"] as const) {
    const { units, delta } = calendarUnits(legs.filter((leg) => leg.type === type));
    hedge += hedgeCharge(market, units, delta);
  }
  const loss = Number.isFinite(maxLoss) && maxLoss < 0 ? -maxLoss : 0;
  const total = roundUp(Math.max(calls, puts, 0, loss) + hedge + exposure + Math.max(futures, 0));
  return { calls, puts, hedge, exposure, futures, total };
}

/** Exposure of one sold lot of an option, rupees; 0 for a future. */
export function optionExposure(leg: MarginLeg, { symbol, spot, previousClose }: MarginMarket): number {
  if (leg.type === "FUT") return 0;
  const value = spot * leg.lotSize;
  if (INDEXES.includes(symbol)) {
    const rate = indexExposureRate(leg.type, leg.strike, previousClose);
    return value * (leg.daysLeft === 0 ? rate + EXPIRY_DAY_RATE : rate);
  }
  return symbol === "USDINR" ? CURRENCY_UNITS * spot * CURRENCY_RATE : value * STOCK_RATE;
}

/** Exposure of one lot of a future, rupees: price x lot size x 2 %, or x 500 % for USDINR. */
export function futureExposure({ price, lotSize }: MarginLeg, symbol: string): number {
  return price * lotSize * (symbol === "USDINR" ? CURRENCY_FUTURE_RATE : FUTURE_RATE);
}

/** Hedge or spread charge of units bought in one expiry and sold in another, rupees. Units: lots x lot size. */
export function hedgeCharge({ symbol, spot }: MarginMarket, units: number, delta: number): number {
  const rate = CHARGE_RATE + (symbol === "BANKNIFTY" ? BANK_HEDGE_RATE : HEDGE_RATE);
  const perUnit = symbol === "USDINR" ? CURRENCY_UNITS : 1;
  return spot * Math.abs(delta) * rate * units * perUnit;
}

/** Exposure and base of the futures, the lots of calendar spreads at their third and without a base. */
function futureMargin(legs: readonly MarginLeg[], symbol: string): number {
  const futures = legs.filter(({ type }) => type === "FUT");
  let bought = 0;
  let sold = 0;
  for (const { lots } of netByExpiry(futures)) {
    if (lots > 0) bought += lots;
    else sold -= lots;
  }
  const paired = Math.min(bought, sold);
  let margin = 0;
  for (const leg of netByExpiry(futures)) {
    const lots = Math.abs(leg.lots);
    const side = leg.lots > 0 ? bought : sold;
    const inPairs = side === 0 ? 0 : (lots * paired) / side; // each expiry takes part by its lots
    const exposure = futureExposure(leg, symbol);
    margin += (lots - inPairs) * (leg.base + exposure) + inPairs * CALENDAR_SHARE * exposure;
  }
  return margin;
}

/** The legs with those of one expiry (and strike) put together. */
function netByExpiry(legs: readonly MarginLeg[]): MarginLeg[] {
  const nets = new Map<string, MarginLeg>();
  for (const leg of legs) {
    const before = nets.get(leg.expiry);
    nets.set(leg.expiry, before ? { ...before, lots: before.lots + leg.lots } : leg);
  }
  return [...nets.values()];
}

/** Units of one type that are bought in one expiry and sold in another, and the mean delta of what is sold there. */
function calendarUnits(legs: readonly MarginLeg[]): { units: number; delta: number } {
  const nets = new Map<string, number>();
  for (const { expiry, lots, lotSize } of legs) nets.set(expiry, (nets.get(expiry) ?? 0) + lots * lotSize);
  let bought = 0;
  let sold = 0;
  for (const units of nets.values()) {
    if (units > 0) bought += units;
    else sold -= units;
  }
  let weight = 0;
  let weighted = 0;
  for (const { expiry, lots, lotSize, delta } of legs) {
    if (lots >= 0 || (nets.get(expiry) ?? 0) >= 0) continue;
    weight -= lots * lotSize;
    weighted -= lots * lotSize * Math.abs(delta);
  }
  return { units: Math.min(bought, sold), delta: weight === 0 ? 0 : weighted / weight };
}
