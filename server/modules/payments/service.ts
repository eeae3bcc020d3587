/** Buying days: a payment link for a plan or the trial, how a payment stands, and the news of the provider. */
import { randomBytes, randomUUID } from "node:crypto";
import { GST_PERCENT, PAYMENT_COOLDOWN_SECONDS, planNamed, TRIAL } from "#contract/domain/account/plans.ts";
import { PAYMENT_QUERY } from "#contract/wire/http/payment-path.ts";
import type { Offer, PurchaseName } from "#contract/wire/http/payments.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { OutboundError } from "../../platform/outbound.ts";
import { audit } from "../../platform/users/audit.ts";
import type { NewPayment, PaymentRepository } from "./payment-repository.ts";
import type { PaymentsMetrics } from "./payments-metrics.ts";
import type { PaymentProvider } from "./provider.ts";
import type { Settling } from "./settling.ts";
import { type PaymentStanding, standingOf } from "./standing.ts";
import { TRIAL_USED } from "./trials.ts";

export interface Purchase {
  readonly accountId: string;
  readonly name: PurchaseName;
  /** 'https://host' that the browser asked: it comes back there. */
  readonly origin: string;
  readonly address: string;
}

/** Where to pay, or how long to wait first. */
export type Begun = { readonly url: string } | { readonly waitSeconds: number };

export interface PaymentService {
  /** @throws AppError 403 for a trial that is used, 503 when the provider does not answer. */
  begin(purchase: Purchase): Promise<Begun>;
  offer(accountId: string | undefined): Promise<Omit<Offer, "trialBroker">>;
  /** @throws AppError 404 for a reference that is not the account's own. */
  standing(accountId: string, reference: string): Promise<PaymentStanding>;
  /** @throws AppError 401 unless it is signed. */
  webhook(raw: string, headers: Headers): Promise<void>;
}

export interface PaymentServiceDeps {
  readonly database: Database;
  readonly payments: PaymentRepository;
  readonly provider: PaymentProvider;
  readonly settling: Settling;
  readonly metrics: PaymentsMetrics;
  readonly clock: WallClock;
  readonly log: Log;
}

/** Razorpay takes no link that ends within 15 minutes. */
const LINK_MS = 30 * 60_000;
/** What a link must have left to be worth going to again. */
const REUSE_MS = 2 * 60_000;
const FIRST_CHECK_MS = 2 * 60_000;
const COOLDOWN_MS = PAYMENT_COOLDOWN_SECONDS * 1000;

export function createPaymentService(deps: PaymentServiceDeps): PaymentService {
  const { database, payments, provider, settling, metrics, clock, log } = deps;
  const waitSeconds = (last: Date | undefined): number =>
    last === undefined ? 0 : Math.max(0, Math.ceil((last.getTime() + COOLDOWN_MS - clock.now()) / 1000));

  async function create({ accountId, name, origin, address }: Purchase, now: Date): Promise<string> {
    const fresh = newPayment(accountId, provider.name, name, now);
    const { reference, totalPaise, expiresAt } = fresh;
    await database.orm.transaction(async (tx) => {
      await payments.insert(tx, fresh);
      const detail = { reference, name, totalPaise };
      await audit(tx, { at: now, action: "payment.begun", accountId, address, detail });
    });
    try {
      const link = await provider.createLink({
        reference,
        totalPaise,
        description: name === TRIAL.name ? "Trial, 7 days" : `Subscription, ${name}`,
        returnUrl: `${origin}/pricing?${PAYMENT_QUERY}=${reference}`,
        expiresAt,
      });
      await payments.linked(fresh.id, link, new Date(clock.now()));
      return link.url;
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause;
      metrics.providerFailures.inc();
      // Whether there is a link now is asked later, by the reference: see reconciler.ts.
      throw new AppError("unavailable", "The payment provider does not answer. Please try again later.", { cause });
    }
  }

  return {
    async begin(purchase) {
      const { accountId, name } = purchase;
      if (name === TRIAL.name && (await payments.trialsUsed(accountId)).has("paid")) {
        throw new AppError("forbidden", TRIAL_USED);
      }
      const now = new Date(clock.now());
      const last = await payments.attempt(accountId, now, new Date(now.getTime() - COOLDOWN_MS));
      if (last !== undefined) return { waitSeconds: Math.max(1, waitSeconds(last)) };
      const until = new Date(now.getTime() + REUSE_MS);
      const open = await payments.openLink({ accountId, provider: provider.name, name, until });
      return { url: open ?? (await create(purchase, now)) };
    },
    async offer(accountId) {
      const used = accountId === undefined ? new Set() : await payments.trialsUsed(accountId);
      return {
        provider: provider.name,
        isSimulated: provider.isSimulated,
        termsUrl: provider.termsUrl,
        isTrialUsed: used.has("paid"),
        isBrokerTrialUsed: used.has("broker"),
        waitSeconds: accountId === undefined ? 0 : waitSeconds(await payments.lastAttempt(accountId)),
      };
    },
    standing: (accountId, reference) => standingOf(payments, accountId, reference),
    async webhook(raw, headers) {
      const event = provider.readWebhook(raw, headers);
      if (event === undefined) {
        metrics.forgeries.inc();
        log.warn("a payment webhook without the right signature");
        throw new AppError("unauthorized", "The signature is not right");
      }
      await settling.event(event.id, event.fact);
    },
  };
}

function newPayment(accountId: string, provider: string, name: PurchaseName, now: Date): NewPayment {
  const bought = name === TRIAL.name ? TRIAL : planNamed(name);
  if (bought === undefined) throw new RangeError(`${name} is not sold`);
  const basePaise = bought.price * 100;
  const totalPaise = bought.gstIncludedPrice * 100;
  return {
    id: randomUUID(),
    // 120 bits, and within the 40 characters that providers take.
    reference: `SB${randomBytes(15).toString("hex")}`,
    accountId,
    provider,
    name,
    days: bought.durationInDays,
    basePaise,
    taxPercent: GST_PERCENT,
    taxPaise: totalPaise - basePaise,
    totalPaise,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_MS),
    checkAt: new Date(now.getTime() + FIRST_CHECK_MS),
  };
}
