/** What an operator wants to know of orders: how they end, and whether the broker's word can be relied upon. */
import { Counter, type Registry } from "prom-client";

export interface OrdersMetrics {
  /** Answers to what users asked, by kind and state. */
  readonly answers: Counter<"kind" | "state">;
  /** Unconfirmed ones that the book settled, by state. */
  readonly resolved: Counter<"state">;
  /** Orders that reached the broker after they were given up. */
  readonly late: Counter;
}

export const createOrdersMetrics = (registry: Registry): OrdersMetrics => ({
  answers: new Counter({
    name: "orders_answers_total",
    help: "What users asked of brokers, by what became of it at once",
    labelNames: ["kind", "state"],
    registers: [registry],
  }),
  resolved: new Counter({
    name: "orders_resolved_total",
    help: "Unconfirmed orders that the broker's book settled",
    labelNames: ["state"],
    registers: [registry],
  }),
  late: new Counter({
    name: "orders_late_total",
    help: "Orders that reached the broker after they were given up: each is an alarm",
    registers: [registry],
  }),
});
