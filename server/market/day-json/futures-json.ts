/** The token dictionary of a futures room: one entry an underlying, named as the futures screens list it. */
import { LTP } from "#contract/domain/columns.ts";
import { expiryKey, rowSymbol, underlyingOf } from "#contract/domain/instruments.ts";
import { listedName } from "#contract/domain/reference/expiries.ts";
import { ABSENT } from "#contract/domain/units.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { FutureEntry, futuresTokenDictionary } from "#contract/wire/http/futures.ts";
import { scanRange } from "#market/strategy/margin-base.ts";
import type { SymbolFacts } from "../feed.ts";
import type { SourceRoom } from "./day-source.ts";
import { known, rounded } from "./room-json.ts";

export type FuturesTokenReply = ResponseOf<typeof futuresTokenDictionary>;

/** The dictionary of a futures room at its moment. */
export function futuresTokenReply(symbols: readonly SymbolFacts[], { day }: SourceRoom): FuturesTokenReply {
  const facts = new Map(symbols.map((one) => [one.symbol, one]));
  const { tokens, priceScale, expiry } = day;
  const entries: Record<string, FutureEntry> = {};
  for (let row = 0; row < tokens.length; row++) {
    const symbol = rowSymbol(day, row);
    const price = day.live.columns[LTP][row];
    entries[tokens.token[row]] = {
      name: symbol,
      type: "FUT",
      strike: 0,
      prevClose: known(tokens.prevClose[row], priceScale),
      prev_oi: known(tokens.prevOi[row], 1),
      prev_vol: known(tokens.prevVol[row], 1),
      lot_size: tokens.lotSize[row],
      security_id: String(tokens.token[row]),
      m: marginOf(symbol, price === ABSENT ? 0 : price / priceScale, tokens.lotSize[row], facts.get(symbol)?.sd),
      symbol,
      instrument: listedName(symbol, expiry, 0, "FUT", facts.get(symbol)?.futureExpiries ?? []),
      expiry: expiryKey(expiry),
    };
  }
  return { data: entries };
}

/** As margin-base.ts: a future loses its scan range; without a price there is nothing to tell it from. */
function marginOf(symbol: string, price: number, lot: number, sd: number | undefined): [number, number] {
  if (price === 0) return [0, 0];
  const underlying = underlyingOf(symbol);
  return [rounded(scanRange(underlying, price, sd) * lot * underlying.multiplier, 100), 1];
}
