/** The table of `platform/database/migrations/0020-banner.sql`; the constraints are there. */
import { bigint, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const banner = pgTable("banner", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  message: text("message").notNull(),
  shownAt: timestamp("shown_at", { withTimezone: true, mode: "date" }).notNull(),
  endsAt: timestamp("ends_at", { withTimezone: true, mode: "date" }).notNull(),
});

/** A row. */
export type StoredBanner = typeof banner.$inferSelect;
