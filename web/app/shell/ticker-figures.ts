/** What the ticker says of an index. */
import type { Exchange } from "#contract/domain/instruments.ts";
import type { LiveIndex } from "#contract/wire/socket-events.ts";
import { absentText, formats } from "../../format/format.ts";
import type { Universe } from "../../state/universe.ts";

export type TickerSymbol = keyof LiveIndex;

/** The two indices of each exchange. */
export const TICKER_SYMBOLS: Readonly<Record<Exchange, readonly TickerSymbol[]>> = {
  NSE: ["NIFTY", "BANKNIFTY"],
  BSE: ["SENSEX", "BANKEX"],
};

export interface TickerFigures {
  readonly value: string;
  /** '−5.75 (−0.02%)'; '-' without a previous close. */
  readonly change: string;
  readonly tone: "up" | "down" | undefined;
}

/** The live spot, until it comes the one of the `init` call, against the previous close; rupees. */
export function tickerFigures(
  live: number | undefined,
  universe: Pick<Universe, "spot" | "previousClose"> | undefined,
  symbol: TickerSymbol,
): TickerFigures {
  const spot = live ?? universe?.spot[symbol] ?? Number.NaN;
  const before = universe?.previousClose[symbol] ?? Number.NaN;
  const change = spot - before;
  if (!Number.isFinite(change)) return { value: formats.price.text(spot), change: absentText, tone: undefined };
  const percent = formats.signedPercent.text((change / before) * 100);
  return {
    value: formats.price.text(spot),
    change: `${formats.signedPrice.text(change)} (${percent})`,
    tone: change === 0 ? undefined : change > 0 ? "up" : "down",
  };
}
