/** Order bodies as Dhan takes them. A field that makes no sense is refused in words, as Dhan does. */
import { z } from "zod";
import type { PracticeProduct } from "../../booked-order.ts";
import type { PracticeContract, PracticeContracts } from "../../contracts.ts";
import type { PracticeConversion, PracticePlacement, PracticeWish } from "../../placements.ts";
import { known, PROTECTION, reads } from "../frame.ts";
import { badInput } from "./errors.ts";
import { NAMES } from "./instruments.ts";

const amount = z.coerce.number().nonnegative().default(0);

const Pricing = z.object({
  dhanClientId: z.string().min(1),
  orderType: z.enum(["LIMIT", "MARKET", "STOP_LOSS"]),
  quantity: z.coerce.number().int(),
  price: amount,
  triggerPrice: amount,
  disclosedQuantity: z.coerce.number().int().nonnegative().default(0),
  validity: z.enum(["DAY", "IOC"]),
});

const Placement = Pricing.extend({
  correlationId: z.string().max(30).default(""),
  transactionType: z.enum(["BUY", "SELL"]),
  exchangeSegment: z.string(),
  productType: z.string(),
  securityId: z.string(),
  afterMarketOrder: z.literal(false).default(false),
});

const Conversion = z.object({
  fromProductType: z.string(),
  toProductType: z.string(),
  exchangeSegment: z.string(),
  positionType: z.enum(["LONG", "SHORT"]),
  securityId: z.string(),
  convertQty: z.coerce.number().int(),
});

const Basket = z.object({
  dhanClientId: z.string().min(1),
  includePosition: z.boolean(),
  includeOrder: z.boolean(),
  scripList: z
    .array(
      Pricing.omit({ validity: true, disclosedQuantity: true }).extend({
        transactionType: z.enum(["BUY", "SELL"]),
        exchangeSegment: z.string(),
        productType: z.string(),
        securityId: z.string(),
      }),
    )
    .min(1)
    .max(50),
});

const KINDS = { LIMIT: "limit", MARKET: "market", STOP_LOSS: "stop-limit" } as const;
const PRODUCTS: Readonly<Record<string, PracticeProduct>> = { INTRADAY: "intraday", MARGIN: "margin" };

/** @throws DhanError */
export const parse = reads((path) => badInput(`Missing or invalid ${path}`));

const wishOf = (order: z.infer<typeof Pricing>): PracticeWish => ({
  kind: KINDS[order.orderType],
  quantity: order.quantity,
  limit: order.orderType === "MARKET" ? 0 : order.price,
  trigger: order.orderType === "STOP_LOSS" ? order.triggerPrice : 0,
  validity: order.validity === "IOC" ? "ioc" : "day",
  protection: PROTECTION,
  disclosed: order.disclosedQuantity,
});

/** @throws DhanError */
export const modificationOf = (body: unknown): PracticeWish => wishOf(parse(Pricing, body));

/** @throws DhanError */
export function placementOf(body: unknown, contracts: PracticeContracts): PracticePlacement {
  const order = parse(Placement, body);
  return {
    ...wishOf(order),
    contract: contractOf(order, contracts),
    side: order.transactionType === "BUY" ? "buy" : "sell",
    product: productOf(order.productType),
    tag: order.correlationId,
  };
}

/** @throws DhanError */
export function conversionOf(body: unknown, contracts: PracticeContracts): PracticeConversion {
  const wanted = parse(Conversion, body);
  return {
    contract: contractOf(wanted, contracts),
    side: wanted.positionType === "LONG" ? "buy" : "sell",
    quantity: wanted.convertQty,
    from: productOf(wanted.fromProductType),
    to: productOf(wanted.toProductType),
  };
}

/** @throws DhanError */
export const basketOf = (body: unknown, contracts: PracticeContracts): readonly PracticePlacement[] =>
  parse(Basket, body).scripList.map((leg) => ({
    ...wishOf({ ...leg, validity: "DAY", disclosedQuantity: 0 }),
    contract: contractOf(leg, contracts),
    side: leg.transactionType === "BUY" ? "buy" : "sell",
    product: productOf(leg.productType),
    tag: "",
  }));

/** @throws DhanError */
export const contractOf = (
  { exchangeSegment, securityId }: { readonly exchangeSegment: string; readonly securityId: string },
  contracts: PracticeContracts,
): PracticeContract =>
  known(NAMES.find(contracts, `${exchangeSegment}|${securityId}`), () => badInput("Invalid instrument: securityId"));

const productOf = (word: string): PracticeProduct =>
  known(PRODUCTS[word], () => badInput(`Product ${word} is not allowed`));
