/** The table of `platform/migrations/0015-settings.sql`, as the query builder sees it. */
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const setting = pgTable("setting", {
  accountId: uuid("account_id").notNull(),
  field: text("field").notNull(),
  sealed: text("sealed").notNull(),
  savedAt: timestamp("saved_at", { withTimezone: true, mode: "date" }).notNull(),
});
export type Setting = typeof setting.$inferSelect;
