/** The draft of an order as the ticket's fields make it: one pure reducer of what the user chooses and of what the market says. */
import { contractKey } from "#contract/domain/instruments.ts";
import { type MarginOrder, marginRequired } from "#contract/domain/orders/margin.ts";
import type { OrderSide } from "#contract/domain/orders/prices.ts";
import {
  type Category,
  hasLimit,
  hasStop,
  type NumberField,
  type OrderKind,
  type OrderTerms,
  splitNote,
  type Warning,
  warningsOf,
} from "#contract/domain/orders/warnings.ts";
import { listedName } from "#contract/domain/reference/expiries.ts";
import { type IsoDate, type Qty, qty } from "#contract/domain/units.ts";
import type { OrderStart, TradeIntent } from "../account/trading.ts";

export type ProductType = "Intraday" | "Margin" | "CO" | "BO";
export type ValidityChoice = "Day" | "IOC";

/** What the market says of the contract, rupees; NaN where it is not known. */
export interface Quote {
  readonly ltp: number;
  readonly previousClose: number;
  readonly spot: number;
  readonly previousSpot: number;
}

/** What does not change while the ticket is open. */
export interface TicketContract extends Pick<TradeIntent, "exchange" | "symbol" | "expiry" | "strike" | "type"> {
  readonly lot: Qty;
  readonly freeze: Qty;
  /** The step of its prices, rupees. */
  readonly tick: number;
  /** Expiries of the underlying's futures, where a month may have several of them: the name tells them apart. */
  readonly futures?: readonly IsoDate[];
  /** The feed's token. */
  readonly securityId: string;
  /** The id of the kept strategy whose leg it is. */
  readonly strategy?: string | undefined;
}

/** What the broker makes of it. */
export interface TicketRules {
  /** The broker has no Intraday. */
  readonly isMarginOnly: boolean;
  /** An order of the book is edited: what it is stays, but for type, prices and quantities. */
  readonly isEdit: boolean;
  /** The order of the book is a stop without limit: it may be made one again. New orders are offered none. */
  readonly isStop?: boolean;
}

export interface Draft extends Readonly<Record<NumberField, number>> {
  readonly category: Category;
  readonly productType: ProductType;
  readonly type: OrderKind;
  readonly validity: ValidityChoice;
  readonly side: OrderSide;
  /** As {@link orderName}. */
  readonly symbol: string;
  readonly securityId: string;
  /** The id of the kept strategy that it is sent for. */
  readonly strategy?: string | undefined;
  readonly ltp: number;
  readonly spot: number;
  readonly spotPrev: number;
  readonly symbolName: string;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  readonly cepe: "CE" | "PE" | "FUT";
  readonly lot: Qty;
  /** Tells contracts of one underlying apart. */
  readonly key: string;
  readonly qtyfreeze: Qty;
  /** The step of the contract's prices, rupees. */
  readonly tick: number;
  /** [margin base, delta] of the token; empty until they are known. */
  readonly m: readonly number[];
  /** Warnings, then how the order is cut. */
  readonly message: readonly string[];
}

export type DraftAction =
  | { readonly type: "category"; readonly category: Category }
  | { readonly type: "product"; readonly product: "Intraday" | "Margin" }
  | { readonly type: "kind"; readonly kind: OrderKind }
  | { readonly type: "validity"; readonly validity: ValidityChoice }
  | { readonly type: "flip" }
  | { readonly type: "number"; readonly field: NumberField; readonly value: number }
  /** The field was left: what cannot stay there is put right. */
  | { readonly type: "leave"; readonly field: NumberField }
  | { readonly type: "quote"; readonly quote: Quote }
  | { readonly type: "bases"; readonly m: readonly number[] };

/** '{exchange}:{listedName}', as orders name a contract: what the server finds it by. */
export const orderName = ({ exchange, symbol, expiry, strike, type, futures = [] }: TicketContract): string =>
  `${exchange}:${listedName(symbol, expiry, strike, type, futures)}`;

/** The price of a new draft where none is known yet: nothing can be sent at it. */
const known = (price: number): number => (price > 0 ? price : 0);

export function newDraft(
  contract: TicketContract,
  side: OrderSide,
  quote: Quote,
  { isMarginOnly, isEdit }: TicketRules,
  start?: OrderStart,
): Draft {
  const { symbol, strike, type, lot, freeze, tick, securityId, strategy } = contract;
  const draft: Draft = {
    category: "Regular",
    productType: isMarginOnly ? "Margin" : (start?.product ?? "Intraday"),
    type: start?.kind ?? "Limit",
    validity: "Day",
    side,
    symbol: orderName(contract),
    securityId,
    limitPrice: start?.price ?? known(quote.ltp),
    stopPrice: known(quote.ltp),
    stopLoss: 0,
    takeProfit: 0,
    trailingStopLoss: 0,
    qty: start?.qty ?? lot,
    disclosedQty: 0,
    ltp: quote.ltp,
    spot: quote.spot,
    spotPrev: quote.previousSpot,
    symbolName: symbol,
    strike,
    cepe: type,
    lot,
    key: contractKey(contract),
    qtyfreeze: freeze,
    tick,
    ...(strategy !== undefined && { strategy }),
    m: [],
    message: [],
  };
  return checked(draft, isEdit);
}

export function changeDraft(draft: Draft, action: DraftAction, rules: TicketRules): Draft {
  const change = changeOf(draft, action, rules);
  return change === undefined ? draft : checked({ ...draft, ...change }, rules.isEdit);
}

