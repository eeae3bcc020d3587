/**
 * Orders, trades, positions and funds as the product sees them, whatever a broker calls them. Words and codes are the
 * specification's. Prices are rupees a unit, quantities are units (contracts of 1,000 dollars for USDINR).
 *
 *     a click -> OrderItem (what the browser sends) -> ChildOrder (what a broker is sent) -> BookOrder (what it answers)
 */
import type { ContractKey } from "../instruments.ts";

export const LIMIT = 1;
export const MARKET = 2;
export const STOP = 3;
export const STOP_LIMIT = 4;
export const ORDER_TYPES = [LIMIT, MARKET, STOP, STOP_LIMIT] as const;
/** STOP becomes a market order at its stop price, STOP_LIMIT a limit order. */
export type OrderType = (typeof ORDER_TYPES)[number];

export const BUY = 1;
export const SELL = -1;
export type Side = typeof BUY | typeof SELL;

/** CNC is seen in books and never sent. */
export const PRODUCTS = ["INTRADAY", "MARGIN", "CNC", "CO", "BO"] as const;
export type Product = (typeof PRODUCTS)[number];

export const VALIDITIES = ["DAY", "IOC"] as const;
export type Validity = (typeof VALIDITIES)[number];

/** Status codes of the order book. */
export const CANCELLED = 1;
export const FILLED = 2;
export const TRANSIT = 4;
export const REJECTED = 5;
export const PENDING = 6;
export const EXPIRED = 7;
export const ORDER_STATUSES = [CANCELLED, FILLED, TRANSIT, REJECTED, PENDING, EXPIRED] as const;
/** TRANSIT is with the broker and not yet at the exchange; a PENDING order may have filled in part. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Whether the order may still trade. */
export const isOpen = (status: OrderStatus): boolean => status === PENDING || status === TRANSIT;

/** Segments of positions. */
export const SEGMENT_FO = 11;
export const SEGMENT_CD = 12;

/** What one request may carry. */
export const MAX_BATCH = 10;
/** Whose margin may be asked for together. */
export const MOST_MARGIN_ORDERS = 50;

/** One order of a ticket, basket or builder, as the browser sends it. */
export interface OrderItem {
  /** '{exchange}:{instrumentName}': 'NSE:NIFTY26112424600CE', 'NSE:NIFTY26NOVFUT'. */
  readonly symbol: string;
  /** The feed's token of it; what is traded is `symbol`. */
  readonly securityId: string;
  readonly type: OrderType;
  readonly side: Side;
  readonly productType: Exclude<Product, "CNC">;
  /** 0 unless LIMIT or STOP_LIMIT. */
  readonly limitPrice: number;
  /** 0 unless STOP or STOP_LIMIT. */
  readonly stopPrice: number;
  readonly disclosedQty: number;
  readonly validity: Validity;
  readonly offlineOrder: false;
  readonly stopLoss: number;
  readonly takeProfit: number;
  readonly qty: number;
  /** The id of the kept strategy that it is sent for. No broker hears of it. */
  readonly strategy?: string | undefined;
}

/** One order as a broker is to be sent it: at most the freeze quantity, whole lots, on the contract's tick. */
export interface ChildOrder extends Omit<OrderItem, "symbol" | "securityId" | "offlineOrder" | "strategy"> {
  readonly contract: ContractKey;
  /** Units per lot, for brokers that count lots. */
  readonly lot: number;
  /** Rupees, for prices that are rounded on the way. */
  readonly tick: number;
}

/** What an order is changed to. */
export interface OrderChange {
  /** The whole quantity, traded part included. */
  readonly qty: number;
  readonly type: OrderType;
  readonly limitPrice: number;
  readonly stopPrice: number;
  readonly disclosedQty: number;
}

