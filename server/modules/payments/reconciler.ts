/**
 * Asks the provider how unfinished payments stand: a webhook may be lost, or the answer that would have told us of a
 * link. Each payment is asked about by one process at a time, seldomer and seldomer, until the provider has said its
 * last word.
 */
import type { WallClock } from "../../platform/clocks.ts";
import type { Log } from "../../platform/log.ts";
import { OutboundError } from "../../platform/outbound.ts";
import type { PaymentRepository } from "./payment-repository.ts";
import type { PaymentsMetrics } from "./payments-metrics.ts";
import type { PaymentFact, PaymentProvider } from "./provider.ts";
import type { Payment } from "./schema.ts";
import { CURRENCY } from "./settlement.ts";
import type { Settling } from "./settling.ts";

export interface ReconcilerDeps {
  readonly payments: PaymentRepository;
  readonly provider: PaymentProvider;
  readonly settling: Settling;
  readonly metrics: PaymentsMetrics;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface Reconciler {
  /** Asks about what is due now. @returns how many payments that were. */
  run(): Promise<number>;
  /** Runs every half minute; returns what stops it, once the run under way has ended. */
  start(): () => Promise<void>;
}

const EVERY_MS = 30_000;
const AT_ONCE = 20;
/** A provider that has not said the last word by then never will. */
const GIVE_UP_MS = 30 * 24 * 3600_000;

export function createReconciler(deps: ReconcilerDeps): Reconciler {
  const { payments, provider, settling, metrics, clock, log } = deps;

  async function ask(due: Payment): Promise<void> {
    try {
      const fact = (await provider.ask(due)) ?? noLink(due);
      await settling.answer(fact);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      metrics.providerFailures.inc();
      log.warn({ reference: due.reference, err: error }, "the payment provider did not tell how a payment stands");
    }
    if (due.expiresAt.getTime() + GIVE_UP_MS > clock.now()) return;
    log.error({ reference: due.reference }, "the payment provider never told how a payment ended: look there");
    await payments.giveUp(due.id);
  }

  async function run(): Promise<number> {
    const due = await payments.claimDue(provider.name, new Date(clock.now()), AT_ONCE);
    for (const payment of due) await ask(payment);
    return due.length;
  }

  return {
    run,
    start() {
      let running: Promise<unknown> | undefined;
      const stop = clock.every(EVERY_MS, () => {
        running ??= run()
          .catch((error: unknown) => log.error({ err: error }, "asking about payments failed"))
          .finally(() => {
            running = undefined;
          });
      });
      return async () => {
        stop();
        await running;
      };
    },
  };
}

/** The provider knows of no link by our reference: nobody can pay it. */
const noLink = ({ reference }: Payment): PaymentFact => ({
  reference,
  linkId: undefined,
  state: "closed",
  amountPaid: 0,
  currency: CURRENCY,
  providerPayment: undefined,
});
