import { expiryLabel, parseExpiry } from "#contract/domain/instruments.ts";
import type { LegContract } from "#contract/domain/strategy/legs.ts";
import { strikeText } from "../../../format/strike-text.ts";

/** 'Aug 25 24,200 CE', 'Aug 25 Futures'. */
export const contractName = ({ expiry, strike, type }: LegContract): string =>
  `${expiryLabel(parseExpiry(expiry))} ${type === "FUT" ? "Futures" : `${strikeText(strike)} ${type}`}`;
