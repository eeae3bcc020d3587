/**
 * Cancels what is pending when a kill switch is thrown: round by round, until the broker's own book has none of it open, or a round has
 * made it no less. Orders that were on their way then are waited for, as they may rest a moment later. What stays open, or is not
 * confirmed, is said.
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
import type { Ledger, Unseen } from "../intents/ledger.ts";
import { AT_ONCE_S, type Submitting } from "../intents/submitting.ts";

export interface CancellingDeps {
  readonly submitting: Pick<Submitting, "submit">;
  readonly clock: Pick<WallClock, "after">;
  readonly log: Log;
}

/** What became of the orders that were pending. */
export type Cancelled = Pick<ResponseOf<typeof stopOrders>, "cancelled" | "open" | "unconfirmed" | "isUnread">;

export interface Pending {
  /** Asked for after each book was read. */
  readonly meant: (book: readonly BookOrder[]) => Promise<Meant>;
  /** The switch is thrown still: what comes after its release is the user's own again. */
  readonly isStopped: () => Promise<boolean>;
  /** How often what the book does not show is waited for; left out: until brokers have answered, or the answers are lost. */
  readonly waits?: number;
}

export interface Meant {
  /** Whether the order is to be cancelled if it is open. */
  readonly isMeant: (order: BookOrder) => boolean;
  /** How many are meant that the book does not show, and that may come. */
  readonly unseen: number;
}

/** What was sent for the strategy, exits left out, as those are to go on; without one, all. What has not started is held anyway. */
export function meantOf({ sent, unseen }: Ledger, strategy?: string): Meant {
  const coming = unseen.filter(({ state }) => state !== "new");
  if (strategy === undefined) return { isMeant: () => true, unseen: coming.length };
  const own = new Set(sent.flatMap((one) => (one.strategy === strategy && !one.isExit ? one.orderId : [])));
  const isOwn = (one: Unseen): boolean => one.kind === "place" && one.strategy === strategy;
  return { isMeant: ({ id }) => own.has(id), unseen: coming.filter(isOwn).length };
}

/** Never throws for what the broker does. */
export type Cancel = (connection: Connection, pending: Pending) => Promise<Cancelled>;

/** A book may have a cancellation that was taken a moment later. */
const LOOKS = 3;
const LOOK_MS = 1000;
/** A broker has answered by then, or the answer is lost. */
const WAITS = 5;
const WAIT_MS = 2000;

export function createCancelling({ submitting, clock, log }: CancellingDeps): Cancel {
  const serially = createSerial();
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
  return async (connection, { meant, isStopped, waits: mostWaits = WAITS }) => {
    const { client, port, session } = connection;
    const atOnce = AT_ONCE_S * port.facts.limits.perSecond;
    /** Ids of orders that were open, and of those whose cancellation the broker took. */
    const [seen, taken] = [new Set<string>(), new Set<string>()];
    /** How many the last book did not have. */
    let unconfirmed = 0;

    /** @returns isMore: orders are open that were not before. */
    async function read() {
      for (let look = 1; ; look++) {
        const book = await port.orders(session);
        const { isMeant, unseen } = await meant(book);
        unconfirmed = unseen;
        const open = book.filter((order) => isOpen(order.status) && isMeant(order));
        if (look === LOOKS || !open.some(({ id }) => taken.has(id))) {
          const cancelled = book.filter(({ id, status }) => seen.has(id) && status === CANCELLED).length;
          const isMore = open.some(({ id }) => !seen.has(id));
          for (const { id } of open) seen.add(id);
          return { open, cancelled, isMore };
        }
        await wait(LOOK_MS);
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
      let before = Number.POSITIVE_INFINITY;
      let [waits, isAwaited] = [0, false];
      for (;;) {
        const { open, cancelled, isMore } = await read();
        const done = { cancelled, open: open.length, unconfirmed, isUnread: false };
        if (!(await isStopped())) return done;
        isAwaited ||= unconfirmed > 0;
        if (open.length > 0 && (isMore || open.length < before)) {
          before = open.length;
          for (let from = 0; from < open.length; from += atOnce) await cancel(open.slice(from, from + atOnce));
        } else if (isAwaited && waits++ < mostWaits) {
          // After the last doubt there is one more look: a book may be behind the broker's answers.
          isAwaited = unconfirmed > 0;
          await wait(WAIT_MS);
        } else return done;
      }
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error;
      log.warn({ broker: session.broker, err: error }, "a kill switch could not read what is pending");
      return { cancelled: taken.size, open: 0, unconfirmed, isUnread: true };
    }
  };
}

/** 'Pending orders cancelled: 97', '3 of 100 are still open: look at your orders'; none where nothing was pending. */
export function cancelledWords({ cancelled, open, unconfirmed, isUnread }: Cancelled): readonly string[] {
  const words = cancelled > 0 ? [`Pending orders cancelled: ${cancelled}`] : [];
  if (open > 0)
    words.push(`${open} of ${cancelled + open} ${open === 1 ? "is" : "are"} still open: look at your orders`);
  if (unconfirmed > 0) {
    const orders = unconfirmed === 1 ? "1 order is" : `${unconfirmed} orders are`;
    words.push(`${orders} not confirmed: look at your orders`);
  }
  if (isUnread) words.push("The book could not be read: look at your orders");
  return words;
}
