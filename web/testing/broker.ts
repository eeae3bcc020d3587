/** Connects a broker as its pages do, without their clicks, in practice. */
import type { Page } from "@playwright/test";
import { confirmAddress, logIn, NIFTY, signUp, store } from "./session.ts";

type Stored = "jainam" | "iifl" | "zerodha";
const HEADERS = { "Sec-Fetch-Site": "same-origin" };

export interface StoredBroker {
  readonly isBrokerLogin: true;
  readonly broker: string;
  readonly id: string;
  readonly name: string;
  readonly isPractice: true;
}

/** Of the user who is logged in; it ends with that login. @returns what the browser is to store as `broker`. */
export async function connectBroker(page: Page, broker: Stored = "jainam"): Promise<StoredBroker> {
  const authToken = broker === "zerodha" ? await requestToken(page) : ["any secret", "any-key", broker];
  const reply = await page.request.post(`/api/v1/broker/${broker}`, { data: { authToken }, headers: HEADERS });
  const { status, id, name, reason } = await reply.json();
  if (status !== "ok") throw new Error(`broker login: ${reply.status()} ${reason}`);
  // A login leads to the dashboard, which reads this: the broker's list of contracts is there before the first order.
  await page.request.get(`/api/v1/broker/${broker}/get_positions`);
  return { isBrokerLogin: true, broker, id, name, isPractice: true };
}

/**
 * Logs in a user of one test's own, with the broker's trial and the broker connected: what others trade in practice is not in
 * their book, and how often others connect, which an account may twenty times in ten minutes, is not counted.
 */
export async function logInTrader(page: Page, email: string, broker: Stored = "jainam"): Promise<void> {
  const who = await signUp(page, email);
  await confirmAddress(page, email);
  await logIn(page, NIFTY, who);
  const data = { broker: (await connectBroker(page)).broker };
  const trial = await page.request.post("/api/v1/users/brokertrial", { data, headers: HEADERS });
  if (!trial.ok()) throw new Error(`broker trial: ${trial.status()} ${await trial.text()}`);
  await logIn(page, NIFTY, who); // so that the browser knows of it
  await store(page, { broker: await connectBroker(page, broker) });
}

/** What Zerodha's login page leads back with. */
async function requestToken(page: Page): Promise<string> {
  const data = { credentials: ["any-key", "any secret"] };
  const begun = await page.request.post("/api/v1/broker/zerodha/attempt", { data, headers: HEADERS });
  const { address } = await begun.json();
  const allowed = await page.request.post(address, { form: { decision: "allow" }, headers: HEADERS, maxRedirects: 0 });
  return new URLSearchParams(allowed.headers()["location"]?.split("?")[1]).get("request_token") ?? "";
}
