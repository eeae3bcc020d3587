/**
 * What the broker calls carry: order items, books, positions, and what became of what was asked for. The domain's words are
 * in ../../domain/orders/order.ts; here they have the shapes of the specification's replies.
 */
import { z } from "zod";
import { EXCHANGES } from "../../domain/instruments.ts";
import { GTT_STATUSES } from "../../domain/orders/gtt.ts";
import {
  INTENT_KINDS,
  INTENT_STATES,
  MAX_BATCH,
  MOST_MARGIN_ORDERS,
  ORDER_STATUSES,
  ORDER_TYPES,
  PRODUCTS,
  SEGMENT_CD,
  SEGMENT_FO,
  VALIDITIES,
} from "../../domain/orders/order.ts";

/**
 * Tells one press of a button from another: '{key}/{batch}', the batches of one press counted from 0. The same key, batch
 * and body is answered with what became of it; with another body it is refused (409).
 */
export const ORDER_KEY_HEADER = "Idempotency-Key";
export const ORDER_KEY = /^([\w-]{8,64})\/(\d{1,4})$/;

const MAX_QTY = 10_000_000;
const MAX_PRICE = 10_000_000;

const symbol = z.string().regex(/^[A-Z]{2,6}:[\w&.-]{1,60}$/, "is not '{exchange}:{name}'");
/** Of a row that is sent back: whatever name the broker gave it. */
const bookSymbol = z.string().max(120);
const id = z.string().min(1).max(120);
const shortText = z.string().max(500);
const quantity = z.number().int().positive().max(MAX_QTY);
const wholeUnits = z.number().int().nonnegative().max(MAX_QTY);
const price = z.number().nonnegative().max(MAX_PRICE);
const side = z.union([z.literal(1), z.literal(-1)]);
const type = z.literal(ORDER_TYPES);
const notOffline = z.literal(false);

/** Of a kept strategy. */
export const strategyId = z.string().regex(/^[\w-]{1,64}$/, "is not an id");

export const OrderItemBody = z.strictObject({
  symbol,
  securityId: z.string().max(40),
  type,
  side,
  productType: z.enum(["INTRADAY", "MARGIN", "CO", "BO"]),
  limitPrice: price,
  stopPrice: price,
  disclosedQty: wholeUnits,
  validity: z.enum(VALIDITIES),
  offlineOrder: notOffline,
  stopLoss: price,
  takeProfit: price,
  qty: quantity,
  strategy: strategyId.optional(),
});

export const PlaceBody = z.strictObject({
  data: z.array(OrderItemBody).min(1).max(MAX_BATCH),
  /** Ids of the legs' orders, in the order of `data`; they come back as they were sent. */
  orderId: z.array(z.string().max(40)).max(MAX_BATCH).optional(),
});

/** Orders as they would be sent, whole: what is above the freeze quantity is not cut. */
export const MarginBody = z.strictObject({ data: z.array(OrderItemBody).min(1).max(MOST_MARGIN_ORDERS) });

/** Rupees. null where the broker does not say it. */
export const MarginReply = z.object({
  data: z.object({
    /** For all of them together, with what is held already. */
    required: z.number().nullable(),
    /** What they would need one by one. */
    separately: z.number().nullable(),
    /** What new orders may take. */
    available: z.number().nullable(),
  }),
});

/** What it is, whatever the broker calls it; null where today does not list it. */
const contract = z
  .object({
    exchange: z.enum(EXCHANGES),
    underlying: z.string().max(60),
    expiry: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    /** Rupees; 0 for a future. */
    strike: z.number(),
    type: z.enum(["FUT", "CE", "PE"]),
  })
  .nullish();

/** An order of the book; ex_sym is its underlying, securityId the feed's token of it, '' where today does not list it. */
export const BookOrderBody = z.object({
  id,
  symbol: bookSymbol,
  ex_sym: z.string().max(60),
  securityId: z.string().max(40),
  contract,
  /** Units; 0 where today does not list it. */
  lotSize: wholeUnits,
  side,
  type,
  productType: z.enum(PRODUCTS),
  qty: wholeUnits,
  remainingQuantity: wholeUnits,
  limitPrice: price,
  stopPrice: price,
  tradedPrice: price,
  status: z.literal(ORDER_STATUSES),
  orderDateTime: z.string().max(40),
  message: shortText,
  orderValidity: z.enum(VALIDITIES),
  discloseQty: wholeUnits,
});
export type BookOrderBody = z.infer<typeof BookOrderBody>;

