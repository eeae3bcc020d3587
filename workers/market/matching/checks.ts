/** Why the exchange would not take an order. The first fault found is the one that is reported. */
import type { Minute } from "#contract/domain/units.ts";
import type { Quote } from "./display.ts";
import type { OrderWish, Refusal, Side } from "./order.ts";
import type { ContractTerms } from "./terms.ts";

export interface CheckedOrder extends OrderWish {
  readonly side: Side;
}

/** @returns undefined for an order that may rest. */
export function refusalOf(order: CheckedOrder, terms: ContractTerms, quote: Quote, at: Minute): Refusal | undefined {
  if (at < terms.open || at >= terms.close) {
    return { code: "session", message: "The market is closed: orders are taken during trading hours only" };
  }
  return quantityFault(order, terms) ?? limitFault(order, terms) ?? triggerFault(order, terms, quote);
}

function quantityFault({ quantity }: CheckedOrder, { lot, freeze }: ContractTerms): Refusal | undefined {
  if (!Number.isSafeInteger(quantity) || quantity <= 0) {
    return { code: "quantity", message: "The quantity has to be a whole number above 0" };
  }
  if (quantity % lot !== 0) {
    return { code: "lot", message: `The quantity has to be a multiple of the lot size ${lot}` };
  }
  if (freeze !== undefined && quantity > freeze) {
    return { code: "freeze", message: `The quantity is above the freeze limit of ${freeze} for one order` };
  }
  return undefined;
}

function limitFault(order: CheckedOrder, terms: ContractTerms): Refusal | undefined {
  const hasLimit = order.kind === "limit" || order.kind === "stop-limit";
  return hasLimit ? priceFault(order.limit, "price", terms) : undefined;
}

function triggerFault(order: CheckedOrder, terms: ContractTerms, { ltp }: Quote): Refusal | undefined {
  const { kind, side, trigger, limit } = order;
  if (kind !== "stop" && kind !== "stop-limit") return undefined;
  const fault = priceFault(trigger, "trigger price", terms);
  if (fault) return fault;
  const isBuy = side === "buy";
  if (ltp > 0 && (isBuy ? trigger <= ltp : trigger >= ltp)) {
    const where = isBuy ? "above" : "below";
    return {
      code: "trigger",
      message: `The trigger price of a stop that ${side}s has to be ${where} the last price ${text(ltp, terms)}`,
    };
  }
  if (kind === "stop-limit" && (isBuy ? limit < trigger : limit > trigger)) {
    const where = isBuy ? "at or above" : "at or below";
    return { code: "trigger", message: `The limit price has to be ${where} the trigger price` };
  }
  return undefined;
}

function priceFault(price: number, what: string, terms: ContractTerms): Refusal | undefined {
  const { tick, band } = terms;
  if (!Number.isSafeInteger(price) || price <= 0) {
    return { code: "price", message: `The ${what} has to be above 0` };
  }
  if (price % tick !== 0) {
    return { code: "tick", message: `The ${what} has to be a multiple of the tick size ${text(tick, terms)}` };
  }
  if (band !== undefined && (price < band.low || price > band.high)) {
    const range = `${text(band.low, terms)} to ${text(band.high, terms)}`;
    return { code: "band", message: `The ${what} is outside the day's price range of ${range}` };
  }
  return undefined;
}

const text = (price: number, { priceScale }: ContractTerms): string =>
  (price / priceScale).toFixed(priceScale > 100 ? 4 : 2);
