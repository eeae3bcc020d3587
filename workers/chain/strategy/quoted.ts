/** Contracts of a chain as they can be bought or sold now. */
import type { HeldLeg } from "#contract/domain/strategy/valuation.ts";
import type { QuotedContract } from "#contract/worker/strategy-pane.ts";
import { futureOf } from "./ladder.ts";
import type { ExpiryChain } from "./marked-legs.ts";

/** Undefined where the chain lists no such contract, or nothing has been paid for it yet. */
export function quoteOf(
  { at, priced }: ExpiryChain,
  { type, strike }: Pick<HeldLeg, "type" | "strike">,
): QuotedContract | undefined {
  const { expiry, tokens } = at.day;
  if (type === "FUT") {
    const future = futureOf(at);
    if (!future || Number.isNaN(future.ltp)) return undefined;
    return { type, expiry, strike: 0, price: future.ltp, iv: 0, token: future.token, lotSize: future.lotSize };
  }
  const index = priced.strike.indexOf(strike);
  const row = (type === "CE" ? at.table.ce : at.table.pe)[index] ?? -1;
  const price = (type === "CE" ? priced.callPrice : priced.putPrice)[index] ?? 0;
  if (row < 0 || !(price > 0)) return undefined;
  const side = type === "CE" ? priced.greeks.call : priced.greeks.put;
  const iv = side.derivedIv[index]!;
  return { type, expiry, strike, price, iv, token: tokens.token[row]!, lotSize: tokens.lotSize[row]! };
}

/** The strike of `chain` whose delta is nearest to that of a strike in its own chain; NaN where none is known. */
export function strikeOfDelta(
  { strike }: { readonly strike: number },
  type: HeldLeg["type"],
  own: ExpiryChain,
  chain: ExpiryChain,
): number {
  const deltasOf = ({ priced }: ExpiryChain) => (type === "CE" ? priced.greeks.call : priced.greeks.put).delta;
  const wanted = deltasOf(own)[own.priced.strike.indexOf(strike)] ?? Number.NaN;
  const deltas = deltasOf(chain);
  let best = -1;
  for (let i = 0; i < deltas.length; i++) {
    const distance = Math.abs(deltas[i]! - wanted);
    if (distance < Math.abs((deltas[best] ?? Number.POSITIVE_INFINITY) - wanted)) best = i;
  }
  return chain.priced.strike[best] ?? Number.NaN;
}
