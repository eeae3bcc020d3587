/** Order bodies as Fyers takes them. A field that makes no sense is refused in words, as Fyers does. */
import { z } from "zod";
import type { PracticeProduct } from "../../booked-order.ts";
import type { PracticeContract, PracticeContracts } from "../../contracts.ts";
import type { PracticeConversion, PracticePlacement, PracticeWish } from "../../placements.ts";
import { known, PROTECTION, reads } from "../frame.ts";
import { NAMES } from "./entities.ts";
import { badInput, badSymbol } from "./errors.ts";

const amount = z.number().nonnegative().default(0);
const side = z.union([z.literal(1), z.literal(-1)]);

const Pricing = z.object({
  type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  qty: z.number().int(),
  limitPrice: amount,
  stopPrice: amount,
  disclosedQty: z.number().int().nonnegative().default(0),
});

const Leg = Pricing.extend({ symbol: z.string(), side, productType: z.string() });

const Placement = Leg.extend({
  validity: z.enum(["DAY", "IOC"]),
  offlineOrder: z.literal(false),
  isSliceOrder: z.literal(false).default(false),
  stopLoss: z.literal(0).default(0),
  takeProfit: z.literal(0).default(0),
  orderTag: z
    .string()
    .regex(/^[A-Za-z0-9]{1,30}$/)
    .optional(),
});

const Conversion = z.object({
  symbol: z.string(),
  positionSide: side,
  convertQty: z.number().int(),
  convertFrom: z.string(),
  convertTo: z.string(),
  overnight: z.union([z.literal(0), z.literal(1)]),
});

const Id = z.object({ id: z.string().min(1) });

const KINDS = { 1: "limit", 2: "market", 3: "stop", 4: "stop-limit" } as const;
const PRODUCTS: Readonly<Record<string, PracticeProduct>> = { INTRADAY: "intraday", MARGIN: "margin" };

/** @throws FyersError */
const parse = reads((path) => badInput(`Invalid input: ${path}`));

const wishOf = (
  { type, qty, limitPrice, stopPrice, disclosedQty }: z.infer<typeof Pricing>,
  validity: PracticeWish["validity"],
): PracticeWish => ({
  kind: KINDS[type],
  quantity: qty,
  limit: type === 1 || type === 4 ? limitPrice : 0,
  trigger: type === 3 || type === 4 ? stopPrice : 0,
  validity,
  protection: PROTECTION,
  disclosed: disclosedQty,
});

/** @throws FyersError */
export const idOf = (body: unknown): string => parse(Id, body).id;

/** @throws FyersError */
export const modificationOf = (body: unknown, validity: PracticeWish["validity"]): PracticeWish =>
  wishOf(parse(Pricing, body), validity);

const legOf = (leg: z.infer<typeof Leg>, contracts: PracticeContracts) => ({
  contract: contractOf(leg.symbol, contracts),
  side: leg.side === 1 ? ("buy" as const) : ("sell" as const),
  product: productOf(leg.productType),
});

/** @throws FyersError */
export function placementOf(body: unknown, contracts: PracticeContracts): PracticePlacement {
  const order = parse(Placement, body);
  const validity = order.validity === "IOC" ? "ioc" : "day";
  return { ...wishOf(order, validity), ...legOf(order, contracts), tag: order.orderTag ?? "" };
}

/** @throws FyersError */
export function basketOf(body: unknown, contracts: PracticeContracts): readonly PracticePlacement[] {
  const { data } = parse(z.object({ data: z.array(Leg).min(1) }), body);
  return data.map((leg) => ({ ...wishOf(leg, "day"), ...legOf(leg, contracts), tag: "" }));
}

/** @throws FyersError */
export function conversionOf(body: unknown, contracts: PracticeContracts): PracticeConversion {
  const wanted = parse(Conversion, body);
  const { convertFrom, convertTo, positionSide, convertQty } = wanted;
  const suffix = `-${convertFrom}`;
  if (!wanted.symbol.endsWith(suffix)) throw badInput("Invalid input: symbol");
  return {
    contract: contractOf(wanted.symbol.slice(0, -suffix.length), contracts),
    side: positionSide === 1 ? "buy" : "sell",
    quantity: convertQty,
    from: productOf(convertFrom),
    to: productOf(convertTo),
  };
}

const contractOf = (ticker: string, contracts: PracticeContracts): PracticeContract =>
  known(NAMES.find(contracts, ticker), badSymbol);

const productOf = (word: string): PracticeProduct =>
  known(PRODUCTS[word], () => badInput(`Product type ${word} is not allowed for this symbol`));
