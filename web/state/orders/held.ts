/** What is held already of the contract of an order. Pure. */
import { contractKey } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { PositionBody } from "#contract/wire/http/order-bodies.ts";
import type { Draft } from "./draft.ts";
import { PRODUCT_OF } from "./item.ts";

/** Net units under the product of the order: the broker nets no other with it. */
export function heldUnits(
  positions: readonly Pick<PositionBody, "contract" | "productType" | "netQty">[],
  { symbol, symbolName, key, productType }: Pick<Draft, "symbol" | "symbolName" | "key" | "productType">,
): number {
  let units = 0;
  for (const { contract, productType: product, netQty } of positions) {
    if (!contract || product !== PRODUCT_OF[productType]) continue;
    const { exchange, underlying, expiry, strike, type } = contract;
    if (underlying !== symbolName || !symbol.startsWith(`${exchange}:`)) continue;
    if (contractKey({ expiry: isoDate(expiry), strike, type }) === key) units += netQty;
  }
  return units;
}

/** Why an order does not close what is held: that is under the other product. undefined: it opens nothing beside it. */
export function heldElsewhere(positions: Parameters<typeof heldUnits>[0], draft: Draft): string | undefined {
  const { productType, side } = draft;
  const other = productType === "Margin" ? "Intraday" : "Margin";
  if (heldUnits(positions, draft) !== 0 || !(heldUnits(positions, { ...draft, productType: other }) * side < 0)) return;
  return `Held as ${other}: as ${productType} this opens another position`;
}