function changeOf(draft: Draft, action: DraftAction, rules: TicketRules): Partial<Draft> | undefined {
  switch (action.type) {
    case "category":
      return rules.isEdit ? undefined : categoryChange(action.category, draft, rules);
    case "product":
      return isProductFixed(draft, rules) || (action.product === "Intraday" && rules.isMarginOnly)
        ? undefined
        : { productType: action.product };
    case "kind":
      return lockOfKind(draft, action.kind) === undefined ? kindChange(action.kind, draft, rules) : undefined;
    case "validity":
      return isProductFixed(draft, rules) ? undefined : { validity: action.validity };
    case "flip":
      return rules.isEdit ? undefined : { side: draft.side === 1 ? -1 : 1 };
    case "number":
      return lockOfField(draft, action.field) === undefined ? { [action.field]: atLeast0(action.value) } : undefined;
    case "leave":
      return rules.isEdit && action.field === "qty" && !(draft.qty > 0) ? { qty: draft.lot } : undefined;
    case "quote":
      return { ltp: action.quote.ltp, spot: action.quote.spot, spotPrev: action.quote.previousSpot };
    case "bases":
      return { m: action.m };
  }
}

/** An empty field is NaN: it stays so, and is warned of. */
const atLeast0 = (value: number): number => (value < 0 ? 0 : value);

function categoryChange(category: Category, { type }: Draft, { isMarginOnly }: TicketRules): Partial<Draft> {
  if (category === "Regular") return { category, productType: isMarginOnly ? "Margin" : "Intraday" };
  // A cover order knows no stop limit.
  const kind = category === "CO" && type === "Stop Limit" ? { type: "Limit" as const } : {};
  return { category, productType: category, validity: "Day", disclosedQty: 0, ...kind };
}

function kindChange(kind: OrderKind, { ltp }: Draft, { isEdit }: TicketRules): Partial<Draft> {
  const change: { -readonly [Field in "limitPrice" | "stopPrice"]?: number } = {};
  if (kind === "Stop") change.stopPrice = known(ltp);
  if (isEdit && !hasLimit(kind)) change.limitPrice = 0;
  if (isEdit && !hasStop(kind)) change.stopPrice = 0;
  return { type: kind, ...change };
}

const checked = (draft: Draft, isEdit: boolean): Draft => {
  const terms = termsOf(draft, isEdit);
  const note = splitNote(terms);
  const texts = warningsOf(terms).map(({ text }) => text);
  return { ...draft, message: note === undefined ? texts : [...texts, note] };
};

/** The order as warnings see it. */
const termsOf = (draft: Draft, isEdit: boolean): OrderTerms => ({
  ...draft,
  freeze: draft.qtyfreeze,
  isWhole: isEdit,
});

export const draftWarnings = (draft: Draft, { isEdit }: TicketRules): readonly Warning[] =>
  warningsOf(termsOf(draft, isEdit));

/** Whether anything but 'Total Orders …' stands in its messages. */
export const isBlocked = ({ message }: Draft): boolean => message.some((text) => !text.startsWith("Total Orders"));

/** 'Margin Required', rupees; NaN where it is not known. */
export function marginOf(draft: Draft): number {
  const { symbolName, cepe, side, strike, limitPrice, type, lot, ltp, spot, spotPrev, m } = draft;
  const order: MarginOrder = {
    symbol: symbolName,
    type: cepe,
    side,
    strike,
    // Without a limit the premium is that of the last price.
    limitPrice: hasLimit(type) ? limitPrice : ltp,
    qty: draft.qty,
    lot,
    ltp,
    spot,
    previousSpot: spotPrev,
    base: m[0] ?? Number.NaN,
  };
  return marginRequired(order);
}

const isProductFixed = ({ category }: Draft, { isEdit }: TicketRules): boolean => isEdit || category !== "Regular";

/** Why product and validity cannot be chosen; undefined where they can. */
export function lockOfProduct(draft: Draft, rules: TicketRules): string | undefined {
  if (rules.isEdit) return "An order that is edited keeps its product and validity";
  return draft.category === "Regular" ? undefined : `A ${draft.category} order is its own product, for the day`;
}

/** Why the type cannot be chosen; undefined where it can. */
export const lockOfKind = ({ category }: Draft, kind: OrderKind): string | undefined =>
  category === "CO" && kind === "Stop Limit" ? "A cover order has no stop limit" : undefined;

/** Why a field cannot be filled; undefined where it can. */
export function lockOfField({ category, type }: Draft, field: NumberField): string | undefined {
  switch (field) {
    case "limitPrice":
      return hasLimit(type) ? undefined : `A ${type.toLowerCase()} order has no limit price`;
    case "stopPrice":
      return hasStop(type) ? undefined : `A ${type.toLowerCase()} order has no stop price`;
    case "stopLoss":
      return category === "Regular" ? "Only CO and BO orders have a stop loss" : undefined;
    case "takeProfit":
      return category === "BO" ? undefined : "Only BO orders have a take profit";
    case "trailingStopLoss":
      return "No broker takes a trailing stop loss here";
    case "disclosedQty":
      return category === "Regular" ? undefined : "Only regular orders disclose a part";
    case "qty":
      return undefined;
  }
}

/** Steps of the field's arrows. */
export const stepOf = ({ tick, lot }: Draft, field: NumberField): number =>
  field === "qty" || field === "disclosedQty" ? lot : tick;

/** The least that the field takes. */
export const leastOf = ({ lot }: Draft, field: NumberField): number => (field === "qty" ? lot : 0);

/** The lot and freeze quantity that a universe lists, for a contract whose own lot is not known. */
export const asQty = (value: number | undefined): Qty | undefined =>
  value !== undefined && value > 0 ? qty(value) : undefined;
