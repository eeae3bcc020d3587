/** Kite's GTTs as the practice broker speaks them: `/gtt/triggers`. Forms carry JSON in two of their fields. */
import type { Context, Hono } from "hono";
import { z } from "zod";
import type { PracticeContracts } from "../../contracts.ts";
import type { Answer } from "../../placements.ts";
import type { PracticeExchange } from "../../practice-exchange.ts";
import type { GttPlacement } from "../../practice-gtts.ts";
import { type GttView, gttView } from "../../views.ts";
import { stampOf } from "../stamps.ts";
import { PRODUCTS } from "./entities.ts";
import { badInput, KiteError } from "./errors.ts";
import { contractOf, parse } from "./forms.ts";
import { partsOf } from "./symbol.ts";

/** Nearer to the last price than this share of it a trigger is not taken. */
const LEAST_DISTANCE = 0.0025;

const Instrument = z.object({ exchange: z.string(), tradingsymbol: z.string() });
const Condition = Instrument.extend({
  trigger_values: z.array(z.number().positive()).min(1).max(2),
  last_price: z.number().positive(),
});
const Order = Instrument.extend({
  transaction_type: z.enum(["BUY", "SELL"]),
  quantity: z.number().int(),
  order_type: z.enum(["LIMIT"]),
  product: z.string(),
  price: z.number().positive(),
});
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z.string().transform((text, context): z.infer<Schema> => {
    try {
      const parsed = schema.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
    } catch {
      // as below
    }
    context.addIssue({ code: "custom", message: "Invalid" });
    return z.NEVER;
  });

const Form = z.object({
  type: z.enum(["single", "two-leg"]),
  condition: json(Condition),
  orders: json(z.array(Order).min(1).max(2)),
});

/** @throws KiteError */
export function gttPlacementOf(form: unknown, contracts: PracticeContracts): GttPlacement {
  const { type, condition, orders } = parse(Form, form);
  const { trigger_values: triggers, last_price: lastPrice } = condition;
  const [first, ...others] = orders;
  const count = type === "single" ? 1 : 2;
  if (first === undefined || orders.length !== count || triggers.length !== count) {
    throw badInput("The number of orders and trigger values is not that of the type.");
  }
  const isOne = others.every(
    (order) => order.transaction_type === first.transaction_type && order.quantity === first.quantity,
  );
  const isOfCondition = orders.every(
    (order) => order.exchange === condition.exchange && order.tradingsymbol === condition.tradingsymbol,
  );
  if (!isOne || !isOfCondition) throw badInput("Orders of a trigger are of its instrument, one side and one quantity.");
  if (orders.some(({ product }) => product !== PRODUCTS.margin)) throw badInput("Triggers take NRML orders.");
  if (triggers.some((trigger) => Math.abs(trigger - lastPrice) < lastPrice * LEAST_DISTANCE)) {
    throw badInput("Trigger price should be at least 0.25% away from the last price.");
  }
  return {
    contract: contractOf(condition, contracts),
    side: first.transaction_type === "BUY" ? "buy" : "sell",
    product: "margin",
    quantity: first.quantity,
    legs: triggers.map((trigger, leg) => ({ trigger, limit: orders[leg]?.price ?? 0 })),
    lastPrice,
  };
}

const STATUSES: Readonly<Record<GttView["status"], string>> = {
  active: "active",
  triggered: "triggered",
  expired: "expired",
  deleted: "deleted",
};

export function gttEntity(gtt: GttView): object {
  const { id, contract, legs, side, quantity, firing } = gtt;
  const { exchange, tradingsymbol } = partsOf(contract);
  const order = {
    ...{ exchange, tradingsymbol, quantity },
    product: PRODUCTS[gtt.product],
    order_type: "LIMIT",
    transaction_type: side === "buy" ? "BUY" : "SELL",
  };
  return {
    id,
    user_id: gtt.clientId,
    parent_trigger: null,
    type: legs.length === 1 ? "single" : "two-leg",
    created_at: stampOf(gtt.createdAt),
    updated_at: stampOf(gtt.changedAt),
    expires_at: stampOf(gtt.expiresAt),
    status: STATUSES[gtt.status],
    condition: {
      ...{ exchange, tradingsymbol, instrument_token: contract.token },
      last_price: gtt.lastPrice,
      trigger_values: legs.map(({ trigger }) => trigger),
    },
    orders: legs.map(({ limit: price }, leg) => ({
      ...order,
      price,
      result:
        firing?.leg !== leg
          ? null
          : {
              ...{ ...order, price, account_id: gtt.clientId, validity: "DAY", meta: "{}" },
              timestamp: stampOf(gtt.changedAt),
              triggered_at: firing.price,
              order_result: {
                status: firing.message === "" ? "success" : "failed",
                order_id: firing.orderId,
                rejection_reason: firing.message,
              },
            },
    })),
    meta: null,
  };
}

export interface GttCalls {
  readonly exchange: PracticeExchange;
  accountOf(c: Context): Promise<string>;
  contractsNow(): Promise<PracticeContracts>;
  form(c: Context): Promise<Record<string, string>>;
  ok(c: Context, data: unknown): Response;
  done<Value>(answer: Answer<Value>): Value;
}

export function serveGtts(app: Hono, { exchange, accountOf, contractsNow, form, ok, done }: GttCalls): void {
  const numberOf = (c: Context): number => Number(c.req.param("id"));
  const listOf = async (accountId: string): Promise<readonly GttView[]> => {
    const { facts } = await exchange.book(accountId);
    const contracts = await contractsNow();
    return (await exchange.gtts.of(accountId)).map((gtt) => gttView(gtt, contracts, facts));
  };

  app.post("/gtt/triggers", async (c) => {
    const accountId = await accountOf(c);
    const placement = gttPlacementOf(await form(c), await contractsNow());
    return ok(c, { trigger_id: done(await exchange.gtts.place(accountId, placement)).id });
  });

  app.put("/gtt/triggers/:id", async (c) => {
    const accountId = await accountOf(c);
    const { quantity, legs, lastPrice } = gttPlacementOf(await form(c), await contractsNow());
    const answer = await exchange.gtts.modify(accountId, numberOf(c), { quantity, legs, lastPrice });
    return ok(c, { trigger_id: done(answer).id });
  });

  app.delete("/gtt/triggers/:id", async (c) => {
    const answer = await exchange.gtts.delete(await accountOf(c), numberOf(c));
    return ok(c, { trigger_id: done(answer).id });
  });

  app.get("/gtt/triggers", async (c) => ok(c, (await listOf(await accountOf(c))).map(gttEntity)));

  app.get("/gtt/triggers/:id", async (c) => {
    const found = (await listOf(await accountOf(c))).find(({ id }) => id === numberOf(c));
    if (found === undefined) throw new KiteError(404, "DataException", "GTT not found");
    return ok(c, gttEntity(found));
  });
}