/** An order of the broker's book. */
export interface BookOrder {
  /** The broker's. */
  readonly id: string;
  /** 'EXCHANGE:NAME', both the broker's words. */
  readonly symbol: string;
  /** undefined for what the product does not trade. */
  readonly contract?: ContractKey | undefined;
  readonly side: Side;
  readonly type: OrderType;
  readonly productType: Product;
  readonly qty: number;
  readonly remainingQuantity: number;
  readonly limitPrice: number;
  readonly stopPrice: number;
  /** Average of what traded; 0 where nothing did. */
  readonly tradedPrice: number;
  readonly status: OrderStatus;
  /** 'YYYY-MM-DD HH:MM:SS', IST. */
  readonly orderDateTime: string;
  /** The broker's words, as of a rejection. */
  readonly message: string;
  readonly orderValidity: Validity;
  readonly discloseQty: number;
  /** Ours, where the broker gives it back; '' else. */
  readonly tag: string;
}

export interface Trade {
  readonly id: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly contract?: ContractKey | undefined;
  readonly side: Side;
  readonly qty: number;
  readonly price: number;
  /** 'YYYY-MM-DD HH:MM:SS', IST. */
  readonly at: string;
}

/** A net position of the day; netQty 0 is one that was closed. */
export interface Position {
  /** Tells it from the others of the list: of symbol and product. */
  readonly id: string;
  readonly symbol: string;
  readonly contract?: ContractKey | undefined;
  /** Of netQty; BUY where that is 0. */
  readonly side: Side;
  readonly productType: Product;
  readonly segment: typeof SEGMENT_FO | typeof SEGMENT_CD;
  /** Negative where short. */
  readonly netQty: number;
  /**
   * Rupees: of the side that is held, what was closed of it included, where realized profit is reckoned from the sums; the broker's
   * own where that is (`tellsRealized`). The two go together, or profits are wrong.
   */
  readonly avgPrice: number;
  readonly ltp: number;
  readonly buyQty: number;
  readonly buyAvg: number;
  readonly sellQty: number;
  readonly sellAvg: number;
  /** The broker's own, of what is held; to be shown. */
  readonly netAvg: number;
  /** Rupees, by the broker's own reckoning. */
  readonly realized_profit: number;
  /** Rupees that carried lots had gained before today, where the broker tells: the other figures have them at cost. */
  readonly gainedBefore?: number;
  /** Rupees per unit of quantity and rupee of price: 1 for units, the lot where a broker counts lots, 1000 for USDINR. */
  readonly multiplier: number;
}

export interface Holding {
  readonly id: string;
  readonly symbol: string;
  readonly quantity: number;
  readonly remainingQuantity: number;
  readonly costPrice: number;
  /** 0 where the broker tells none; so is its market value then. */
  readonly ltp: number;
  readonly marketVal: number;
  readonly holdingType: string;
}

export interface Holdings {
  readonly holdings: readonly Holding[];
  /** Rupees. */
  readonly totalPl: number;
}

export interface FundLine {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
}

/** Some or all of a position, to the other product. */
export interface Conversion {
  readonly contract: ContractKey;
  /** The broker's symbol of the position. */
  readonly symbol: string;
  readonly side: Side;
  readonly qty: number;
  readonly lot: number;
  readonly from: "INTRADAY" | "MARGIN";
  readonly to: "INTRADAY" | "MARGIN";
}

/** The broker's own figure for a basket, rupees. */
export interface BasketMargin {
  readonly required: number;
  /** What the legs would need one by one, where the broker says so. */
  readonly separately?: number;
}

/** What became of one thing that the user asked for; every state but the first two is shown as it is. */
export const INTENT_STATES = ["new", "sending", "placed", "refused", "unknown", "absent", "void"] as const;
/**
 * new: written down. sending: the broker is being asked. placed: the broker took it. refused: the broker, or we, said no.
 * unknown: no telling yet, the book is being read. absent: it never reached the broker. void: it was never sent.
 */
export type IntentState = (typeof INTENT_STATES)[number];

/** Those of 'gtt' are about orders that rest at the broker (gtt.ts). */
export const INTENT_KINDS = [
  "place",
  "modify",
  "cancel",
  "convert",
  "exit",
  "gtt-place",
  "gtt-modify",
  "gtt-delete",
] as const;
export type IntentKind = (typeof INTENT_KINDS)[number];
