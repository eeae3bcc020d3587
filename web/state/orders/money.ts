/** What orders cost beside their margin: the premium, and charges by the tariff. Pure. */
import { type Exchange, underlyingOf } from "#contract/domain/instruments.ts";
import { childQuantities, splitQuantity } from "#contract/domain/orders/split.ts";
import { type Charges, chargesOf, DEFAULT_BROKERAGE } from "#contract/domain/strategy/charges.ts";
import { type IsoDate, qty } from "#contract/domain/units.ts";
import { type Draft, isBlocked } from "./draft.ts";
import { itemsOf } from "./item.ts";

/** The price that an order is reckoned at, rupees: its own, or the last price where it has none. */
export function reckonedAt({ type, limitPrice, stopPrice, ltp }: Draft): number {
  if (type === "Market") return ltp;
  return type === "Stop" ? stopPrice : limitPrice;
}

/** Rupees that change hands, or of a future its value. */
export const premiumOf = (draft: Draft): number =>
  reckonedAt(draft) * draft.qty * underlyingOf(draft.symbolName).multiplier;

/** Charges of orders of one exchange; undefined where a price is not known or a warning stands. */
export function chargesOfDrafts(drafts: readonly Draft[], date: IsoDate): Charges | undefined {
  const [first] = drafts;
  if (first === undefined || drafts.some((draft) => isBlocked(draft) || !(reckonedAt(draft) > 0))) return undefined;
  const { kind, multiplier } = underlyingOf(first.symbolName);
  const exchange = first.symbol.slice(0, first.symbol.indexOf(":")) as Exchange;
  const orders = drafts.flatMap((draft) =>
    childQuantities(splitQuantity(draft.qty, draft.qtyfreeze, draft.lot)).map((quantity) => ({
      type: draft.cepe,
      side: draft.side === 1 ? ("buy" as const) : ("sell" as const),
      quantity: quantity * multiplier,
      price: reckonedAt(draft),
    })),
  );
  return chargesOf(orders, { exchange, isCurrency: kind === "currency", date, brokerage: DEFAULT_BROKERAGE });
}

/** The orders whole, as the broker's margin is asked for: it knows no freeze quantity. Empty where a warning stands. */
export const askedItems = (drafts: readonly Draft[]) =>
  drafts.some(isBlocked) ? [] : drafts.flatMap((draft) => itemsOf({ ...draft, qtyfreeze: qty(draft.qty) }));
