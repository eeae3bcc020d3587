/**
 * Drafts of orders that came by a user's secret address, as from an alert of a charting site. A draft is never sent by itself: its
 * user opens it, and sends it as any other order.
 */
import { z } from "zod";
import { EXCHANGES } from "../../domain/instruments.ts";
import { defineCall } from "./call.ts";
import { HOOK_PATH, ORDER_DRAFT_PATH, ORDER_DRAFTS_PATH, ORDER_HOOK_PATH, ORDER_HOOKS_PATH } from "./order-path.ts";

const success = z.object({ status: z.literal("success"), message: z.string() });

/** Few legs make a strategy; a body with more is no alert's. */
export const MOST_DRAFT_LEGS = 10;

export const DraftLeg = z.object({
  exchange: z.enum(EXCHANGES),
  symbol: z.string(),
  expiry: z.string(),
  /** Rupees; 0 for a future. */
  strike: z.number(),
  type: z.enum(["CE", "PE", "FUT"]),
  side: z.enum(["B", "S"]),
  /** Units. */
  qty: z.number().int(),
  product: z.enum(["Intraday", "Margin"]),
  /** The limit that was asked for, rupees; null: that of the market as it is opened. */
  price: z.number().nullable(),
});
export type DraftLeg = z.infer<typeof DraftLeg>;

const Draft = z.object({
  id: z.string(),
  /** By which address it came. */
  hook: z.string(),
  note: z.string(),
  legs: z.array(DraftLeg),
  /** ms since 1970, as all times here. */
  at: z.number(),
  /** null: not yet. */
  openedAt: z.number().nullable(),
});
export type Draft = z.infer<typeof Draft>;

const Hook = z.object({ id: z.string(), name: z.string(), madeAt: z.number(), usedAt: z.number().nullable() });
export type Hook = z.infer<typeof Hook>;

export const orderDrafts = defineCall({
  method: "get",
  path: ORDER_DRAFTS_PATH,
  summary: "The user's secret addresses for drafts, and today's drafts, the newest first",
  access: "user",
  response: z.object({ data: z.object({ hooks: z.array(Hook), drafts: z.array(Draft) }) }),
});

export const makeHook = defineCall({
  method: "post",
  path: ORDER_HOOKS_PATH,
  summary: "Make a secret address that drafts are posted to; it is told this once",
  access: "user",
  body: z.strictObject({ name: z.string().trim().min(1).max(40) }),
  response: z.object({ data: Hook.extend({ url: z.string() }) }),
  refusals: [409],
});

export const revokeHook = defineCall({
  method: "delete",
  path: ORDER_HOOK_PATH,
  summary: "End a secret address; drafts that came by it stay",
  access: "user",
  response: success,
  refusals: [404],
});

export const openedDraft = defineCall({
  method: "post",
  path: ORDER_DRAFT_PATH,
  summary: "Note that a draft was opened; it stays until it is dismissed or its day is over",
  access: "user",
  response: success,
  refusals: [404],
});

export const dismissDraft = defineCall({
  method: "delete",
  path: ORDER_DRAFT_PATH,
  summary: "Dismiss a draft",
  access: "user",
  response: success,
  refusals: [404],
});

export const postDraft = defineCall({
  method: "post",
  path: HOOK_PATH,
  summary:
    "Post a draft to a secret address: JSON of one order (symbol, expiry, strike, type, side, lots or quantity; price, product, note where wanted), or of `legs`, whatever content type it comes with. Nothing is sent to a broker",
  access: "public",
  response: success,
  refusals: [404, 409, 413],
});
