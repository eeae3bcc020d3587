/** Order bodies as SmartAPI takes them. A field that makes no sense is refused in words. */
import { z } from "zod";
import type { PracticeProduct } from "../../booked-order.ts";
import type { PracticeContract, PracticeContracts } from "../../contracts.ts";
import type { PracticeConversion, PracticePlacement, PracticeWish } from "../../placements.ts";
import { known, PROTECTION, reads } from "../frame.ts";
import { NAMES } from "./entities.ts";
import { AngelError, badInput } from "./errors.ts";

const amount = z.coerce.number().nonnegative().default(0);
const units = z.coerce.number().int();
const side = z.enum(["BUY", "SELL"]);
const variety = z.enum(["NORMAL", "STOPLOSS"]);
const kind = z.enum(["LIMIT", "MARKET", "STOPLOSS_LIMIT", "STOPLOSS_MARKET"]);
/** A tag of twenty characters is refused already. */
const MAX_TAG = 19;

const Named = z.object({ exchange: z.string(), tradingsymbol: z.string().min(1), symboltoken: z.string().min(1) });
const Wish = Named.extend({
  variety,
  ordertype: kind,
  producttype: z.string(),
  duration: z.enum(["DAY", "IOC"]),
  price: amount,
  triggerprice: amount,
  quantity: units,
  disclosedquantity: units.nonnegative().default(0),
});
const Placement = Wish.extend({ transactiontype: side, ordertag: z.string().default("") });
const Change = Wish.extend({ orderid: z.string().min(1) });
const Cancellation = z.object({ variety, orderid: z.string().min(1) });
const Conversion = Named.extend({
  transactiontype: side,
  oldproducttype: z.string(),
  newproducttype: z.string(),
  quantity: units,
  type: z.literal("DAY"),
});
const Basket = z.object({
  positions: z
    .array(
      z.object({
        exchange: z.string(),
        token: z.string(),
        qty: units,
        price: amount,
        productType: z.string(),
        tradeType: side,
        orderType: kind,
      }),
    )
    .min(1)
    .max(50),
});

const KINDS = { LIMIT: "limit", MARKET: "market", STOPLOSS_LIMIT: "stop-limit", STOPLOSS_MARKET: "stop" } as const;
const PRODUCTS: Readonly<Record<string, PracticeProduct>> = { INTRADAY: "intraday", CARRYFORWARD: "margin" };

/** @throws AngelError */
const parse = reads((path) => badInput(`Invalid ${path}`));

function wishOf(order: z.infer<typeof Wish>): PracticeWish {
  const hasTrigger = order.ordertype.startsWith("STOPLOSS");
  if (hasTrigger !== (order.variety === "STOPLOSS")) throw new AngelError(200, "AB1008", "Invalid Order Variety");
  return {
    kind: KINDS[order.ordertype],
    quantity: order.quantity,
    limit: order.ordertype.endsWith("LIMIT") ? order.price : 0,
    trigger: hasTrigger ? order.triggerprice : 0,
    validity: order.duration === "IOC" ? "ioc" : "day",
    protection: PROTECTION,
    disclosed: order.disclosedquantity,
  };
}

const contractOf = (exchange: string, token: string, contracts: PracticeContracts): PracticeContract =>
  known(NAMES.find(contracts, `${exchange}:${token}`), () => badInput("Symbol Not Found"));

const productOf = (word: string): PracticeProduct =>
  known(PRODUCTS[word], () => new AngelError(200, "AB1012", "Invalid Product Type"));

/** @throws AngelError */
export function placementOf(body: unknown, contracts: PracticeContracts): PracticePlacement {
  const order = parse(Placement, body);
  if (order.ordertag.length > MAX_TAG) {
    throw new AngelError(200, "AB4008", "ordertag length should be less than 20 characters");
  }
  return {
    ...wishOf(order),
    contract: contractOf(order.exchange, order.symboltoken, contracts),
    side: order.transactiontype === "BUY" ? "buy" : "sell",
    product: productOf(order.producttype),
    tag: order.ordertag,
  };
}

/** @throws AngelError */
export function changeOf(body: unknown): { readonly id: string; readonly wish: PracticeWish } {
  const change = parse(Change, body);
  return { id: change.orderid, wish: wishOf(change) };
}

/** @throws AngelError */
export const cancellationOf = (body: unknown): string => parse(Cancellation, body).orderid;

/** @throws AngelError */
export function conversionOf(body: unknown, contracts: PracticeContracts): PracticeConversion {
  const wanted = parse(Conversion, body);
  return {
    contract: contractOf(wanted.exchange, wanted.symboltoken, contracts),
    side: wanted.transactiontype === "BUY" ? "buy" : "sell",
    quantity: wanted.quantity,
    from: productOf(wanted.oldproducttype),
    to: productOf(wanted.newproducttype),
  };
}

/** @throws AngelError */
export const basketOf = (body: unknown, contracts: PracticeContracts): readonly PracticePlacement[] =>
  parse(Basket, body).positions.map((leg) => ({
    kind: KINDS[leg.orderType],
    quantity: leg.qty,
    limit: leg.price,
    trigger: leg.orderType.startsWith("STOPLOSS") ? leg.price : 0,
    validity: "day",
    protection: PROTECTION,
    disclosed: 0,
    contract: contractOf(leg.exchange, leg.token, contracts),
    side: leg.tradeType === "BUY" ? "buy" : "sell",
    product: productOf(leg.productType),
    tag: "",
  }));
