/** The table of `platform/database/migrations/0012-reports.sql`; the constraints are there. */
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/columns.ts";

export const bugReport = pgTable("bug_report", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  userEmail: text("user_email").notNull(),
  comment: text("comment").notNull(),
  system: text("system", { enum: ["desktop", "mobile"] }).notNull(),
  browser: text("browser").notNull(),
  reportedAt: time("reported_at").notNull(),
});
