/** Order bodies as Alice Blue takes them. A field that makes no sense is refused by its code. */
import { z } from "zod";
import type { PracticeProduct } from "../../booked-order.ts";
import type { PracticeContracts } from "../../contracts.ts";
import type { PracticePlacement, PracticeWish } from "../../placements.ts";
import { known, PROTECTION, reads } from "../frame.ts";
import { NAMES } from "./entities.ts";
import { badInput } from "./errors.ts";

/** Prices go as text. */
const amount = z
  .string()
  .regex(/^(?:\d+(?:\.\d+)?)?$/)
  .transform(Number);
const kind = z.enum(["LIMIT", "MARKET", "SL", "SLM"]);

const Wish = z.object({
  quantity: z.number().int(),
  orderType: kind,
  price: amount,
  slTriggerPrice: amount,
  disclosedQuantity: amount,
  validity: z.enum(["DAY", "IOC"]),
  slLegPrice: z.literal(""),
  targetLegPrice: z.literal(""),
  deviceId: z.string().max(98),
});
const Placement = Wish.extend({
  exchange: z.string(),
  instrumentId: z.string().regex(/^\d+$/),
  transactionType: z.enum(["BUY", "SELL"]),
  product: z.string(),
  orderComplexity: z.literal("REGULAR"),
  orderTag: z.string().max(50),
  algoId: z.string().max(12),
  trailingSlAmount: z.literal(""),
});
const Placements = z.tuple([Placement]);
const Change = Wish.extend({ brokerOrderId: z.string().min(1), trailingSLAmount: z.literal("") });
const Cancellation = z.object({ brokerOrderId: z.string().min(1) });

const KINDS = { LIMIT: "limit", MARKET: "market", SL: "stop-limit", SLM: "stop" } as const;
const PRODUCTS: Readonly<Record<string, PracticeProduct>> = { INTRADAY: "intraday", NRML: "margin" };
/** By the field that makes no sense. */
const CODES: Readonly<Record<string, string>> = {
  exchange: "EC901",
  instrumentId: "EC946",
  transactionType: "EC929",
  orderType: "EC930",
  validity: "EC932",
  orderTag: "EC971",
  algoId: "EC972",
  brokerOrderId: "EC979",
  quantity: "EC949",
  price: "EC957",
  slTriggerPrice: "EC959",
};

/** @throws AliceError */
const parse = reads((path) => badInput(CODES[path.split(".").at(-1) ?? ""] ?? "EC914"));

const wishOf = (order: z.infer<typeof Wish>): PracticeWish => ({
  kind: KINDS[order.orderType],
  quantity: order.quantity,
  limit: order.orderType === "LIMIT" || order.orderType === "SL" ? order.price : 0,
  trigger: order.orderType.startsWith("SL") ? order.slTriggerPrice : 0,
  validity: order.validity === "IOC" ? "ioc" : "day",
  protection: PROTECTION,
  disclosed: order.disclosedQuantity,
});

/** @throws AliceError */
export function placementOf(body: unknown, contracts: PracticeContracts): PracticePlacement {
  const [order] = parse(Placements, body);
  const contract = known(NAMES.find(contracts, `${order.exchange}:${order.instrumentId}`), () => badInput("EC947"));
  const product = known(PRODUCTS[order.product], () => badInput("EC969"));
  return {
    ...wishOf(order),
    contract,
    side: order.transactionType === "BUY" ? "buy" : "sell",
    product,
    tag: order.orderTag,
  };
}

/** @throws AliceError */
export function changeOf(body: unknown): { readonly id: string; readonly wish: PracticeWish } {
  const change = parse(Change, body);
  return { id: change.brokerOrderId, wish: wishOf(change) };
}

/** @throws AliceError */
export const cancellationOf = (body: unknown): string => parse(Cancellation, body).brokerOrderId;
