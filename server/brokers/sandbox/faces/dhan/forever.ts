/** Dhan's Forever Orders as the practice broker speaks them: `/v2/forever/orders`, a row for each leg. */
import type { Context, Hono } from "hono";
import { z } from "zod";
import type { PracticeContracts } from "../../contracts.ts";
import type { Answer } from "../../placements.ts";
import type { PracticeExchange } from "../../practice-exchange.ts";
import type { GttPlacement } from "../../practice-gtts.ts";
import { type GttView, gttView } from "../../views.ts";
import { bodyOf } from "../frame.ts";
import { stampOf } from "../stamps.ts";
import { contractOf, parse } from "./bodies.ts";
import { PRODUCTS, placeOf, sideOf } from "./entities.ts";
import { badInput } from "./errors.ts";

const Leg = z.object({
  dhanClientId: z.string().min(1),
  orderFlag: z.enum(["SINGLE", "OCO"]),
  orderType: z.enum(["LIMIT"]),
  validity: z.enum(["DAY"]),
  quantity: z.number().int(),
  price: z.number().positive(),
  triggerPrice: z.number().positive(),
});
const Placement = Leg.extend({
  transactionType: z.enum(["BUY", "SELL"]),
  exchangeSegment: z.string(),
  productType: z.enum(["MARGIN"]),
  securityId: z.string(),
  price1: z.number().positive().optional(),
  triggerPrice1: z.number().positive().optional(),
  quantity1: z.number().int().optional(),
});
const Modification = Leg.extend({ legName: z.enum(["ENTRY_LEG", "STOP_LOSS_LEG", "TARGET_LEG"]) });

/** @throws DhanError */
function placementOf(body: unknown, contracts: PracticeContracts): GttPlacement {
  const order = parse(Placement, body);
  const contract = contractOf(order, contracts);
  const first = { trigger: order.triggerPrice, limit: order.price };
  const shared = {
    contract,
    side: order.transactionType === "BUY" ? "buy" : "sell",
    product: "margin",
    quantity: order.quantity,
    lastPrice: contracts.last(contract) ?? 0,
  } as const;
  if (order.orderFlag === "SINGLE") return { ...shared, legs: [first] };
  const { triggerPrice1: trigger, price1: limit, quantity1 } = order;
  if (trigger === undefined || limit === undefined || quantity1 !== order.quantity) throw badInput("Invalid OCO leg");
  const second = { trigger, limit };
  return { ...shared, legs: first.trigger < second.trigger ? [first, second] : [second, first] };
}

function rowsOf(gtt: GttView): readonly object[] {
  const { legs, side, firing } = gtt;
  const nameOf = (leg: number): string => {
    if (legs.length === 1) return "ENTRY_LEG";
    return (leg === 0) === (side === "sell") ? "STOP_LOSS_LEG" : "TARGET_LEG";
  };
  const statusOf = (leg: number): string => {
    if (gtt.status === "active") return "PENDING";
    if (gtt.status === "expired") return "EXPIRED";
    return firing?.leg === leg ? "TRADED" : "CANCELLED";
  };
  return legs.map(({ trigger, limit }, leg) => ({
    dhanClientId: gtt.clientId,
    orderId: String(gtt.id),
    orderStatus: statusOf(leg),
    transactionType: sideOf(side),
    ...placeOf(gtt.contract),
    productType: PRODUCTS[gtt.product],
    orderType: legs.length === 1 ? "SINGLE" : "OCO",
    quantity: gtt.quantity,
    price: limit,
    triggerPrice: trigger,
    legName: nameOf(leg),
    createTime: stampOf(gtt.createdAt),
    updateTime: stampOf(gtt.changedAt),
    exchangeTime: null,
  }));
}

export interface ForeverCalls {
  readonly exchange: PracticeExchange;
  accountOf(c: Context): Promise<string>;
  contractsNow(): Promise<PracticeContracts>;
  done<Value>(answer: Answer<Value>): Value;
}

export function serveForever(v2: Hono, { exchange, accountOf, contractsNow, done }: ForeverCalls): void {
  const numberOf = (c: Context): number => Number(c.req.param("id"));
  const kept = ({ id }: { readonly id: number }, orderStatus: string): object => ({ orderId: String(id), orderStatus });

  v2.post("/forever/orders", async (c) => {
    const accountId = await accountOf(c);
    const placement = placementOf(await bodyOf(c), await contractsNow());
    return c.json(kept(done(await exchange.gtts.place(accountId, placement)), "PENDING"));
  });

  v2.put("/forever/orders/:id", async (c) => {
    const accountId = await accountOf(c);
    const { orderFlag, quantity, price: limit, triggerPrice: trigger } = parse(Modification, await bodyOf(c));
    const before = (await exchange.gtts.of(accountId)).find(({ id }) => id === numberOf(c));
    // A leg of two is changed by itself, which nobody asks for here.
    if (before === undefined || orderFlag !== "SINGLE") throw badInput("There is no such single order");
    const contract = (await contractsNow()).byName(before.contract);
    const lastPrice = (contract && (await contractsNow()).last(contract)) ?? 0;
    const answer = await exchange.gtts.modify(accountId, before.id, {
      quantity,
      legs: [{ trigger, limit }],
      lastPrice,
    });
    return c.json(kept(done(answer), "PENDING"), 202);
  });

  v2.delete("/forever/orders/:id", async (c) => {
    const answer = await exchange.gtts.delete(await accountOf(c), numberOf(c));
    return c.json(kept(done(answer), "CANCELLED"), 202);
  });

  v2.get("/forever/orders", async (c) => {
    const accountId = await accountOf(c);
    const { facts } = await exchange.book(accountId);
    const contracts = await contractsNow();
    const gtts = await exchange.gtts.of(accountId);
    return c.json(gtts.flatMap((gtt) => rowsOf(gttView(gtt, contracts, facts))));
  });
}
