/**
 * The audit: who did what, when and from where. The table takes rows and never gives them up; write in the transaction
 * of what is recorded, and never a secret.
 */
import { asc, eq } from "drizzle-orm";
import { bigint, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../database/columns.ts";
import type { Orm, Transaction } from "../database/db.ts";

const table = pgTable("audit", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: time("at").notNull(),
  action: text("action").notNull(),
  accountId: uuid("account_id"),
  actor: text("actor").notNull(),
  address: text("address"),
  detail: jsonb("detail").$type<AuditDetail>().notNull(),
});

/** Small facts by name: numbers, names of plans and brokers. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

export interface AuditEvent {
  readonly at: Date;
  /** 'login', 'payment.paid', 'order.placed': the noun of the module, where there is one, and what happened. */
  readonly action: string;
  /** Whom it concerns; undefined where nobody is known. */
  readonly accountId?: string | undefined;
  /** Who did it, where that is not the account itself: another account's id, or one of these. */
  readonly actor?: "anonymous" | "operator" | "system" | (string & {});
  /** Of the network, where it came over one. */
  readonly address?: string | undefined;
  readonly detail?: AuditDetail;
}

export async function audit(orm: Orm | Transaction, event: AuditEvent): Promise<void> {
  const { at, action, accountId, address, detail } = event;
  const actor = event.actor ?? accountId ?? "anonymous";
  await orm.insert(table).values({ at, action, accountId, actor, address, detail: detail ?? {} });
}

/** What concerns the account, oldest first. */
export async function auditOf(orm: Orm, accountId: string): Promise<readonly Omit<AuditEvent, "accountId">[]> {
  return orm
    .select({
      at: table.at,
      action: table.action,
      actor: table.actor,
      address: table.address,
      detail: table.detail,
    })
    .from(table)
    .where(eq(table.accountId, accountId))
    .orderBy(asc(table.id))
    .then((rows) => rows.map(({ address, ...row }) => ({ ...row, address: address ?? undefined })));
}
