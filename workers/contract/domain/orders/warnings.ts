/** What is wrong with an order before it is sent, in the words of the ticket. Each warning names the field that it is about. */
import { lotsPerOrder } from "../reference/lots.ts";
import type { Qty } from "../units.ts";
import { isOnTick, type OrderSide } from "./prices.ts";
import { isWholeLots, splitQuantity, splitWords } from "./split.ts";

export const CATEGORIES = ["Regular", "CO", "BO"] as const;
export type Category = (typeof CATEGORIES)[number];
export const ORDER_KINDS = ["Market", "Limit", "Stop", "Stop Limit"] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const NUMBER_FIELDS = [
  "limitPrice",
  "stopPrice",
  "stopLoss",
  "takeProfit",
  "trailingStopLoss",
  "qty",
  "disclosedQty",
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** Prices in rupees, quantities in units (contracts for USDINR). */
export interface OrderTerms extends Readonly<Record<NumberField, number>> {
  readonly category: Category;
  readonly type: OrderKind;
  readonly side: OrderSide;
  /** Last price; NaN where it is not known. */
  readonly ltp: number;
  readonly lot: Qty;
  readonly freeze: Qty;
  readonly tick: number;
  /** It goes as one order: what the broker has already is not cut. */
  readonly isWhole?: boolean;
}

export interface Warning {
  readonly text: string;
  readonly field: NumberField;
}

/** Whether a limit, and whether a stop price is part of the order. */
export const hasLimit = (type: OrderKind): boolean => type === "Limit" || type === "Stop Limit";
export const hasStop = (type: OrderKind): boolean => type === "Stop" || type === "Stop Limit";

/** Warnings of the specification in its order, then of steps and lots. Empty: it can be sent. */
export function warningsOf(order: OrderTerms): readonly Warning[] {
  return [...stopWarnings(order), ...coverWarnings(order), ...bracketWarnings(order), ...stepWarnings(order)];
}

/** 'Total Orders = …' where the quantity is above the freeze quantity: it tells, and stops nothing. */
export function splitNote({ qty, freeze, lot, isWhole }: OrderTerms): string | undefined {
  return !isWhole && qty > freeze && isWholeLots(qty, lot) ? splitWords(splitQuantity(qty, freeze, lot)) : undefined;
}

function stopWarnings({ category, type, side, ltp, limitPrice, stopPrice }: OrderTerms): readonly Warning[] {
  const found: Warning[] = [];
  const warn = (text: string): void => void found.push({ text, field: "stopPrice" });
  if (category === "Regular" && hasStop(type)) {
    if (side === 1 && ltp > stopPrice) warn("Stop Price should be greater than LTP");
    if (side === -1 && ltp < stopPrice) warn("Stop Price should be less than LTP");
  }
  if (type === "Stop Limit") {
    if (side === 1 && limitPrice <= stopPrice) warn("Stop Price should be less than Limit Price");
    if (side === -1 && limitPrice >= stopPrice) warn("Stop Price should be greater than Limit Price");
  }
  return found;
}

function coverWarnings({ category, type, side, ltp, limitPrice, stopLoss }: OrderTerms): readonly Warning[] {
  if (category !== "CO") return [];
  const found: Warning[] = [];
  const warn = (text: string): void => void found.push({ text, field: "stopLoss" });
  if (side === 1) {
    if (stopLoss === 0) warn("Stop Loss should be higher than 0");
    if (type === "Limit" && stopLoss > limitPrice) warn("Stop Loss should be less than Limit Price");
    if (type === "Market" && stopLoss > ltp) warn("Stop Loss should be less than LTP and greater than 0");
  } else {
    if (type === "Limit" && stopLoss < limitPrice) warn("Stop Loss should be higher than Limit Price");
    // The condition is the specification's own; its words say the opposite.
    if (type === "Market" && stopLoss > ltp) warn("Stop Loss should be higher than LTP");
  }
  return found;
}

function bracketWarnings({ category, stopLoss, takeProfit }: OrderTerms): readonly Warning[] {
  if (category !== "BO") return [];
  return [
    ...(stopLoss === 0 ? [{ text: "Stop Loss should be higher than 0", field: "stopLoss" } as const] : []),
    ...(takeProfit === 0 ? [{ text: "Take Profit should be higher than 0", field: "takeProfit" } as const] : []),
  ];
}

function stepWarnings(order: OrderTerms): readonly Warning[] {
  const { type, category, tick, lot, freeze, qty, disclosedQty, isWhole } = order;
  const found: Warning[] = [];
  const largest = lotsPerOrder(freeze, lot) * lot;
  const checkPrice = (field: NumberField, name: string): void => {
    const price = order[field];
    if (!(price > 0)) found.push({ text: `${name} should be higher than 0`, field });
    else if (!isOnTick(price, tick)) found.push({ text: `${name} should be a multiple of ${tick}`, field });
  };
  if (hasLimit(type)) checkPrice("limitPrice", "Limit Price");
  if (hasStop(type)) checkPrice("stopPrice", "Stop Price");
  // A loss or profit of 0 is spoken of above.
  if (category !== "Regular" && order.stopLoss > 0) checkPrice("stopLoss", "Stop Loss");
  if (category === "BO" && order.takeProfit > 0) checkPrice("takeProfit", "Take Profit");
  if (!isWholeLots(qty, lot)) found.push({ text: `Qty should be a multiple of the lot size ${lot}`, field: "qty" });
  else if (isWhole && qty > largest) found.push({ text: `One order takes at most ${largest}`, field: "qty" });
  if (disclosedQty !== 0 && !isWholeLots(disclosedQty, lot))
    found.push({ text: `Disclosed Qty should be a multiple of the lot size ${lot}`, field: "disclosedQty" });
  else if (disclosedQty > qty)
    found.push({ text: "Disclosed Qty should not be higher than Qty", field: "disclosedQty" });
  return found;
}
