/** The order tables of `platform/database/migrations/0040-brokers.sql` and later ones, as the query builder sees them; the constraints are there. */
import { boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { type ChildOrder, INTENT_KINDS, INTENT_STATES } from "#contract/domain/orders/order.ts";
import type { DraftLeg } from "#contract/wire/http/order-drafts.ts";
import { bytea, time } from "../../platform/database/columns.ts";
import type { IntentRequest } from "./intents/intent-request.ts";

export const orderIntent = pgTable("order_intent", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id"),
  ownerHash: bytea("owner_hash").notNull(),
  broker: text("broker").notNull(),
  connection: uuid("connection").notNull(),
  client: text("client").notNull(),
  key: text("key").notNull(),
  batch: integer("batch").notNull(),
  item: integer("item").notNull(),
  bodyHash: bytea("body_hash").notNull(),
  kind: text("kind", { enum: INTENT_KINDS }).notNull(),
  tag: text("tag").notNull(),
  exchange: text("exchange").notNull(),
  request: jsonb("request").$type<IntentRequest>().notNull(),
  state: text("state", { enum: INTENT_STATES }).notNull(),
  orderId: text("order_id"),
  message: text("message").notNull(),
  createdAt: time("created_at").notNull(),
  sentAt: time("sent_at"),
  changedAt: time("changed_at").notNull(),
  checkAt: time("check_at"),
  goodReads: integer("good_reads").notNull(),
});
export type IntentRow = typeof orderIntent.$inferSelect;

export const orderGuard = pgTable("order_guard", {
  accountId: uuid("account_id").primaryKey(),
  orderValue: numeric("order_value", { mode: "number" }),
  lots: integer("lots"),
  ordersPerDay: integer("orders_per_day"),
  lossPerDay: numeric("loss_per_day", { mode: "number" }),
  inPractice: boolean("in_practice").notNull(),
  changedAt: time("changed_at").notNull(),
});

export const orderStop = pgTable("order_stop", {
  accountId: uuid("account_id"),
  thrownAt: time("thrown_at").notNull(),
  actor: text("actor").notNull(),
});

export const strategyStop = pgTable("order_strategy_stop", {
  accountId: uuid("account_id").notNull(),
  strategy: text("strategy").notNull(),
  thrownAt: time("thrown_at").notNull(),
});

export const orderFollow = pgTable("order_follow", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  broker: text("broker").notNull(),
  orderId: text("order_id").notNull(),
  connection: uuid("connection").notNull(),
  worst: numeric("worst", { mode: "number" }).notNull(),
  changes: integer("changes").notNull(),
  armedAt: time("armed_at").notNull(),
  seenAt: time("seen_at").notNull(),
  endedAt: time("ended_at"),
  ended: text("ended").notNull(),
});
export type FollowRow = typeof orderFollow.$inferSelect;

export const orderHook = pgTable("order_hook", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  name: text("name").notNull(),
  tokenHash: bytea("token_hash").notNull(),
  madeAt: time("made_at").notNull(),
  usedAt: time("used_at"),
});
export type HookRow = typeof orderHook.$inferSelect;

export const orderDraft = pgTable("order_draft", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  hook: text("hook").notNull(),
  note: text("note").notNull(),
  legs: jsonb("legs").$type<readonly DraftLeg[]>().notNull(),
  receivedAt: time("received_at").notNull(),
  openedAt: time("opened_at"),
  endsAt: time("ends_at").notNull(),
});
export type DraftRow = typeof orderDraft.$inferSelect;

export const orderHandoff = pgTable("order_handoff", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  broker: text("broker").notNull(),
  orders: jsonb("orders").$type<readonly ChildOrder[]>().notNull(),
  at: time("at").notNull(),
});

export const strategyWatch = pgTable("strategy_watch", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  broker: text("broker").notNull(),
  connection: uuid("connection").notNull(),
  strategy: text("strategy").notNull(),
  stop: numeric("stop", { mode: "number" }),
  target: numeric("target", { mode: "number" }),
  armedAt: time("armed_at").notNull(),
  seenAt: time("seen_at").notNull(),
  actedAt: time("acted_at"),
  endedAt: time("ended_at"),
  ended: text("ended").notNull(),
});
export type WatchRow = typeof strategyWatch.$inferSelect;
