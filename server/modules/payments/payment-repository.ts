/** Reads and writes payments outside a settlement (settling.ts), which has a transaction of its own. */
import { and, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { PurchaseName } from "#contract/wire/http/payments.ts";
import type { Orm, Transaction } from "../../platform/database/db.ts";
import type { ProviderLink } from "./provider.ts";
import { type Payment, payment, paymentAttempt, paymentGrant, trialUse } from "./schema.ts";
import type { TrialKind, Trials } from "./trials.ts";

export type NewPayment = Pick<
  Payment,
  | "id"
  | "reference"
  | "provider"
  | "name"
  | "days"
  | "basePaise"
  | "taxPercent"
  | "taxPaise"
  | "totalPaise"
  | "expiresAt"
  | "createdAt"
  | "checkAt"
> & { readonly accountId: string };

export interface OpenLinkQuery {
  readonly accountId: string;
  readonly provider: string;
  readonly name: PurchaseName;
  /** Links that end earlier are not worth going to. */
  readonly until: Date;
}

export interface PaymentRepository {
  /** Notes an attempt to pay, unless the last one was after `since`. @returns when that was; undefined: go ahead. */
  attempt(accountId: string, now: Date, since: Date): Promise<Date | undefined>;
  lastAttempt(accountId: string): Promise<Date | undefined>;
  trialsUsed(accountId: string): Promise<ReadonlySet<TrialKind>>;
  insert(tx: Transaction, fresh: NewPayment): Promise<void>;
  /** The link is known now; whatever a webhook said in the meantime stays. */
  linked(id: string, link: ProviderLink, now: Date): Promise<void>;
  /** A payment that can still be made. */
  openLink(query: OpenLinkQuery): Promise<string | undefined>;
  /** The account's own payment, with the days that it gave. */
  byReference(accountId: string, reference: string): Promise<{ payment: Payment; granted: number } | undefined>;
  /** Payments that the provider is to be asked about, each handed to one process; they are due again later. */
  claimDue(provider: string, now: Date, limit: number): Promise<readonly Payment[]>;
  /** The provider is asked about it no more. */
  giveUp(id: string): Promise<void>;
  /** What is kept of the account's purchases and trials, for its owner. */
  export(accountId: string): Promise<unknown>;
}

/** Asked after 2 minutes, then after twice as long each time, up to an hour. */
const NEXT_CHECK = sql`least(60, power(2, least(${payment.checks}, 6) + 1)) * interval '1 minute'`;

export function createPaymentRepository(orm: Orm, trials: Pick<Trials, "used">): PaymentRepository {
  return {
    async attempt(accountId, now, since) {
      const noted = await orm
        .insert(paymentAttempt)
        .values({ accountId, attemptedAt: now })
        .onConflictDoUpdate({
          target: paymentAttempt.accountId,
          set: { attemptedAt: now },
          setWhere: sql`${paymentAttempt.attemptedAt} <= ${since.toISOString()}::timestamptz`,
        })
        .returning();
      return noted.length > 0 ? undefined : this.lastAttempt(accountId);
    },
    async lastAttempt(accountId) {
      const rows = await orm.select().from(paymentAttempt).where(eq(paymentAttempt.accountId, accountId));
      return rows[0]?.attemptedAt;
    },
    trialsUsed: (accountId) => trials.used(orm, accountId),
    async insert(tx, fresh) {
      await tx.insert(payment).values({ ...fresh, state: "created", changedAt: fresh.createdAt });
    },
    async linked(id, link, now) {
      await orm
        .update(payment)
        .set({
          linkId: link.id,
          linkUrl: link.url,
          state: sql`case when ${payment.state} = 'created' then 'open' else ${payment.state} end`,
          changedAt: now,
        })
        .where(eq(payment.id, id));
    },
    async openLink({ accountId, provider, name, until }) {
      const rows = await orm
        .select({ url: payment.linkUrl })
        .from(payment)
        .where(
          and(
            eq(payment.accountId, accountId),
            eq(payment.provider, provider),
            eq(payment.name, name),
            inArray(payment.state, ["open", "failed"]),
            isNotNull(payment.linkUrl),
            gt(payment.expiresAt, until),
          ),
        )
        .orderBy(desc(payment.createdAt))
        .limit(1);
      return rows[0]?.url ?? undefined;
    },
    async byReference(accountId, reference) {
      const rows = await orm
        .select({ payment, granted: paymentGrant.days })
        .from(payment)
        .leftJoin(paymentGrant, eq(paymentGrant.paymentId, payment.id))
        .where(and(eq(payment.accountId, accountId), eq(payment.reference, reference)));
      return rows[0] && { payment: rows[0].payment, granted: rows[0].granted ?? 0 };
    },
    async claimDue(provider, now, limit) {
      const due = orm
        .select({ id: payment.id })
        .from(payment)
        .where(and(eq(payment.provider, provider), sql`${payment.checkAt} <= ${now.toISOString()}::timestamptz`))
        .orderBy(payment.checkAt)
        .limit(limit)
        .for("update", { skipLocked: true });
      return orm
        .update(payment)
        .set({
          checkAt: sql`${now.toISOString()}::timestamptz + ${NEXT_CHECK}`,
          checks: sql`${payment.checks} + 1`,
        })
        .where(inArray(payment.id, due))
        .returning();
    },
    async giveUp(id) {
      await orm.update(payment).set({ checkAt: null }).where(eq(payment.id, id));
    },
    async export(accountId) {
      const bought = await orm
        .select({
          reference: payment.reference,
          name: payment.name,
          days: payment.days,
          state: payment.state,
          basePaise: payment.basePaise,
          taxPercent: payment.taxPercent,
          taxPaise: payment.taxPaise,
          totalPaise: payment.totalPaise,
          provider: payment.provider,
          providerPayment: payment.providerPayment,
          invoice: payment.invoice,
          at: payment.createdAt,
        })
        .from(payment)
        .where(eq(payment.accountId, accountId))
        .orderBy(payment.createdAt);
      const used = await orm
        .select({ kind: trialUse.kind, broker: trialUse.broker, at: trialUse.usedAt })
        .from(trialUse)
        .where(eq(trialUse.accountId, accountId));
      return bought.length + used.length === 0 ? undefined : { bought, trials: used };
    },
  };
}
