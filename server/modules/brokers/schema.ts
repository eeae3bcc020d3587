/** The connection tables of `platform/database/migrations/0040-brokers.sql`, as the query builder sees them. */
import { bigint, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytea, time } from "../../platform/database/columns.ts";

export const END_REASONS = ["logout", "replaced", "login-ended", "expired", "broker", "restored"] as const;
export type EndReason = (typeof END_REASONS)[number];

export const brokerSession = pgTable("broker_session", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  loginSession: uuid("login_session").notNull(),
  broker: text("broker").notNull(),
  client: text("client").notNull(),
  brokerUserId: text("broker_user_id").notNull(),
  name: text("name").notNull(),
  sealed: bytea("sealed"),
  startedAt: time("started_at").notNull(),
  endsAt: time("ends_at").notNull(),
  endedAt: time("ended_at"),
  endReason: text("end_reason", { enum: END_REASONS }),
});
export type BrokerSessionRow = typeof brokerSession.$inferSelect;

export const brokerAttempt = pgTable("broker_attempt", {
  idHash: bytea("id_hash").primaryKey(),
  accountId: uuid("account_id").notNull(),
  broker: text("broker").notNull(),
  sealed: bytea("sealed").notNull(),
  expiresAt: time("expires_at").notNull(),
});

/** Of `platform/database/migrations/0070-order-address.sql`. */
export const orderAddress = pgTable("order_address", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: uuid("account_id"),
  address: text("address").notNull(),
  assignedAt: time("assigned_at").notNull(),
});

export const orderFamily = pgTable("order_family", {
  accountId: uuid("account_id").primaryKey(),
  holder: uuid("holder").notNull(),
});

export const orderClient = pgTable("order_client", {
  accountId: uuid("account_id").notNull(),
  broker: text("broker").notNull(),
  brokerUserId: text("broker_user_id").notNull(),
});
