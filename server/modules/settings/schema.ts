/** The table of `platform/database/migrations/0015-settings.sql` and 0031, as the query builder sees it. */
import { bigint, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const setting = pgTable("setting", {
  accountId: uuid("account_id").notNull(),
  field: text("field").notNull(),
  sealed: text("sealed").notNull(),
  revision: bigint("revision", { mode: "number" }).notNull(),
  savedAt: timestamp("saved_at", { withTimezone: true, mode: "date" }).notNull(),
});
export type Setting = typeof setting.$inferSelect;
