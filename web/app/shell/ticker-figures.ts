/** What the ticker says of an index. */

import type { TickerSymbol } from "../../components/index-spots/ticker-symbols.ts";
import { type Tone, toneOf } from "../../components/tone.ts";
import { absentText, formats } from "../../format/format.ts";
import { movedText } from "../../format/moved-text.ts";
import type { Universe } from "../../state/market/universe.ts";

export interface TickerFigures {
  readonly value: string;
  /** '−5.75 (−0.02%)'; '-' without a previous close. */
  readonly change: string;
  readonly tone: Tone;
}

/**
 * The spot against the previous close; rupees.
 * @param live undefined until a live one has come: then it is that of the `init` call. NaN where there is none.
 */
export function tickerFigures(
  live: number | undefined,
  universe: Pick<Universe, "spot" | "previousClose"> | undefined,
  symbol: TickerSymbol,
): TickerFigures {
  const spot = live ?? universe?.spot[symbol] ?? Number.NaN;
  const before = universe?.previousClose[symbol] ?? Number.NaN;
  const change = spot - before;
  if (!Number.isFinite(change)) return { value: formats.price.text(spot), change: absentText, tone: undefined };
  return {
    value: formats.price.text(spot),
    change: movedText(formats.signedPrice, change, before),
    tone: toneOf(change),
  };
}
