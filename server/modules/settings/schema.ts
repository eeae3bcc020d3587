/** The table of `platform/database/migrations/0015-settings.sql` and 0031, as the query builder sees it. */
import { bigint, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/columns.ts";

export const setting = pgTable("setting", {
  accountId: uuid("account_id").notNull(),
  field: text("field").notNull(),
  sealed: text("sealed").notNull(),
  revision: bigint("revision", { mode: "number" }).notNull(),
  savedAt: time("saved_at").notNull(),
});
export type Setting = typeof setting.$inferSelect;
