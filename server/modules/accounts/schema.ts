/** The tables of `platform/database/migrations/000*-*.sql` and 0076, as the query builder sees them; the constraints are there. */
import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytea, time } from "../../platform/database/columns.ts";

export const account = pgTable("account", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  passwordHash: text("password_hash").notNull(),
  referralCode: text("referral_code").notNull(),
  admin: boolean("admin").notNull(),
  demo: boolean("demo").notNull(),
  plan: text("plan", { enum: ["1min", "live"] }),
  planPaid: boolean("plan_paid").notNull(),
  validUntil: time("valid_until"),
  pendingLiveDays: integer("pending_live_days").notNull(),
  pendingLivePaid: boolean("pending_live_paid").notNull(),
  pendingOneMinDays: integer("pending_one_min_days").notNull(),
  createdAt: time("created_at").notNull(),
  confirmedAt: time("confirmed_at"),
  lastLoginAt: time("last_login_at"),
  referredBy: uuid("referred_by"),
});
export type Account = typeof account.$inferSelect;

export const session = pgTable("session", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  tokenHash: bytea("token_hash").notNull(),
  ticketHash: bytea("ticket_hash").notNull(),
  fingerprint: text("fingerprint").notNull(),
  address: text("address").notNull(),
  createdAt: time("created_at").notNull(),
  lastSeenAt: time("last_seen_at").notNull(),
  expiresAt: time("expires_at").notNull(),
  endedAt: time("ended_at"),
  endReason: text("end_reason", { enum: ["logout", "multiLogout", "expired"] }),
});
export type Session = typeof session.$inferSelect;

export const accountLink = pgTable("account_link", {
  hash: bytea("hash").primaryKey(),
  accountId: uuid("account_id").notNull(),
  purpose: text("purpose", { enum: ["confirm", "reset"] }).notNull(),
  expiresAt: time("expires_at").notNull(),
});

export const subscriptionGrant = pgTable("subscription_grant", {
  key: text("key").primaryKey(),
  accountId: uuid("account_id").notNull(),
  plan: text("plan", { enum: ["1min", "live"] }).notNull(),
  days: integer("days").notNull(),
  source: text("source").notNull(),
  period: text("period").notNull(),
  grantedAt: time("granted_at").notNull(),
});

export const referralReward = pgTable("referral_reward", {
  id: uuid("id").primaryKey(),
  referrerId: uuid("referrer_id").notNull(),
  referredId: uuid("referred_id"),
  plan: text("plan").notNull(),
  days: integer("days").notNull(),
  rewardedAt: time("rewarded_at").notNull(),
});
