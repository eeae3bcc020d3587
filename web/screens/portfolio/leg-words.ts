/** How a leg is written. Pure. */
import { expiryLabel, parseExpiry } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { signOf } from "#contract/domain/strategy/position.ts";
import { strikeText } from "../../format/strike-text.ts";

/** Held, negative where sold. */
export const unitsOf = ({ action, totalContracts, lotSize }: StrategyLeg): number =>
  action === undefined ? 0 : signOf(action) * totalContracts * lotSize;

/** 'NIFTY Aug 25 24,200 CE' */
export const contractText = (symbol: string, { expiry, strike, type }: StrategyLeg): string =>
  [symbol, expiryLabel(parseExpiry(expiry)), ...(type === "FUT" ? [] : [strikeText(strike)]), type].join(" ");
