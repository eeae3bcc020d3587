/** Order bodies as Upstox takes them. A field that makes no sense is refused in words, as Upstox does. */
import { z } from "zod";
import type { PracticeProduct } from "../../booked-order.ts";
import type { PracticeContract, PracticeContracts } from "../../contracts.ts";
import type { PracticeConversion, PracticePlacement, PracticeWish } from "../../placements.ts";
import { known, PROTECTION, reads } from "../frame.ts";
import { badInput, badKey } from "./errors.ts";
import { NAMES } from "./instruments.ts";

const amount = z.number().nonnegative();

const Pricing = z.object({
  order_type: z.enum(["MARKET", "LIMIT", "SL", "SL-M"]),
  quantity: z.number().int(),
  price: amount,
  trigger_price: amount,
  disclosed_quantity: z.number().int().nonnegative().default(0),
  validity: z.enum(["DAY", "IOC"]),
  /** Percent; -1 is Upstox' own, which is what goes without. */
  market_protection: z.number().int().min(-1).max(25).default(-1),
});
const Modification = Pricing.extend({ order_id: z.string().min(1) });

const side = z.enum(["BUY", "SELL"]);

const Placement = Pricing.extend({
  instrument_token: z.string(),
  transaction_type: side,
  product: z.string(),
  disclosed_quantity: z.number().int().nonnegative(),
  is_amo: z.literal(false),
  slice: z.literal(false).default(false),
  tag: z.string().max(40).default(""),
});

const Leg = z.object({
  instrument_key: z.string(),
  quantity: z.number().int(),
  product: z.string(),
  transaction_type: side,
  price: amount.optional(),
});

const Conversion = z.object({
  instrument_token: z.string(),
  old_product: z.string(),
  new_product: z.string(),
  transaction_type: side,
  quantity: z.number().int(),
});

const KINDS = { MARKET: "market", LIMIT: "limit", SL: "stop-limit", "SL-M": "stop" } as const;
const PRODUCTS: Readonly<Record<string, PracticeProduct>> = { I: "intraday", D: "margin" };
const MOST_LEGS = 20;

/** @throws UpstoxError */
const parse = reads((path) => badInput(`Invalid input: ${path}`));

function wishOf(order: z.infer<typeof Pricing>): PracticeWish {
  const kind = KINDS[order.order_type];
  return {
    kind,
    quantity: order.quantity,
    limit: kind === "limit" || kind === "stop-limit" ? order.price : 0,
    trigger: kind === "stop" || kind === "stop-limit" ? order.trigger_price : 0,
    validity: order.validity === "IOC" ? "ioc" : "day",
    protection: order.market_protection < 0 ? PROTECTION : order.market_protection / 100,
    disclosed: order.disclosed_quantity,
  };
}

/** @throws UpstoxError */
export function modificationOf(body: unknown): { readonly id: string; readonly wish: PracticeWish } {
  const wanted = parse(Modification, body);
  return { id: wanted.order_id, wish: wishOf(wanted) };
}

/** @throws UpstoxError */
export function placementOf(body: unknown, contracts: PracticeContracts): PracticePlacement {
  const order = parse(Placement, body);
  return {
    ...wishOf(order),
    contract: contractOf(order.instrument_token, contracts),
    side: order.transaction_type === "BUY" ? "buy" : "sell",
    product: productOf(order.product),
    tag: order.tag,
  };
}

/** @throws UpstoxError */
export function basketOf(body: unknown, contracts: PracticeContracts): readonly PracticePlacement[] {
  const { instruments } = parse(z.object({ instruments: z.array(Leg).min(1).max(MOST_LEGS) }), body);
  if (new Set(instruments.map((leg) => leg.instrument_key)).size < instruments.length) {
    throw badInput("Instrument key cannot be duplicated");
  }
  return instruments.map((leg) => ({
    contract: contractOf(leg.instrument_key, contracts),
    side: leg.transaction_type === "BUY" ? "buy" : "sell",
    product: productOf(leg.product),
    kind: leg.price === undefined ? "market" : "limit",
    quantity: leg.quantity,
    limit: leg.price ?? 0,
    trigger: 0,
    validity: "day",
    protection: PROTECTION,
    disclosed: 0,
    tag: "",
  }));
}

/** @throws UpstoxError */
export function conversionOf(body: unknown, contracts: PracticeContracts): PracticeConversion {
  const wanted = parse(Conversion, body);
  return {
    contract: contractOf(wanted.instrument_token, contracts),
    side: wanted.transaction_type === "BUY" ? "buy" : "sell",
    quantity: wanted.quantity,
    from: productOf(wanted.old_product),
    to: productOf(wanted.new_product),
  };
}

const contractOf = (key: string, contracts: PracticeContracts): PracticeContract =>
  known(NAMES.find(contracts, key), badKey);

const productOf = (word: string): PracticeProduct =>
  known(PRODUCTS[word], () => badInput(`Product ${word} is not allowed for this instrument`));
