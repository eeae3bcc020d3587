/**
 * Cancels what is pending when a kill switch is thrown: round by round, until the broker's own book has none of it open, or a round has
 * made it no less. What stays open is said.
 */
import { type BookOrder, CANCELLED, isOpen } from "#contract/domain/orders/order.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { stopOrders } from "#contract/wire/http/orders.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { BrokerError } from "../../../brokers/port.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Log } from "../../../platform/log.ts";
import { createSerial } from "../../../platform/serial.ts";
import { newSubmission } from "../intents/intent.ts";
import type { Submitting } from "../intents/submitting.ts";

export interface CancellingDeps {
  readonly submitting: Pick<Submitting, "submit">;
  readonly clock: Pick<WallClock, "after">;
  readonly log: Log;
}

/** What became of the orders that were pending. */
export type Cancelled = Pick<ResponseOf<typeof stopOrders>, "cancelled" | "open" | "isUnread">;

export interface Pending {
  /** Which orders of the book are meant; it is asked anew for each book. */
  readonly asked: () => Promise<(order: BookOrder) => boolean>;
  /** The switch is thrown still: what comes after its release is the user's own again. */
  readonly isStopped: () => Promise<boolean>;
}

/** Never throws for what the broker does. */
export type Cancel = (connection: Connection, pending: Pending) => Promise<Cancelled>;

/** So many seconds' worth of cancellations wait for their turn at once: the governor gives up what waits for ten. */
const AT_ONCE_S = 4;
/** A book may have a cancellation that was taken a moment later. */
const LOOKS = 3;
const LOOK_MS = 1000;

export function createCancelling({ submitting, clock, log }: CancellingDeps): Cancel {
  const serially = createSerial();
  return async (connection, { asked, isStopped }) => {
    const { client, port, session } = connection;
    const atOnce = AT_ONCE_S * port.facts.limits.perSecond;
    /** Ids of orders that were open, and of those whose cancellation the broker took. */
    const [seen, taken] = [new Set<string>(), new Set<string>()];

    async function read(): Promise<{ readonly open: readonly BookOrder[]; readonly cancelled: number }> {
      for (let look = 1; ; look++) {
        const book = await port.orders(session);
        const isAsked = await asked();
        const open = book.filter((order) => isOpen(order.status) && isAsked(order));
        if (look === LOOKS || !open.some(({ id }) => taken.has(id))) {
          const cancelled = book.filter(({ id, status }) => seen.has(id) && status === CANCELLED).length;
          for (const { id } of open) seen.add(id);
          return { open, cancelled };
        }
        await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
      }
    }

    async function cancel(orders: readonly BookOrder[]): Promise<void> {
      const requests = orders.map((order) => ({ request: { kind: "cancel", order } as const, refusal: undefined }));
      // Users who share the operator's app key share its turns: side by side, most of their cancellations would wait too long.
      const intents = await serially(client, () => submitting.submit(connection, newSubmission(), requests));
      for (const [at, { state }] of intents.entries()) {
        const order = orders[at];
        if (order !== undefined && state === "placed") taken.add(order.id);
      }
    }

    try {
      for (let before = Number.POSITIVE_INFINITY; ; ) {
        const { open, cancelled } = await read();
        const isDone = open.length === 0 || open.length >= before || !(await isStopped());
        if (isDone) return { cancelled, open: open.length, isUnread: false };
        before = open.length;
        for (let from = 0; from < open.length; from += atOnce) await cancel(open.slice(from, from + atOnce));
      }
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error;
      log.warn({ broker: session.broker, err: error }, "a kill switch could not read what is pending");
      return { cancelled: taken.size, open: 0, isUnread: true };
    }
  };
}

/** 'Pending orders cancelled: 97', '3 of 100 are still open: look at your orders'; none where nothing was pending. */
export function cancelledWords({ cancelled, open, isUnread }: Cancelled): readonly string[] {
  const words = cancelled > 0 ? [`Pending orders cancelled: ${cancelled}`] : [];
  if (open > 0)
    words.push(`${open} of ${cancelled + open} ${open === 1 ? "is" : "are"} still open: look at your orders`);
  if (isUnread) words.push("The book could not be read: look at your orders");
  return words;
}