/** A position; see {@link BookOrderBody}. */
export const PositionBody = z.object({
  id,
  symbol: bookSymbol,
  ex_sym: z.string().max(60),
  securityId: z.string().max(40),
  contract,
  lotSize: wholeUnits,
  side,
  productType: z.enum(PRODUCTS),
  segment: z.literal([SEGMENT_FO, SEGMENT_CD]),
  netQty: z.number().int(),
  avgPrice: z.number(),
  ltp: z.number(),
  buyQty: wholeUnits,
  buyAvg: z.number(),
  sellQty: wholeUnits,
  sellAvg: z.number(),
  netAvg: z.number(),
  realized_profit: z.number(),
  /** Rupees per unit of quantity and rupee of price. */
  multiplier: z.number(),
});
export type PositionBody = z.infer<typeof PositionBody>;

/** What a strategy has of a position, from the day's trades; of what was converted, under the new product. */
export const StrategyPart = z.object({
  /** The id of a kept strategy. */
  strategy: z.string(),
  symbol: bookSymbol,
  productType: z.enum(PRODUCTS),
  buyQty: wholeUnits,
  buyAvg: z.number(),
  sellQty: wholeUnits,
  sellAvg: z.number(),
});
export type StrategyPart = z.infer<typeof StrategyPart>;

const HoldingBody = z.object({
  id,
  symbol: bookSymbol,
  quantity: z.number(),
  remainingQuantity: z.number(),
  costPrice: z.number(),
  ltp: z.number(),
  marketVal: z.number(),
  holdingType: z.string(),
});

const FundLineBody = z.object({ id, title: z.string(), amount: z.number() });

/** An order whose limit follows the quotes, or did today. */
export const FollowBody = z.object({
  orderId: id,
  /** It goes no further, rupees. */
  worst: z.number(),
  /** How many were sent. */
  changes: wholeUnits,
  armed: z.boolean(),
  /** Why it ended; '' while it is armed, and where the user ended it. */
  words: z.string(),
});
export type FollowBody = z.infer<typeof FollowBody>;

const gttLeg = z.strictObject({ trigger: price.positive(), limit: price.positive() });
/** The lower trigger first. */
const gttLegs = z
  .array(gttLeg)
  .min(1)
  .max(2)
  .refine(([lower, upper]) => lower === undefined || upper === undefined || lower.trigger < upper.trigger, {
    message: "The lower trigger comes first",
  });

/** An order that rests at the broker; see {@link BookOrderBody}. */
export const GttBody = z.object({
  id,
  symbol: bookSymbol,
  ex_sym: z.string().max(60),
  securityId: z.string().max(40),
  contract,
  lotSize: wholeUnits,
  side,
  productType: z.enum(PRODUCTS),
  qty: wholeUnits,
  legs: z
    .array(z.object({ trigger: price, limit: price }))
    .min(1)
    .max(2),
  /** Rupees, when it was placed or changed last. */
  lastPrice: price,
  status: z.enum(GTT_STATUSES),
  createdAt: z.string().max(40),
  expiresAt: z.string().max(40),
  /** Else `message` says why it cannot be changed here. */
  isChangeable: z.boolean(),
  message: shortText,
});
export type GttBody = z.infer<typeof GttBody>;

export const PlaceGttBody = z.strictObject({
  data: z.strictObject({
    symbol,
    side,
    productType: z.enum(["INTRADAY", "MARGIN"]),
    qty: quantity,
    legs: gttLegs,
  }),
});

/** As many legs as it has. */
export const ModifyGttBody = z.strictObject({ data: z.strictObject({ id, qty: quantity, legs: gttLegs }) });

/** @property gtt as the user saw it, for a broker whose list cannot be read now */
export const DeleteGttBody = z.strictObject({ data: z.strictObject({ id }), gtt: GttBody });

/** Which of them is there depends on the tab. */
export const TabReply = z.object({
  s: z.literal("ok"),
  /** When the broker was asked, ms since 1970. */
  at: z.number(),
  /** Nothing of it is real money. */
  isPractice: z.boolean(),
  orderBook: z.array(BookOrderBody).optional(),
  /** Beside orders, where a rule may act for the user: the last time that each order's limit followed. */
  follows: z.array(FollowBody).optional(),
  netPositions: z.array(PositionBody).optional(),
  /** Beside positions, where orders of the day were sent for strategies. */
  byStrategy: z.array(StrategyPart).optional(),
  holdings: z.array(HoldingBody).optional(),
  overall: z.object({ total_pl: z.number() }).optional(),
  fundLimit: z.array(FundLineBody).optional(),
  /** Of the tab 'gtt', where the broker keeps any. */
  gtts: z.array(GttBody).optional(),
  /** With `sync`: the traded price of each order of the day, 'r/c' where it was rejected or cancelled. */
  data: z.record(z.string(), z.union([z.number(), z.literal("r/c")])).optional(),
});
export type TabReply = z.infer<typeof TabReply>;

export const ModifyBody = z.strictObject({
  data: z.strictObject({
    id,
    qty: quantity,
    type,
    side,
    limitPrice: price,
    stopPrice: price,
    discloseQty: wholeUnits,
    offlineOrder: notOffline,
  }),
  /** The order as the user saw it. */
  editOrder: BookOrderBody,
});

