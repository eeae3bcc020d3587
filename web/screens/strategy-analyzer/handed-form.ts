/** The checked candidates, and what they were made of, as they are handed over to the payoff. Pure. */

import { expiryKey, roomName } from "#contract/domain/instruments.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { HandedMarket, HandedStrategy } from "../../kit/strategy/handed/handed.ts";
import { contractName } from "../../kit/strategy/legs/contract-name.ts";
import { type Frozen, nameAt } from "./candidate.ts";
import { type Contracts, contractIn } from "./contracts.ts";
import type { Analysis, MarketSide } from "./snapshot.ts";

const TYPES = ["CE", "PE"] as const;

export function handedStrategy(analysis: Analysis, row: number, strategy: readonly StrategyLeg[]): HandedStrategy {
  const { maxProfit, maxLoss, reward, lower, upper, pop } = analysis;
  const points = [lower[row]!, upper[row]!].filter((spot) => spot > 0);
  return {
    id: row,
    name: nameAt(analysis, row),
    maxProfit: limit(maxProfit[row]!),
    maxLoss: limit(maxLoss[row]!),
    RR: reward[row]! > 0 && Number.isFinite(reward[row]!) ? reward[row]! : "-",
    breakEven: points.length === 1 ? points[0]! : points.join(" - ") || "-",
    pop: Number.isNaN(pop[row]!) ? "-" : pop[row]!,
    strategy,
  };
}

const limit = (value: number): number | "Unlimited" => (Number.isFinite(value) ? value : "Unlimited");

/** @param previousSpot rupees; NaN where it is not known */
export function handedMarket(
  { context, date, market }: Frozen,
  contracts: Contracts,
  previousSpot: number,
): HandedMarket {
  const { symbol, expiry: isoExpiry } = context;
  const { spot, strikes, model } = market;
  const expiry = expiryKey(isoExpiry);
  const contractOf = contractIn(contracts, expiry);
  const each = TYPES.flatMap((type) => Array.from(strikes, (strike, row) => ({ type, strike, row })));
  const sideOf = (type: "CE" | "PE"): MarketSide => (type === "CE" ? market.call : market.put);
  return {
    spot,
    prevSpot: Number.isNaN(previousSpot) ? null : previousSpot,
    strikes: [strikes[0]!, strikes[strikes.length - 1]!],
    socketname: roomName(symbol, isoExpiry),
    expiry,
    tokenDictionary: Object.fromEntries(
      each.flatMap(({ type, strike }) => {
        const { token, lotSize } = contractOf({ type, strike });
        const name = `${symbol} ${contractName({ expiry, strike, type })}`;
        return token < 0 ? [] : [[token, { name, strike, type, lot_size: lotSize, security_id: String(token) }]];
      }),
    ),
    remainingDays: Math.max(daysBetween(date, isoExpiry), 0),
    remainingTime: model.years,
    m: Object.fromEntries(
      each.flatMap(({ type, strike, row }) => {
        const { base, delta } = sideOf(type);
        return Number.isNaN(base[row]!) ? [] : [[`${strike}${type}`, [base[row]!, delta[row]!] as const]];
      }),
    ),
  };
}
