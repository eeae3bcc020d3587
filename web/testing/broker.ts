/** Connects a broker as its pages do, without their clicks: one whose login never leaves ours, in practice. */
import type { Page } from "@playwright/test";

export interface StoredBroker {
  readonly isBrokerLogin: true;
  readonly broker: string;
  readonly id: string;
  readonly name: string;
  readonly isPractice: true;
}

/** Of the user who is logged in; it ends with that login. @returns what the browser is to store as `broker`. */
export async function connectBroker(page: Page, broker: "jainam" | "iifl" = "jainam"): Promise<StoredBroker> {
  const data = { authToken: ["any secret", "any-key", broker] };
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const reply = await page.request.post(`/api/v1/broker/${broker}`, { data, headers });
  const { status, id, name, reason } = await reply.json();
  if (status !== "ok") throw new Error(`broker login: ${reply.status()} ${reason}`);
  // A login leads to the dashboard, which reads this: the broker's list of contracts is there before the first order.
  await page.request.get(`/api/v1/broker/${broker}/get_positions`);
  return { isBrokerLogin: true, broker, id, name, isPractice: true };
}
