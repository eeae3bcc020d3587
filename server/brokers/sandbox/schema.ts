/** The tables of the migrations `0045-practice`, `0055-practice-leader`, `0068-gtt` and `0074-practice-basket`; the constraints are there. */
import { bigint, boolean, date, doublePrecision, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ContractKey } from "#contract/domain/instruments.ts";
import { bytea, time } from "../../platform/database/columns.ts";
import { type GttBody, PRACTICE_GTT_STATUSES } from "./booked-gtt.ts";
import type { BookedOrder } from "./booked-order.ts";

export const practiceAccount = pgTable("practice_account", {
  accountId: uuid("account_id").primaryKey(),
  clientId: text("client_id").notNull(),
  openingCash: doublePrecision("opening_cash").notNull(),
  createdAt: time("created_at").notNull(),
});

export const practiceLeader = pgTable("practice_leader", {
  one: boolean("one").primaryKey().default(true),
  term: bigint("term", { mode: "number" }).notNull(),
});

export const practiceToken = pgTable("practice_token", {
  tokenHash: bytea("token_hash").primaryKey(),
  accountId: uuid("account_id").notNull(),
  kind: text("kind", { enum: ["request", "access"] }).notNull(),
  apiKey: text("api_key").notNull(),
  expiresAt: time("expires_at").notNull(),
});

export const practiceOrder = pgTable("practice_order", {
  id: text("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  day: date("day", { mode: "string" }).notNull(),
  state: text("state", { enum: ["open", "waiting", "filled", "cancelled", "rejected"] }).notNull(),
  body: jsonb("body").$type<BookedOrder>().notNull(),
});

export const practiceGtt = pgTable("practice_gtt", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: uuid("account_id").notNull(),
  status: text("status", { enum: PRACTICE_GTT_STATUSES }).notNull(),
  body: jsonb("body").$type<GttBody>().notNull(),
});

export const practiceBasket = pgTable("practice_basket", {
  accountId: uuid("account_id").notNull(),
  key: uuid("key").notNull(),
  dataHash: bytea("data_hash").notNull(),
  answers: jsonb("answers").$type<readonly string[]>(),
  at: time("at").notNull(),
});

export const practiceFill = pgTable("practice_fill", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: uuid("account_id").notNull(),
  orderId: text("order_id"),
  kind: text("kind", { enum: ["trade", "conversion", "settlement"] }).notNull(),
  day: date("day", { mode: "string" }).notNull(),
  contract: text("contract").notNull(),
  key: jsonb("contract_key").$type<ContractKey>().notNull(),
  product: text("product", { enum: ["intraday", "margin"] }).notNull(),
  side: text("side", { enum: ["buy", "sell"] }).notNull(),
  quantity: doublePrecision("quantity").notNull(),
  price: doublePrecision("price").notNull(),
  basis: text("basis", { enum: ["quote", "modelled"] }).notNull(),
  at: time("at").notNull(),
});
export type PracticeFill = typeof practiceFill.$inferSelect;
export type NewPracticeFill = typeof practiceFill.$inferInsert;
