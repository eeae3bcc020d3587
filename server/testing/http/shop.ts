/** The HTTP surface with accounts, payments by the simulated checkout, the user list and reports, and users to try them. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { Registry } from "prom-client";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import { openBilling } from "../../billing.ts";
import { createAccountRepository, type NewAccount } from "../../modules/accounts/account-repository.ts";
import { account } from "../../modules/accounts/schema.ts";
import { CHECKOUT_PATH } from "../../modules/payments/checkout/simulator.ts";
import { sign } from "../../modules/payments/razorpay-wire.ts";
import type { Database } from "../../platform/database/db.ts";
import type { PaymentSettings } from "../../platform/env/payments.ts";
import { createRateLimits } from "../../platform/limits/rate-limits.ts";
import { silentLog } from "../../platform/log.ts";
import { createManualClock, type ManualClock } from "../manual-clock.ts";
import { PASSWORD, passwordHash } from "./password.ts";
import { cookiesOf, createTestApp, postJson, type TestApp } from "./test-app.ts";

export interface ShopUser {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

export interface Shop {
  readonly app: TestApp;
  readonly clock: ManualClock;
  /** Of every user here; undefined: nobody is connected. */
  readonly connection: { broker: string | undefined };
  user(fields?: Partial<NewAccount> & { readonly referredBy?: string }): Promise<ShopUser>;
  /** As a fetch of our own page. */
  get(path: string, user?: ShopUser): Promise<Response>;
  post(path: string, body: unknown, user?: ShopUser): Promise<Response>;
  /** Begins to pay after the cooldown. @returns the checkout's page, its path. */
  begin(user: ShopUser, what: string): Promise<string>;
  /** Presses a button of the checkout's page. */
  press(page: string, action: "pay" | "fail" | "cancel", telling?: string): Promise<Response>;
  /** A webhook as the simulated provider would sign it, or as `signature` says. */
  webhook(raw: string, options?: { readonly signature?: string; readonly id?: string }): Promise<Response>;
  /** The first row. */
  one(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>>;
  accountOf(user: ShopUser): Promise<Record<string, unknown>>;
  /** Days until the user's subscription ends, rounded; 0 without one. */
  daysOf(user: ShopUser): Promise<number>;
  /** The payment behind a page of the checkout. */
  paymentOf(page: string): Promise<Record<string, unknown>>;
  /** The news that the page's link is paid, as the provider writes it, with what is to be different of the link. */
  paidEvent(page: string, link?: object): Promise<string>;
  stop(): Promise<void>;
}

/** Of the test app. */
const PUBLIC_URL = "http://localhost:4000";
export const OPERATOR_EMAIL = "operator@strikeboard.example";
export const SAME_ORIGIN = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };
const MINUTE_MS = 60_000;

export async function openShop(database: Database, payments: PaymentSettings = { kind: "simulated" }): Promise<Shop> {
  const clock = createManualClock();
  const connection: Shop["connection"] = { broker: "fyers" };
  let stop = async (): Promise<void> => undefined;
  const app = createTestApp({
    database,
    clock,
    more(parts) {
      const commerce = openBilling({
        ...parts,
        env: { payments, operatorEmail: OPERATOR_EMAIL },
        database,
        publicUrl: PUBLIC_URL,
        rateLimits: createRateLimits(undefined, silentLog),
        connectedBroker: async () => connection.broker,
        registry: new Registry(),
        clock,
        log: silentLog,
      });
      stop = commerce.stop;
      return commerce;
    },
  });
  const secret = app.secrets.derive("checkout webhook", "simulator").toString("hex");
  const accounts = createAccountRepository(database.orm);
  const get = (path: string, user?: ShopUser) =>
    app.fetch(`/api/v1/${path}`, { headers: { ...SAME_ORIGIN, ...(user ? { cookie: user.cookie } : {}) } });
  const post = (path: string, body: unknown, user?: ShopUser) =>
    app.fetch(`/api/v1/${path}`, postJson(body, { ...SAME_ORIGIN, ...(user ? { cookie: user.cookie } : {}) }));
  const one: Shop["one"] = async (sql, values) => (await database.pool.query(sql, [...values])).rows[0];
  const accountOf: Shop["accountOf"] = ({ id }) => one("select * from account where id = $1", [id]);
  const paymentOf: Shop["paymentOf"] = (page) => one("select * from payment where link_id = $1", [linkOfPage(page)]);
  return {
    one,
    accountOf,
    paymentOf,
    async daysOf(user) {
      const { valid_until: until } = await accountOf(user);
      return until instanceof Date ? Math.round((until.getTime() - clock.now()) / DAY_MS) : 0;
    },
    async paidEvent(page, link = {}) {
      const { reference, total_paise: amount, link_id: id } = await paymentOf(page);
      const paid = { id, reference_id: reference, status: "paid", amount, amount_paid: amount, currency: "INR" };
      const payload = { payment_link: { entity: { ...paid, ...link } }, payment: { entity: { id: "pay_1" } } };
      return JSON.stringify({ entity: "event", event: "payment_link.paid", payload });
    },
    app,
    clock,
    connection,
    get,
    post,
    async user({ referredBy, ...fields } = {}) {
      const email = `${randomUUID()}@example.com`;
      const now = new Date(clock.now());
      const fresh = {
        email,
        name: "Asha",
        passwordHash: await passwordHash(),
        createdAt: now,
        confirmedAt: now,
        ...fields,
      };
      const made = await accounts.insert(fresh);
      if (made === undefined) throw new Error("the address is taken");
      if (referredBy) await database.orm.update(account).set({ referredBy }).where(eq(account.id, made.id));
      const reply = await post("users/login", { email: fresh.email, password: PASSWORD, fingerprint: "f" });
      return { id: made.id, email: fresh.email, cookie: cookiesOf(reply) };
    },
    async begin(user, what) {
      clock.advance(MINUTE_MS);
      const reply = await get(`checkout/makepayment/${what}`, user);
      const { data } = (await reply.json()) as { data: { response: string } };
      return new URL(data.response).pathname;
    },
    press: (page, action, telling = "now") =>
      app.fetch(`${page}/${action}`, {
        method: "POST",
        headers: { ...SAME_ORIGIN, "content-type": "application/x-www-form-urlencoded" },
        body: `telling=${telling}`,
      }),
    webhook(raw, { signature = sign(raw, secret), id } = {}) {
      const headers = { "x-razorpay-signature": signature, ...(id === undefined ? {} : { "x-razorpay-event-id": id }) };
      return app.fetch("/api/v1/payments/webhook/checkout", { method: "POST", headers, body: raw });
    },
    stop: () => stop(),
  };
}

/** The id of the link whose page this is. */
export const linkOfPage = (page: string): string => page.replace(`${CHECKOUT_PATH}/`, "");
