/** The tables of the migrations `0010-payments`, `0011-checkout` and `0021-trial-address`; the constraints are there. */
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, time } from "../../platform/database/columns.ts";

export const payment = pgTable("payment", {
  id: uuid("id").primaryKey(),
  reference: text("reference").notNull(),
  accountId: uuid("account_id"),
  provider: text("provider").notNull(),
  name: text("name", { enum: ["monthly", "quarterly", "halfyearly", "annualy", "weekly"] }).notNull(),
  days: integer("days").notNull(),
  basePaise: integer("base_paise").notNull(),
  taxPercent: integer("tax_percent").notNull(),
  taxPaise: integer("tax_paise").notNull(),
  totalPaise: integer("total_paise").notNull(),
  state: text("state", { enum: ["created", "open", "failed", "closed", "paid"] }).notNull(),
  linkId: text("link_id"),
  linkUrl: text("link_url"),
  expiresAt: time("expires_at").notNull(),
  providerPayment: text("provider_payment"),
  invoice: text("invoice"),
  createdAt: time("created_at").notNull(),
  changedAt: time("changed_at").notNull(),
  checkAt: time("check_at"),
  checks: integer("checks").notNull().default(0),
});
export type Payment = typeof payment.$inferSelect;

export const paymentGrant = pgTable("payment_grant", {
  paymentId: uuid("payment_id").primaryKey(),
  days: integer("days").notNull(),
  grantedAt: time("granted_at").notNull(),
});

export const paymentEvent = pgTable(
  "payment_event",
  {
    provider: text("provider").notNull(),
    eventId: text("event_id").notNull(),
    reference: text("reference"),
    outcome: text("outcome").notNull(),
    receivedAt: time("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

export const paymentAttempt = pgTable("payment_attempt", {
  accountId: uuid("account_id").primaryKey(),
  attemptedAt: time("attempted_at").notNull(),
});

/** Addresses that had a trial, as keyed hashes; they outlive their accounts. */
export const trialAddress = pgTable(
  "trial_address",
  {
    addressHash: bytea("address_hash").notNull(),
    kind: text("kind", { enum: ["paid", "broker"] }).notNull(),
    usedAt: time("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.addressHash, table.kind] })],
);

export const trialUse = pgTable(
  "trial_use",
  {
    accountId: uuid("account_id").notNull(),
    kind: text("kind", { enum: ["paid", "broker"] }).notNull(),
    broker: text("broker"),
    usedAt: time("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);

export const invoiceSeries = pgTable("invoice_series", {
  series: text("series").primaryKey(),
  lastNumber: integer("last_number").notNull(),
});

export const checkoutLink = pgTable("checkout_link", {
  id: text("id").primaryKey(),
  reference: text("reference").notNull(),
  amount: integer("amount").notNull(),
  description: text("description").notNull(),
  callbackUrl: text("callback_url").notNull(),
  status: text("status", { enum: ["created", "paid", "expired", "cancelled"] }).notNull(),
  paymentId: text("payment_id"),
  expiresAt: time("expires_at").notNull(),
  createdAt: time("created_at").notNull(),
});
export type CheckoutLink = typeof checkoutLink.$inferSelect;
