/** How a leg is written. Pure. */
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { heldLots } from "#contract/domain/strategy/position.ts";
import { contractName } from "../../kit/strategy/legs/contract-name.ts";

/** Held, negative where sold. */
export const unitsOf = (leg: StrategyLeg): number => heldLots(leg) * leg.lotSize;

/** 'NIFTY Aug 25 24,200 CE' */
export const contractText = (symbol: string, leg: StrategyLeg): string => `${symbol} ${contractName(leg)}`;
