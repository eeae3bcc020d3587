/** What an operator counts of payments. */
import { Counter, type Registry } from "prom-client";

export interface PaymentsMetrics {
  /** News of payments by what became of it: 'paid', 'duplicate', 'refused: amount'. */
  readonly settlements: Counter<"outcome">;
  /** Webhooks whose signature was not right. */
  readonly forgeries: Counter;
  /** Questions and orders to the provider that got no usable answer. */
  readonly providerFailures: Counter;
}

export function createPaymentsMetrics(registry: Registry): PaymentsMetrics {
  const registers = [registry];
  return {
    settlements: new Counter({
      name: "payment_settlements_total",
      help: "News of payments, by what became of it",
      labelNames: ["outcome"],
      registers,
    }),
    forgeries: new Counter({
      name: "payment_forgeries_total",
      help: "Payment webhooks without the right signature",
      registers,
    }),
    providerFailures: new Counter({
      name: "payment_provider_failures_total",
      help: "Calls to the payment provider without a usable answer",
      registers,
    }),
  };
}
