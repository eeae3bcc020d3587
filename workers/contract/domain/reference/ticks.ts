/**
 * Steps of prices. They belong to the contract: an exchange sets them by the level of the underlying and reviews them each
 * month, those of futures apart from those of options. A day tells them by symbol, where they are not the underlying's default.
 */
import { type InstrumentType, underlyingOf } from "../instruments.ts";

/** Rupees. What is left out is the underlying's default. */
export interface Ticks {
  readonly option?: number | undefined;
  readonly future?: number | undefined;
}

/** The step of a contract's prices, rupees. */
export const tickOf = (symbol: string, type: InstrumentType, ticks: Ticks | undefined): number =>
  (type === "FUT" ? ticks?.future : ticks?.option) ?? underlyingOf(symbol).tick;

/** Known steps as a day tells them; undefined where all are the default. */
export function ownTicks(symbol: string, { option, future }: Ticks): Ticks | undefined {
  const { tick } = underlyingOf(symbol);
  const own = {
    ...(option !== undefined && option !== tick && { option }),
    ...(future !== undefined && future !== tick && { future }),
  };
  return Object.keys(own).length === 0 ? undefined : own;
}
