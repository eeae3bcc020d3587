/** The table of `platform/database/migrations/0020-banner.sql`; the constraints are there. */
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/columns.ts";

export const banner = pgTable("banner", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  message: text("message").notNull(),
  shownAt: time("shown_at").notNull(),
  endsAt: time("ends_at").notNull(),
});

/** A row. */
export type StoredBanner = typeof banner.$inferSelect;