/** @property follow false ends it */
export const FollowOrderBody = z.strictObject({ id, follow: z.boolean() });

export const CancelBody = z.strictObject({ data: z.strictObject({ id }), editOrder: BookOrderBody });

/** Ids of GTTs that guard what is closed, and are to be deleted when it is. */
const leftGtts = z.array(id).max(500).optional();

/** One position, or many: what is checked is read again before anything is sent. */
export const ExitBody = z.union([
  z.strictObject({ data: PositionBody, gtts: leftGtts }),
  z.strictObject({
    dataSell: z.array(PositionBody).max(200),
    dataBuy: z.array(PositionBody).max(200),
    /** The kept strategy that what is closed was held for: as much of each position as its `netQty` says. */
    strategy: strategyId.optional(),
    gtts: leftGtts,
  }),
]);

const convertible = z.enum(["INTRADAY", "MARGIN"]);
export const ConvertBody = z.strictObject({
  data: z.strictObject({
    symbol: bookSymbol,
    positionSide: side,
    convertQty: quantity,
    convertFrom: convertible,
    convertTo: convertible,
    securityId: z.string().max(40),
  }),
  extras: z.strictObject({ side }),
});

/**
 * What became of one thing that was asked for. Of `s: "error"` the state says more: 'unknown' means that nobody knows yet, and
 * must not be shown as a failure.
 */
export const Outcome = z.object({
  s: z.enum(["ok", "error"]),
  m: z.string(),
  state: z.enum(INTENT_STATES),
  /** Of 'unknown': how many whole readings of the broker's book did not have it. */
  reads: z.number().int().optional(),
  /** Of a refusal: it is the product's own, and the broker has not heard of it. */
  isOurs: z.boolean().optional(),
  /** Of the order that was placed, as far as the broker has reported. */
  ordExcDetails: z
    .object({
      /** The broker's. */
      id: z.string(),
      /** Average traded price; null while nothing has traded. */
      price: z.number().nullable(),
      qty: z.number(),
      /** ISO 8601. */
      at: z.string(),
    })
    .optional(),
});
export type Outcome = z.infer<typeof Outcome>;

export const PlaceReply = z.object({
  data: z.object({ data: z.array(z.object({ body: Outcome })), orderId: z.array(z.string()) }),
});

/** 'ok' where all of it is done; `data` has each of many. */
export const WriteReply = Outcome.extend({ data: z.array(z.object({ symbol: z.string(), body: Outcome })).optional() });
export type WriteReply = z.infer<typeof WriteReply>;

/** Of one press, by the number of its call and the place within that. */
export const MissedBody = z.strictObject({
  data: z
    .array(z.strictObject({ batch: z.number().int().nonnegative(), item: z.number().int().nonnegative() }))
    .min(1)
    .max(1000),
});

/** What the server knows of a press of a button, asked for by its key: after a reply that never came. */
export const SubmissionReply = z.object({
  data: z.array(
    z.object({ batch: z.number().int(), item: z.number().int(), kind: z.enum(INTENT_KINDS), body: Outcome }),
  ),
});

/** The specification's forms: one code, or two or three values. */
export const AuthTokenBody = z.union([z.string().min(1).max(4000), z.array(z.string().max(4000)).min(1).max(3)]);

export const ConnectReply = z.object({
  status: z.enum(["ok", "error"]),
  /** The user's id at the broker. */
  id: z.string().optional(),
  /** In lower case. */
  name: z.string().optional(),
  /** When the session ends, ms since 1970. */
  exp: z.number().optional(),
  /** The user has had the broker trial. */
  trial: z.boolean().optional(),
  /** The user was logged in by the broker's word alone; then token and user are as login gives them. */
  isLFB: z.boolean().optional(),
  /** Of one configured broker only. */
  a: z.string().optional(),
  token: z.string().optional(),
  user: z.unknown().optional(),
  isPractice: z.boolean().optional(),
  /** Why not. */
  reason: z.string().optional(),
});

/** What was typed into our own page, in the order of the broker's fields; empty where the broker has none. */
export const AttemptBody = z.strictObject({ credentials: z.array(z.string().min(1).max(500)).max(3) });
/** `address` leads to the provider's login page; null: the broker is connected by POST broker/{name} at once. */
export const AttemptReply = z.object({ address: z.string().nullable() });

const mostRupees = z.number().positive().max(1e12).nullable();
const mostCount = z.number().int().positive().max(1_000_000).nullable();

/** Limits of a user's own; null is no limit. See ../../domain/orders/guards.ts. */
export const Guards = z.strictObject({
  orderValue: mostRupees,
  lots: mostCount,
  ordersPerDay: mostCount,
  lossPerDay: mostRupees,
  /** They hold at the practice broker, too. */
  inPractice: z.boolean(),
});
export type Guards = z.infer<typeof Guards>;
