/** What a contract allows on one day. */
import type { Minute, PriceScale, Qty, ScaledPrice } from "#contract/domain/units.ts";

export interface ContractTerms {
  /** Names it wherever the engine is asked. */
  readonly contract: string;
  readonly priceScale: PriceScale;
  /** Scaled. */
  readonly tick: number;
  readonly lot: Qty;
  /** The most that one order may have; undefined where it is not known. */
  readonly freeze: Qty | undefined;
  /** Prices outside are refused; undefined where the exchange sets none. */
  readonly band: PriceBand | undefined;
  /** Orders are taken from `open` until before `close`. */
  readonly open: Minute;
  readonly close: Minute;
  /** The source shows bids and asks: where it shows none now, there is nobody to trade with. */
  readonly isQuoted: boolean;
}

export interface PriceBand {
  readonly low: ScaledPrice;
  readonly high: ScaledPrice;
}

/** `price` moved to the tick at or below it; of an order that sells, at or above it. */
export const onTick = (price: number, tick: number, side: "buy" | "sell"): number =>
  (side === "buy" ? Math.floor(price / tick) : Math.ceil(price / tick)) * tick;
