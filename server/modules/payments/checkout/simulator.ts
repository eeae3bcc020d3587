/**
 * The embedded checkout: a payment provider of our own for a server on one's own machine. No money moves. It speaks
 * Razorpay's words (links, signed webhooks, event ids), so that what is tried here is what runs there, and like a real
 * one it may tell late, twice or never.
 */
import { randomBytes } from "node:crypto";
import { and, eq, gt, lte } from "drizzle-orm";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Orm } from "../../../platform/database/db.ts";
import type { Log } from "../../../platform/log.ts";
import type { LinkRequest, PaymentProvider } from "../provider.ts";
import { EVENT_HEADER, factOf, Link, readEvent, SIGNATURE_HEADER, sign } from "../razorpay-wire.ts";
import { type CheckoutLink, checkoutLink } from "../schema.ts";
import { eventOf, linkEntity } from "./wire.ts";

export const CHECKOUT_PATH = "/dev/checkout";
export const CHECKOUT_NAME = "checkout";

/** How the news of a payment travels. */
export type Telling = "now" | "late" | "twice" | "never";

/** Hands a webhook to the shop, as a request would. Fails when the shop does not take it. */
export type Deliver = (raw: string, headers: Headers) => Promise<void>;

export interface SimulatorDeps {
  readonly orm: Orm;
  /** Of the webhooks. */
  readonly secret: string;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface CheckoutSimulator {
  readonly provider: PaymentProvider;
  link(id: string): Promise<CheckoutLink | undefined>;
  /** @returns false when it cannot be paid: unknown, paid, called off or over. */
  pay(id: string, telling: Telling): Promise<boolean>;
  /** An attempt that the bank refuses; the link stays open. */
  fail(id: string): Promise<boolean>;
  cancel(id: string): Promise<boolean>;
  /** Who gets the webhooks. */
  onEvent(deliver: Deliver): void;
  /** Stops what is still to be told, as a crash would: the shop has to ask. */
  stop(): void;
}

const LATE_MS = 10_000;
/** A shop that does not take an event is told again, as often. */
const RETRY_MS = [5_000, 30_000, 120_000];

export function createCheckoutSimulator({ orm, secret, clock, log }: SimulatorDeps): CheckoutSimulator {
  const timers = new Set<() => void>();
  let deliver: Deliver = async () => undefined;

  const later = (ms: number, task: () => void): void => {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel);
      task();
    });
    timers.add(cancel);
  };

  async function send(raw: string, headers: Headers, retries: readonly number[] = RETRY_MS): Promise<void> {
    try {
      await deliver(raw, headers);
    } catch (error) {
      log.warn({ err: error }, "the simulated checkout's webhook was not taken");
      const [wait, ...rest] = retries;
      if (wait !== undefined) later(wait, () => void send(raw, headers, rest));
    }
  }

  async function tell(event: string, link: CheckoutLink, paymentId: string | null, telling: Telling): Promise<void> {
    const raw = JSON.stringify(eventOf(event, link, paymentId, clock.now()));
    const headers = new Headers({ [SIGNATURE_HEADER]: sign(raw, secret), [EVENT_HEADER]: randomId("evt") });
    if (telling === "late") return later(LATE_MS, () => void send(raw, headers));
    if (telling !== "never") await send(raw, headers);
    if (telling === "twice") await send(raw, headers);
  }

  const find = async (id: string): Promise<CheckoutLink | undefined> => {
    await orm
      .update(checkoutLink)
      .set({ status: "expired" })
      .where(and(eq(checkoutLink.id, id), eq(checkoutLink.status, "created"), lte(checkoutLink.expiresAt, now())));
    const rows = await orm.select().from(checkoutLink).where(eq(checkoutLink.id, id));
    return rows[0];
  };
  const now = (): Date => new Date(clock.now());

  async function finish(id: string, change: Partial<CheckoutLink>): Promise<CheckoutLink | undefined> {
    const rows = await orm
      .update(checkoutLink)
      .set(change)
      .where(and(eq(checkoutLink.id, id), eq(checkoutLink.status, "created"), gt(checkoutLink.expiresAt, now())))
      .returning();
    return rows[0];
  }

  return {
    provider: {
      name: CHECKOUT_NAME,
      isSimulated: true,
      termsUrl: `${CHECKOUT_PATH}/terms`,
      invoicePrefix: "SIM",
      createLink: (request) => createLink(orm, request, now()),
      async ask({ reference }) {
        const rows = await orm
          .select({ id: checkoutLink.id })
          .from(checkoutLink)
          .where(eq(checkoutLink.reference, reference));
        const found = rows[0] && (await find(rows[0].id));
        return found && factOf(Link.parse(linkEntity(found)));
      },
      readWebhook: (raw, headers) => readEvent(raw, headers, secret),
    },
    link: find,
    async pay(id, telling) {
      const paid = await finish(id, { status: "paid", paymentId: randomId("pay") });
      if (paid === undefined) return false;
      await tell("payment_link.paid", paid, paid.paymentId, telling);
      return true;
    },
    async fail(id) {
      const link = await find(id);
      if (link?.status !== "created") return false;
      await tell("payment.failed", link, randomId("pay"), "now");
      return true;
    },
    async cancel(id) {
      const link = await finish(id, { status: "cancelled" });
      if (link === undefined) return false;
      await tell("payment_link.cancelled", link, null, "now");
      return true;
    },
    onEvent(listener) {
      deliver = listener;
    },
    stop() {
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}

async function createLink(orm: Orm, request: LinkRequest, createdAt: Date): Promise<{ id: string; url: string }> {
  const { reference, totalPaise: amount, description, returnUrl: callbackUrl, expiresAt } = request;
  const id = randomId("plink");
  await orm
    .insert(checkoutLink)
    .values({ id, reference, amount, description, callbackUrl, status: "created", expiresAt, createdAt });
  return { id, url: new URL(`${CHECKOUT_PATH}/${id}`, callbackUrl).href };
}

/** 'plink_' and 112 random bits: who knows it may pay, as with a real link. */
const randomId = (kind: "plink" | "pay" | "evt"): string => `${kind}_${randomBytes(14).toString("hex")}`;
