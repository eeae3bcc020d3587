/** The table of `platform/database/migrations/0012-reports.sql`; the constraints are there. */
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const bugReport = pgTable("bug_report", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  userEmail: text("user_email").notNull(),
  comment: text("comment").notNull(),
  system: text("system", { enum: ["desktop", "mobile"] }).notNull(),
  browser: text("browser").notNull(),
  reportedAt: timestamp("reported_at", { withTimezone: true, mode: "date" }).notNull(),
});
