/** Order bodies as XTS takes them. A field that makes no sense is refused in words, as XTS does. */
import { z } from "zod";
import type { PracticeProduct } from "../../booked-order.ts";
import type { PracticeContract, PracticeContracts } from "../../contracts.ts";
import type { PracticeConversion, PracticePlacement, PracticeWish } from "../../placements.ts";
import { known, PROTECTION, reads } from "../frame.ts";
import { NAMES } from "./entities.ts";
import { badInput } from "./errors.ts";

const amount = z.number().nonnegative();
const kind = z.enum(["LIMIT", "MARKET", "STOPLIMIT", "STOPMARKET"]);
const validity = z.enum(["DAY", "IOC"]);
const id = z.union([z.number().int(), z.string().min(1)]).transform(String);

const Named = z.object({ exchangeSegment: z.string(), exchangeInstrumentID: id });
const Placement = Named.extend({
  productType: z.string(),
  orderType: kind,
  orderSide: z.enum(["BUY", "SELL"]),
  timeInForce: validity,
  disclosedQuantity: z.number().int().nonnegative(),
  orderQuantity: z.number().int(),
  limitPrice: amount,
  stopPrice: amount,
  orderUniqueIdentifier: z.string().max(20),
});
const Change = z.object({
  appOrderID: id,
  modifiedProductType: z.string(),
  modifiedOrderType: kind,
  modifiedOrderQuantity: z.number().int(),
  modifiedDisclosedQuantity: z.number().int().nonnegative(),
  modifiedLimitPrice: amount,
  modifiedStopPrice: amount,
  modifiedTimeInForce: validity,
});
const Conversion = Named.extend({
  oldProductType: z.string(),
  newProductType: z.string(),
  isDayWise: z.boolean(),
  targetQty: z.number().int(),
});

const KINDS = { LIMIT: "limit", MARKET: "market", STOPLIMIT: "stop-limit", STOPMARKET: "stop" } as const;
const PRODUCTS: Readonly<Record<string, PracticeProduct>> = { MIS: "intraday", NRML: "margin" };

/** @throws XtsError */
export const parse = reads(badInput);

interface Wish {
  readonly type: keyof typeof KINDS;
  readonly quantity: number;
  readonly limit: number;
  readonly stop: number;
  readonly disclosed: number;
  readonly validity: "DAY" | "IOC";
}

const wishOf = ({ type, quantity, limit, stop, disclosed, validity: until }: Wish): PracticeWish => ({
  kind: KINDS[type],
  quantity,
  limit: type === "LIMIT" || type === "STOPLIMIT" ? limit : 0,
  trigger: type === "STOPLIMIT" || type === "STOPMARKET" ? stop : 0,
  validity: until === "IOC" ? "ioc" : "day",
  protection: PROTECTION,
  disclosed,
});

const contractOf = (
  { exchangeSegment, exchangeInstrumentID }: z.infer<typeof Named>,
  contracts: PracticeContracts,
): PracticeContract =>
  known(NAMES.find(contracts, `${exchangeSegment}:${exchangeInstrumentID}`), () => badInput("Invalid instrument"));

const productOf = (word: string): PracticeProduct => known(PRODUCTS[word], () => badInput(`Invalid product ${word}`));

/** @throws XtsError */
export function placementOf(body: unknown, contracts: PracticeContracts): PracticePlacement {
  const order = parse(Placement, body);
  return {
    ...wishOf({
      type: order.orderType,
      quantity: order.orderQuantity,
      limit: order.limitPrice,
      stop: order.stopPrice,
      disclosed: order.disclosedQuantity,
      validity: order.timeInForce,
    }),
    contract: contractOf(order, contracts),
    side: order.orderSide === "BUY" ? "buy" : "sell",
    product: productOf(order.productType),
    tag: order.orderUniqueIdentifier,
  };
}

/** @throws XtsError */
export function changeOf(body: unknown): { readonly id: string; readonly wish: PracticeWish } {
  const change = parse(Change, body);
  const wish = wishOf({
    type: change.modifiedOrderType,
    quantity: change.modifiedOrderQuantity,
    limit: change.modifiedLimitPrice,
    stop: change.modifiedStopPrice,
    disclosed: change.modifiedDisclosedQuantity,
    validity: change.modifiedTimeInForce,
  });
  return { id: change.appOrderID, wish };
}

/** Its side is that of what is held, which the call does not name. @throws XtsError */
export function conversionOf(body: unknown, contracts: PracticeContracts): Omit<PracticeConversion, "side"> {
  const wanted = parse(Conversion, body);
  return {
    contract: contractOf(wanted, contracts),
    quantity: wanted.targetQty,
    from: productOf(wanted.oldProductType),
    to: productOf(wanted.newProductType),
  };
}
