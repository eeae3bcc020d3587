/** The tables of the migrations `0016-strategies` and `0031-revisions`, as the query builder sees them. */
import { bigint, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/columns.ts";

const savedAt = time("saved_at").notNull();

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
