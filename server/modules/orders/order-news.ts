/** Tells users what became of their orders, on every page and edge. */
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import type { Intent } from "./intent.ts";

export interface OrderNews {
  /** An intent has moved on. Never rejects: the intent is written down, and is shown when it is asked for. */
  settled(intent: Intent): Promise<void>;
}

export const createOrderNews = (news: Pick<News, "tellUser">, log: Log): OrderNews => ({
  async settled({ id, accountId, broker, key, batch, item, kind, state, orderId, message }) {
    if (accountId === null) return;
    const event = { type: "order", broker, key, batch, item, kind, state, orderId, message } as const;
    await news
      .tellUser(accountId, event)
      .catch((error: unknown) => log.warn({ err: error, intent: id }, "a user could not be told of an order"));
  },
});
