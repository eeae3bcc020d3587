/** The sentences of ticket and basket that are not the specification's messages. Pure. */

import { underlyingOf } from "#contract/domain/instruments.ts";
import { type OrderSide, priceBand, protectedLimit, ticksBetween } from "#contract/domain/orders/prices.ts";
import { MOST_UNASKED, splitQuantity } from "#contract/domain/orders/split.ts";
import { hasLimit, hasStop } from "#contract/domain/orders/warnings.ts";
import type { Qty } from "#contract/domain/units.ts";
import { counted } from "../../format/count-words.ts";
import { absentText, type CellFormat, formats, priceFormatOf } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import type { TradeIntent } from "../../state/account/trading.ts";
import { type Draft, isBlocked } from "../../state/orders/draft.ts";
import { reckonedAt } from "../../state/orders/money.ts";
import { dateText } from "../feedback/freshness.ts";

export const PAST_DAY = "The board looks at a past day: orders are sent on the live market alone.";

export type NamedContract = Pick<TradeIntent, "symbol" | "expiry" | "strike" | "type">;

/** '18 Aug'. */
export const dayWords = (date: string): string => dateText(date).slice(0, -" 2026".length);

/** 'NIFTY 18 Aug 24,150 PE', 'TCS 25 Aug FUT'. */
export const contractWords = ({ symbol, expiry, strike, type }: NamedContract): string =>
  [symbol, dayWords(expiry), ...(type === "FUT" ? [] : [strikeText(strike)]), type].join(" ");

/** 'Buy NIFTY 18 Aug 24,150 PE'. */
export const orderWords = (side: OrderSide, contract: NamedContract): string =>
  `${side === 1 ? "Buy" : "Sell"} ${contractWords(contract)}`;

/** Prices of a symbol: two decimals, or four. */
export const priceFormat = (symbol: string): CellFormat => priceFormatOf(underlyingOf(symbol).decimals);

/** 'LTP : 6.40'. */
export const ltpWords = ({ symbolName, ltp }: Pick<Draft, "symbolName" | "ltp">): string =>
  `LTP : ${priceFormat(symbolName).text(ltp)}`;

/** '60 lots'. */
export function lotWords(quantity: number, lot: Qty): string {
  const lots = quantity / lot;
  if (!Number.isInteger(lots)) return "";
  return counted(lots, "lot");
}

export const moneyWords = (rupees: number): string =>
  Number.isNaN(rupees) ? absentText : `₹ ${formats.whole.text(rupees)}`;

/** @param rupees paid; received is negative */
export const netLabel = (rupees: number): string => (rupees > 0 ? "Net debit" : "Net credit");

/** 'You pay, at 14.40', 'You receive, at 14.40', of a future 'Value, at 24,221.40'. */
export function valueWords(draft: Draft): string {
  const at = priceFormat(draft.symbolName).text(reckonedAt(draft));
  if (draft.cepe === "FUT") return `Value, at ${at}`;
  return `You ${draft.side === 1 ? "pay" : "receive"}, at ${at}`;
}

/** Older than this a price is no ground for an order without another look. */
const STALE_PRICE_MS = 5000;

/**
 * What a user should know of the order and is free to send all the same.
 * @param age of the price, milliseconds @param isTheirs the broker sets the limit of a market order, not we
 */
export function notesOf(draft: Draft, age: number, isTheirs = false): readonly string[] {
  const { type, side, ltp, symbolName, cepe, limitPrice, qty, qtyfreeze, lot, tick } = draft;
  const notes: string[] = [];
  const price = priceFormat(symbolName);
  if (!(age <= STALE_PRICE_MS)) notes.push(staleWords(age));
  if (type === "Market") {
    const limit = protectedLimit(side, ltp, tick);
    if (isTheirs) notes.push("goes at the market: whether and how the broker limits it is its own rule");
    else if (limit !== undefined) notes.push(`goes as Limit ${price.text(limit)} (protection 3 %)`);
  }
  const band = priceBand(underlyingOf(symbolName), cepe, ltp);
  if (hasLimit(type) && band && (limitPrice < band.low || limitPrice > band.high))
    notes.push(`The exchange refuses prices outside ${price.text(band.low)} to ${price.text(band.high)}`);
  if (!isBlocked(draft)) {
    const { count } = splitQuantity(qty, qtyfreeze, lot);
    if (count > MOST_UNASKED) notes.push(`${count} orders in one press: you are asked once more`);
  }
  return notes;
}

const staleWords = (age: number): string =>
  Number.isNaN(age) ? "No price has come yet" : `The price is ${Math.floor(age / 1000)} s old`;

/** Whether a second press is asked for whatever the broker is. */
export const needsLook = (draft: Draft, age: number): boolean =>
  !(age <= STALE_PRICE_MS) || splitQuantity(draft.qty, draft.qtyfreeze, draft.lot).count > MOST_UNASKED;

/** 'at 14.40', 'at market', 'at market, as Limit 6.60', 'at 6.80 or below, limit 6.05'. */
export function atWords(draft: Draft, isTheirs = false): string {
  const { type, side, ltp, symbolName, limitPrice, stopPrice, tick } = draft;
  const price = priceFormat(symbolName);
  const limit = protectedLimit(side, ltp, tick) ?? Number.NaN;
  if (type === "Market") return `at market${isTheirs ? "" : `, as Limit ${price.text(limit)}`}`;
  const trigger = hasStop(type) ? `at ${price.text(stopPrice)} or ${side === 1 ? "above" : "below"}` : "";
  if (!hasLimit(type)) return trigger;
  return trigger === "" ? `at ${price.text(limitPrice)}` : `${trigger}, limit ${price.text(limitPrice)}`;
}

/** 'Limit, Day, Margin · 3 orders · LTP 14.40, unmoved since the first press'. */
export function reviewWords(draft: Draft, reviewedAt: number, movedFrom: number): string {
  const { type, validity, productType, symbolName, ltp, qty, qtyfreeze, lot, tick } = draft;
  const price = priceFormat(symbolName);
  const { count } = splitQuantity(qty, qtyfreeze, lot);
  return `${type}, ${validity}, ${productType} · ${counted(count, "order")} · LTP ${price.text(ltp)}, ${movedWords()}`;

  function movedWords(): string {
    if (!Number.isNaN(movedFrom)) return `moved from ${price.text(movedFrom)} at the first press: look again`;
    const ticks = ticksBetween(ltp, reviewedAt, tick);
    if (ticks === 0) return "unmoved since the first press";
    return Number.isNaN(ticks) ? "not known" : `${ticks === 1 ? "a tick" : `${ticks} ticks`} from the first press`;
  }
}
