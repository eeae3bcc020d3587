import type { Exchange } from "#contract/domain/instruments.ts";
import type { LiveIndex } from "#contract/wire/socket-events.ts";

export type TickerSymbol = keyof LiveIndex;

/** The two indices of each exchange. */
export const TICKER_SYMBOLS: Readonly<Record<Exchange, readonly TickerSymbol[]>> = {
  NSE: ["NIFTY", "BANKNIFTY"],
  BSE: ["SENSEX", "BANKEX"],
};
