/** The saved form of a strategy, and how it is read back. */
import { parseExpiry } from "#contract/domain/instruments.ts";
import type { StrategyLeg, StrategyOrder } from "#contract/domain/strategy/legs.ts";
import { isBoolean, isNumber, isRecord } from "./storage.ts";

/** What is sealed. A builder adds what it likes. */
export interface KeptStrategy {
  readonly name: string;
  readonly symbolName: string;
  /** 'M:D:YYYY' */
  readonly expiry: string;
  /** Of the market, 'YYYY-MM-DD'. */
  readonly date: string;
  readonly strategy: readonly unknown[];
}

/** Its legs are in an envelope that only the user's passphrase opens (`private/`). */
export const isPrivate = (strategy: KeptStrategy): boolean => "private" in strategy;

export function isKept(value: unknown): value is KeptStrategy {
  return (
    isRecord(value) &&
    Array.isArray(value["strategy"]) &&
    ["name", "symbolName", "expiry", "date"].every((key) => typeof value[key] === "string")
  );
}

const isText = (value: unknown): value is string => typeof value === "string";
const isSide = (value: unknown): boolean => value === "buy" || value === "sell";

function isOrder(value: unknown): value is StrategyOrder {
  return (
    isRecord(value) &&
    isText(value["id"]) &&
    isNumber(value["contracts"]) &&
    isNumber(value["ltp"]) &&
    isSide(value["action"]) &&
    isNumber(value["time"]) &&
    [value["builder"], value["isTraded"], value["exclude"]].every(isBoolean)
  );
}

export function isLeg(value: unknown): value is StrategyLeg {
  if (!isRecord(value) || !Array.isArray(value["orders"]) || !value["orders"].every(isOrder)) return false;
  const { expiry, type, strike, lotSize } = value;
  if (!isText(expiry) || !isNumber(strike) || !isNumber(lotSize)) return false;
  try {
    parseExpiry(expiry);
  } catch {
    return false;
  }
  return type === "CE" || type === "PE" || type === "FUT";
}

/** The legs of a kept strategy. @throws TypeError where one cannot be read: half a strategy is another one */
export function legsOf({ strategy }: KeptStrategy): readonly StrategyLeg[] {
  return strategy.map((leg) => {
    if (!isLeg(leg)) throw new TypeError("a leg of the strategy cannot be read");
    return leg;
  });
}
