/** Order bodies as 5paisa takes them. A field that makes no sense is refused in words. */
import { z } from "zod";
import type { PracticeProduct } from "../../booked-order.ts";
import type { PracticeContract, PracticeContracts } from "../../contracts.ts";
import type { PracticeConversion, PracticePlacement, PracticeWish } from "../../placements.ts";
import { known, PROTECTION, reads } from "../frame.ts";
import { EXCHANGE_PREFIX, NAMES, SCRIPS } from "./entities.ts";
import { badInput, PaisaError } from "./errors.ts";

const amount = z.number().nonnegative();
const side = z.enum(["B", "S"]);
const product = z.enum(["I", "D"]);

const Wish = z.object({
  Price: amount,
  Qty: z.number().int(),
  StopLossPrice: amount,
  DisQty: z.number().int().nonnegative(),
});
const Placement = Wish.extend({
  Exchange: z.string(),
  ExchangeType: z.string(),
  ScripCode: z.number().int(),
  OrderType: side,
  IsIntraday: z.boolean(),
  iOrderValidity: z.union([z.literal(0), z.literal(3)]),
  AHPlaced: z.literal("N"),
  RemoteOrderID: z.string().max(40),
});
const exchangeId = z.string().regex(/^\d+$/);
const Change = Wish.extend({ ExchOrderID: exchangeId });
const Cancellation = z.object({ ExchOrderID: exchangeId });
const Conversion = z.object({
  Exch: z.string(),
  ExchType: z.string(),
  ScripData: z.string().min(1),
  TradeType: side,
  ConvertQty: z.number().int(),
  ConvertFrom: product,
  ConvertTo: product,
});
const Basket = z.object({
  CoverPositions: z.literal("Y"),
  Orders: z.array(
    z.object({
      Exch: z.string(),
      ExchType: z.string(),
      ScripCode: z.number().int(),
      PlaceModifyCancel: z.literal("P"),
      OrderType: side,
      Price: amount,
      Qty: z.number().int(),
      IsIntraday: z.boolean(),
    }),
  ),
});
const Feed = z.object({
  MarketFeedData: z.tuple([z.object({ Exch: z.string(), ExchType: z.string(), ScripCode: z.number().int() })]),
});

const PRODUCTS: Readonly<Record<"I" | "D", PracticeProduct>> = { I: "intraday", D: "margin" };

/** @throws PaisaError */
const parse = reads(badInput);

/** @throws PaisaError for an order at the market. */
function wishOf(order: z.infer<typeof Wish>, isIoc: boolean): PracticeWish {
  if (order.Price === 0) throw new PaisaError(2, "Market order with Algo Id not allowed: order type");
  return {
    kind: order.StopLossPrice > 0 ? "stop-limit" : "limit",
    quantity: order.Qty,
    limit: order.Price,
    trigger: order.StopLossPrice,
    validity: isIoc ? "ioc" : "day",
    protection: PROTECTION,
    disclosed: order.DisQty,
  };
}

const found = (contract: PracticeContract | undefined): PracticeContract =>
  known(contract, () => badInput("instrument"));

/** @throws PaisaError */
export function placementOf(body: unknown, contracts: PracticeContracts): PracticePlacement {
  const order = parse(Placement, body);
  return {
    ...wishOf(order, order.iOrderValidity === 3),
    contract: scripOf({ ...order, Exch: order.Exchange, ExchType: order.ExchangeType }, contracts),
    side: order.OrderType === "B" ? "buy" : "sell",
    product: order.IsIntraday ? "intraday" : "margin",
    tag: order.RemoteOrderID,
  };
}

/** A price of 0 is the market's. @throws PaisaError */
export const basketOf = (body: unknown, contracts: PracticeContracts): readonly PracticePlacement[] =>
  parse(Basket, body).Orders.map((order) => ({
    contract: scripOf(order, contracts),
    side: order.OrderType === "B" ? "buy" : "sell",
    product: order.IsIntraday ? "intraday" : "margin",
    kind: order.Price === 0 ? "market" : "limit",
    quantity: order.Qty,
    limit: order.Price,
    trigger: 0,
    validity: "day",
    protection: PROTECTION,
    disclosed: 0,
    tag: "",
  }));

/** The exchange's number of an order is the practice broker's with something before it. */
const idOf = (exchangeOrderId: string): string =>
  exchangeOrderId.startsWith(EXCHANGE_PREFIX) ? exchangeOrderId.slice(EXCHANGE_PREFIX.length) : "";

/** @throws PaisaError */
export function changeOf(body: unknown): { readonly id: string; readonly wish: PracticeWish } {
  const change = parse(Change, body);
  return { id: idOf(change.ExchOrderID), wish: wishOf(change, false) };
}

/** @throws PaisaError */
export const cancellationOf = (body: unknown): string => idOf(parse(Cancellation, body).ExchOrderID);

/** @throws PaisaError */
export function conversionOf(body: unknown, contracts: PracticeContracts): PracticeConversion {
  const wanted = parse(Conversion, body);
  return {
    contract: found(SCRIPS.find(contracts, `${wanted.Exch}${wanted.ExchType}:${wanted.ScripData}`)),
    side: wanted.TradeType === "B" ? "buy" : "sell",
    quantity: wanted.ConvertQty,
    from: PRODUCTS[wanted.ConvertFrom],
    to: PRODUCTS[wanted.ConvertTo],
  };
}

/** The contract that a price is asked of. @throws PaisaError */
export function quotedOf(body: unknown, contracts: PracticeContracts): PracticeContract {
  return scripOf(parse(Feed, body).MarketFeedData[0], contracts);
}

function scripOf(
  { Exch, ExchType, ScripCode }: { readonly Exch: string; readonly ExchType: string; readonly ScripCode: number },
  contracts: PracticeContracts,
): PracticeContract {
  return found(NAMES.find(contracts, `${Exch}${ExchType}:${ScripCode}`));
}
