/** The tables of the migrations `0016-strategies`, `0031-revisions` and `0065-private-key`, as the query builder sees them. */
import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const savedAt = timestamp("saved_at", { withTimezone: true, mode: "date" }).notNull();

export const strategy = pgTable("strategy", {
  id: text("id").notNull(),
  accountId: uuid("account_id").notNull(),
  name: text("name").notNull(),
  portfolio: text("portfolio").notNull(),
  symbolName: text("symbol_name").notNull(),
  expiry: text("expiry").notNull(),
  date: text("market_date").notNull(),
  sealed: text("sealed").notNull(),
  revision: bigint("revision", { mode: "number" }).notNull(),
  savedAt,
});
export type Strategy = typeof strategy.$inferSelect;

export const builderStrategy = pgTable("builder_strategy", {
  accountId: uuid("account_id").notNull(),
  name: text("name").notNull(),
  content: text("content").notNull(),
  savedAt,
});

export const privateKey = pgTable("private_key", {
  accountId: uuid("account_id").primaryKey(),
  keyId: text("key_id").notNull(),
  iterations: integer("iterations").notNull(),
  salt: text("salt").notNull(),
  iv: text("iv").notNull(),
  wrapped: text("wrapped").notNull(),
  isOpening: boolean("is_opening").notNull(),
  savedAt,
});
