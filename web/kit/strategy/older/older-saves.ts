/** How the older builder names, keeps and reads back a strategy. Pure. */
import { expiryKey, expiryLabel, underlyingOf } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { unitsPerLot } from "#contract/domain/strategy/position.ts";
import type { Valuation } from "#contract/domain/strategy/valuation.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { BuilderStrategy } from "#contract/wire/http/strategies.ts";
import { isKept, legsOf } from "../../../state/saved/kept-strategy.ts";
import { lastExpiry } from "../keeping/keeping.ts";

export type KeptIn = "local" | "cloud";

/** Which saved strategy is open. */
export interface SelectedStrategy {
  readonly db: KeptIn;
  readonly name: string;
}

export const isList = (value: unknown): value is readonly BuilderStrategy[] =>
  Array.isArray(value) && value.every(isKept);

/** '{name} - NIFTY-8:25:2026 ( Aug-18 )' */
export const olderName = (name: string, symbol: string, expiry: string, date: IsoDate): string =>
  `${name.trim()} - ${symbol}-${expiry} ( ${expiryLabel(date).replace(" ", "-")} )`;

/** Of a name that is taken, '(n)' comes before the first '-', n counting from 1 until nobody has it. */
export function freeLocalName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let n = 1; taken.includes(free); n++) free = name.replace("-", () => `(${n}) -`);
  return free;
}

interface Saving {
  readonly name: string;
  readonly symbol: string;
  readonly date: IsoDate;
  readonly legs: readonly StrategyLeg[];
  /** Rupees. */
  readonly spot: number;
  readonly valuation: Pick<Valuation, "legs" | "delta" | "theta" | "gamma" | "vega" | "pop">;
}

/** The saved form; undefined without a leg. A leg's id is its time, as this builder has it. */
export function olderForm({ name, symbol, date, legs, spot, valuation }: Saving): BuilderStrategy | undefined {
  const expiry = lastExpiry(legs);
  if (expiry === undefined) return undefined;
  const { delta, theta, gamma, vega, pop } = valuation;
  const ivs = valuation.legs
    .filter(({ type }) => type !== "FUT")
    .map(({ strike, type, shownIv }) => [`${strike}${type}`, shownIv] as const);
  return {
    name: olderName(name, symbol, expiry, date),
    symbolName: symbol,
    expiry,
    date,
    spot,
    greeks: { rateDelta: delta, rateTheta: theta, rateGamma: gamma, rateVega: vega, ...Object.fromEntries(ivs) },
    pop: pop.percent,
    strategy: legs.map((leg) => ({
      ...leg,
      id: leg.time,
      orderType: leg.orders.at(-1)?.orderType ?? "Limit",
      disabled: leg.realised !== 0,
    })),
  };
}

/**
 * The legs of a saved strategy. A leg without orders, as old saves have it, is one order at its average; what it has realised
 * is a traded pair of orders before it.
 * @throws TypeError where one cannot be read
 */
export function olderLegs({ strategy, ...listed }: BuilderStrategy): readonly StrategyLeg[] {
  const { multiplier } = underlyingOf(listed.symbolName);
  const legs = strategy.map(({ id, orderType, disabled: _, ...leg }, index) => ({
    ...leg,
    id: `${String(id)}-${index}`,
    orders: Array.isArray(leg["orders"]) ? leg["orders"] : ordersOf({ ...leg, orderType }, multiplier),
  }));
  return legsOf({ ...listed, strategy: legs });
}

function ordersOf(leg: Readonly<Record<string, unknown>>, multiplier: number): readonly unknown[] {
  const { action, totalContracts, ltp, time, orderType, lotSize } = leg;
  const realised = Number(leg["realised"]) || 0;
  const order = { id: String(time), time, orderType, builder: true, isTraded: false, exclude: false };
  const open = action === undefined ? [] : [{ ...order, contracts: totalContracts, ltp, action }];
  if (realised === 0) return open;
  const price = Math.abs(realised) / unitsPerLot(Number(lotSize), multiplier);
  const traded = { ...order, contracts: 1, builder: false, isTraded: true };
  return [
    { ...traded, id: `${order.id}-in`, ltp: 0, action: realised > 0 ? "buy" : "sell" },
    { ...traded, id: `${order.id}-out`, ltp: price, action: realised > 0 ? "sell" : "buy" },
    ...open,
  ];
}

/** Why a saved strategy cannot be opened here; undefined where it can. */
export function whyClosed(
  { symbolName, expiry }: Pick<BuilderStrategy, "symbolName" | "expiry">,
  market: { readonly symbol: string; readonly expiries: readonly IsoDate[] } | undefined,
): string | undefined {
  if (!market) return "The market is not known yet";
  if (symbolName !== market.symbol) return `A strategy of ${symbolName}`;
  return market.expiries.some((one) => expiryKey(one) === expiry) ? undefined : "Its expiry is no longer listed";
}
