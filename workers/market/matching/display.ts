/**
 * What a contract shows, and what of it is left. Orders use up the shown size of a side; it is there again as soon as that
 * side shows another price or another size.
 */
import { ABSENT, type Qty, qty, type ScaledPrice, scaledPrice } from "#contract/domain/units.ts";
import type { Fill, Side } from "./order.ts";
import type { ContractTerms } from "./terms.ts";

/** Of one contract at one moment; ABSENT where the source has nothing. */
export interface Quote {
  readonly ltp: ScaledPrice;
  readonly bid: ScaledPrice;
  readonly bidQty: Qty;
  readonly ask: ScaledPrice;
  readonly askQty: Qty;
}

export const NO_QUOTE: Quote = {
  ltp: scaledPrice(ABSENT),
  bid: scaledPrice(ABSENT),
  bidQty: qty(ABSENT),
  ask: scaledPrice(ABSENT),
  askQty: qty(ABSENT),
};

/** What an order can have now. */
export interface Offer {
  readonly price: ScaledPrice;
  /** Infinity where the source shows no size. */
  readonly quantity: number;
  readonly basis: Fill["basis"];
}

export class Display {
  quote: Quote = NO_QUOTE;
  #bidUsed = 0;
  #askUsed = 0;

  show(quote: Quote): void {
    const before = this.quote;
    if (quote.bid !== before.bid || quote.bidQty !== before.bidQty) this.#bidUsed = 0;
    if (quote.ask !== before.ask || quote.askQty !== before.askQty) this.#askUsed = 0;
    this.quote = quote;
  }

  /** What is left for an order of this side; undefined where there is nobody to trade with. */
  offer(side: Side, terms: Pick<ContractTerms, "isQuoted" | "tick">): Offer | undefined {
    const { ltp, bid, bidQty, ask, askQty } = this.quote;
    const [price, size, used] = side === "buy" ? [ask, askQty, this.#askUsed] : [bid, bidQty, this.#bidUsed];
    if (price > 0) {
      if (size === ABSENT) return { price, quantity: Number.POSITIVE_INFINITY, basis: "modelled" };
      return size > used ? { price, quantity: size - used, basis: "quote" } : undefined;
    }
    if (terms.isQuoted || ltp <= 0) return undefined;
    // The other side of a market that shows its last price alone is taken to be one tick away.
    const modelled = side === "buy" ? ltp + terms.tick : ltp - terms.tick;
    if (modelled <= 0) return undefined;
    return { price: scaledPrice(modelled), quantity: Number.POSITIVE_INFINITY, basis: "modelled" };
  }

  use(side: Side, quantity: number): void {
    if (side === "buy") this.#askUsed += quantity;
    else this.#bidUsed += quantity;
  }
}
