/**
 * Carries out a settlement: the event, the payment's state, the days it bought, the reward of whoever referred the
 * buyer, the invoice number and the audit are recorded in one transaction, or none of them is.
 */
import { and, eq } from "drizzle-orm";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database, Transaction } from "../../platform/database/db.ts";
import type { Log } from "../../platform/log.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { audit } from "../../platform/users/audit.ts";
import { grantPayment } from "./granting.ts";
import { nextInvoice } from "./invoices.ts";
import type { PaymentsMetrics } from "./payments-metrics.ts";
import type { PaymentFact } from "./provider.ts";
import { refundMail } from "./refund-mail.ts";
import { type Payment, payment, paymentEvent } from "./schema.ts";
import { settle } from "./settlement.ts";
import type { Trials } from "./trials.ts";

/** 'refund due' is money that could give nothing: a second trial, or an account that is gone. */
export type Outcome =
  | "paid"
  | "refund due"
  | "open"
  | "failed"
  | "closed"
  | "unchanged"
  | "duplicate"
  | "unknown"
  | "ignored"
  | "refused: reference"
  | "refused: link"
  | "refused: amount"
  | "refused: payment";

export interface SettlingDeps {
  readonly database: Database;
  readonly trials: Pick<Trials, "spend">;
  readonly provider: { readonly name: string; readonly invoicePrefix: string };
  readonly mailer: Pick<Mailer, "queue">;
  /** Who hears of refunds that are due. */
  readonly operatorEmail: string | undefined;
  readonly metrics: PaymentsMetrics;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface Settling {
  /** @param fact undefined for an event that says nothing of a payment. */
  event(id: string, fact: PaymentFact | undefined): Promise<Outcome>;
  /** The provider's answer to a question. */
  answer(fact: PaymentFact): Promise<Outcome>;
}

export function createSettling(deps: SettlingDeps): Settling {
  const { database, trials, provider, mailer, operatorEmail, metrics, clock, log } = deps;

  async function apply(tx: Transaction, fact: PaymentFact): Promise<Outcome> {
    const found = await lockPayment(tx, provider.name, fact);
    if (found === undefined) return "unknown";
    const settlement = settle(found, fact);
    const now = new Date(clock.now());
    if (settlement.kind === "unchanged") return "unchanged";
    if (settlement.kind === "refused") {
      const detail = { reference: found.reference, why: settlement.why, amount: fact.amountPaid };
      await audit(tx, {
        at: now,
        action: "payment.refused",
        accountId: found.accountId ?? undefined,
        actor: "system",
        detail,
      });
      return `refused: ${settlement.why}`;
    }
    if (settlement.state === "paid") return pay(tx, found, fact, now);
    await tx
      .update(payment)
      .set({
        state: settlement.state,
        linkId: found.linkId ?? fact.linkId,
        changedAt: now,
        ...(settlement.state === "closed" ? { checkAt: null } : {}),
      })
      .where(eq(payment.id, found.id));
    return settlement.state;
  }

  async function pay(tx: Transaction, found: Payment, fact: PaymentFact, now: Date): Promise<Outcome> {
    const invoice = await nextInvoice(tx, provider.invoicePrefix, now);
    await tx
      .update(payment)
      .set({
        state: "paid",
        linkId: found.linkId ?? fact.linkId,
        providerPayment: fact.providerPayment,
        invoice,
        changedAt: now,
        checkAt: null,
      })
      .where(eq(payment.id, found.id));
    const granted = await grantPayment(tx, found, now, trials);
    const { accountId, reference, name, totalPaise } = found;
    const detail = { reference, name, totalPaise, invoice, payment: fact.providerPayment ?? null };
    const action = granted ? "payment.paid" : "payment.refund-due";
    await audit(tx, { at: now, action, accountId: accountId ?? undefined, actor: "system", detail });
    if (granted) return "paid";
    if (operatorEmail !== undefined) await mailer.queue(tx, refundMail(operatorEmail, found, fact));
    return "refund due";
  }

  const settled = (outcome: Outcome, fact: PaymentFact | undefined): Outcome => {
    metrics.settlements.inc({ outcome });
    const facts = { outcome, reference: fact?.reference, link: fact?.linkId };
    if (outcome === "refund due") log.error(facts, "a payment gave nothing: refund it");
    else if (outcome === "unknown" || outcome.startsWith("refused"))
      log.warn(facts, "a payment's news was not acted upon");
    else if (outcome === "unchanged" || outcome === "duplicate") log.debug(facts, "a payment's news was known");
    else log.info(facts, "payment settled");
    return outcome;
  };

  return {
    async event(id, fact) {
      const outcome = await database.orm.transaction(async (tx): Promise<Outcome> => {
        const key = { provider: provider.name, eventId: id };
        const fresh = await tx
          .insert(paymentEvent)
          .values({ ...key, reference: fact?.reference, outcome: "ignored", receivedAt: new Date(clock.now()) })
          .onConflictDoNothing()
          .returning({ id: paymentEvent.eventId });
        if (fresh.length === 0) return "duplicate";
        if (fact === undefined) return "ignored";
        const reached = await apply(tx, fact);
        await tx
          .update(paymentEvent)
          .set({ outcome: reached })
          .where(and(eq(paymentEvent.provider, key.provider), eq(paymentEvent.eventId, id)));
        return reached;
      });
      return settled(outcome, fact);
    },
    answer: async (fact) => settled(await database.orm.transaction((tx) => apply(tx, fact)), fact),
  };
}

/** Settlements of one payment queue here. */
async function lockPayment(tx: Transaction, provider: string, fact: PaymentFact): Promise<Payment | undefined> {
  const { reference, linkId = "" } = fact;
  const named = reference === undefined ? eq(payment.linkId, linkId) : eq(payment.reference, reference);
  const rows = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.provider, provider), named))
    .for("update");
  return rows[0];
}
