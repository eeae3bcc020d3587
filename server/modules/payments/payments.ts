/** Puts the payments module together: the configured provider, or the embedded simulator, or none. */
import type { Registry } from "prom-client";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { Pages } from "../../platform/http/pages.ts";
import type { Log } from "../../platform/log.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { createOutbound } from "../../platform/outbound.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { PersonalData } from "../../platform/users/personal-data.ts";
import { checkoutPages } from "./checkout/pages.ts";
import { type CheckoutSimulator, createCheckoutSimulator } from "./checkout/simulator.ts";
import { createClosedService } from "./closed-service.ts";
import { createPaymentRepository } from "./payment-repository.ts";
import { createPaymentsMetrics } from "./payments-metrics.ts";
import type { PaymentProvider } from "./provider.ts";
import { createRazorpay, type RazorpaySettings } from "./razorpay.ts";
import { createReconciler } from "./reconciler.ts";
import { composeRefundMail } from "./refund-mail.ts";
import { registerPayments } from "./routes.ts";
import { createPaymentService } from "./service.ts";
import { createSettling } from "./settling.ts";
import { createTrials } from "./trials.ts";

export type PaymentChoice =
  | { readonly kind: "simulated" }
  | { readonly kind: "razorpay"; readonly settings: RazorpaySettings }
  | { readonly kind: "none" };

export interface PaymentsDeps {
  readonly choice: PaymentChoice;
  readonly database: Database;
  /** Where users reach the server, without a slash at its end. */
  readonly publicUrl: string;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly personalData: PersonalData;
  /** Who hears of refunds that are due. */
  readonly operatorEmail: string | undefined;
  /** The id of the broker that the user is connected to now, where it counts for the broker trial. */
  readonly connectedBroker: (accountId: string) => Promise<string | undefined>;
  readonly registry: Registry;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface Payments {
  register(bind: Bind): void;
  /** Pages of the simulator, where it is what takes payments. */
  readonly pages: Pages;
  /** Asks the provider about unfinished payments; returns what stops it. */
  start(): () => Promise<void>;
}

export function createPayments(deps: PaymentsDeps): Payments {
  const { choice, database, publicUrl, mailer, clock, connectedBroker } = deps;
  const log = deps.log.child({ part: "payments" });
  const trials = createTrials(deps.secrets);
  const payments = createPaymentRepository(database.orm, trials);
  deps.personalData.register("payments", (accountId) => payments.export(accountId));
  composeRefundMail(mailer);
  const routes = { database, clock, mailer, trials, connectedBroker, publicUrl };
  const simulator = choice.kind === "simulated" ? simulatorOf({ ...deps, log }) : undefined;
  const provider = simulator?.provider ?? providerOf(choice);
  if (provider === undefined) {
    const service = createClosedService(payments);
    return {
      register: registerPayments({ ...routes, service, providerName: undefined }),
      pages: () => undefined,
      start: () => async () => undefined,
    };
  }
  const metrics = createPaymentsMetrics(deps.registry);
  const { operatorEmail } = deps;
  const settling = createSettling({ database, trials, provider, mailer, operatorEmail, metrics, clock, log });
  const shared = { payments, provider, settling, metrics, clock, log };
  const service = createPaymentService({ ...shared, database });
  simulator?.onEvent((raw, headers) => service.webhook(raw, headers));
  return {
    register: registerPayments({ ...routes, service, providerName: provider.name }),
    pages: simulator === undefined ? () => undefined : checkoutPages(simulator),
    start() {
      const stop = createReconciler(shared).start();
      return async () => {
        simulator?.stop();
        await stop();
      };
    },
  };
}

const simulatorOf = ({ database, secrets, clock, log }: PaymentsDeps): CheckoutSimulator =>
  createCheckoutSimulator({
    orm: database.orm,
    secret: secrets.derive("checkout webhook", "simulator").toString("hex"),
    clock,
    log,
  });

function providerOf(choice: PaymentChoice): PaymentProvider | undefined {
  if (choice.kind !== "razorpay") return undefined;
  return createRazorpay(choice.settings, createOutbound({ origins: [choice.settings.url] }));
}
