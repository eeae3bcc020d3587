/** The table of the migrations `0065-private-key` and `0067-private-key-revision`, as the query builder sees it. */
import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/columns.ts";

export const privateKey = pgTable("private_key", {
  accountId: uuid("account_id").primaryKey(),
  keyId: text("key_id").notNull(),
  iterations: integer("iterations").notNull(),
  salt: text("salt").notNull(),
  iv: text("iv").notNull(),
  wrapped: text("wrapped").notNull(),
  isOpening: boolean("is_opening").notNull(),
  revision: bigint("revision", { mode: "number" }).notNull(),
  savedAt: time("saved_at").notNull(),
});
