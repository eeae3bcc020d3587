/** Sentences about orders that wait for a price. Pure. */
import type { GttItem } from "#contract/domain/orders/gtt.ts";
import { formats } from "../../format/format.ts";
import { priceFormat } from "./ticket-words.ts";

/** 'Sell 75 NIFTY 18 Aug 24,150 PE at 80.00 with limit 77.60, or at 130.00 with limit 130.00'. @param words 'Sell NIFTY …' */
export function gttWords({ qty, legs }: Pick<GttItem, "qty" | "legs">, words: string, symbol: string): string {
  const price = priceFormat(symbol);
  const at = legs.map(({ trigger, limit }) => `at ${price.text(trigger)} with limit ${price.text(limit)}`);
  return `${words.replace(" ", ` ${formats.whole.text(qty)} `)} ${at.join(", or ")}`;
}
