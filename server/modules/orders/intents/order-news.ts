/** Tells users what became of their orders, on every page and edge. */
import { BUY, type ChildOrder } from "#contract/domain/orders/order.ts";
import type { UserEvent } from "#contract/wire/socket-events.ts";
import { grouped } from "../../../market/grouped.ts";
import type { Log } from "../../../platform/log.ts";
import type { News } from "../../../platform/news/news.ts";
import type { Intent } from "./intent.ts";
import { isPlacing } from "./intent-request.ts";

export interface OrderNews {
  /** An intent has moved on, and its news is written down beside it: it is told now. Never rejects. */
  settled(): Promise<void>;
  /**
   * Orders came to something else than was told: the broker rejected what it had taken, or it has what was given up. Nobody waits for an
   * answer any more. Those that are alike, as the parts of a large one, are told together. Never rejects either.
   */
  turned(intents: readonly Intent[]): Promise<void>;
  /** The broker took a change or a cancellation, and its book still has the order as it was. Never rejects either. */
  notInBook(intent: Intent): Promise<void>;
}

const LATE = { title: "An order that was given up", type: "warning" } as const;
const AFTER_ALL = "has reached the broker after all: look at your orders";

const UNITS = new Intl.NumberFormat("en-IN");

type Named = Pick<ChildOrder, "contract" | "side" | "qty">;

/** 'Sell 1,755 NIFTY 23 Nov 24,500 CE', as tickets and messages call it. */
function orderWords({ contract: { underlying, expiry, strike, type }, side, qty }: Named): string {
  const month = new Date(expiry).toUTCString().slice(8, 11);
  const option = type === "FUT" ? [] : [UNITS.format(strike)];
  const words = [underlying, Number(expiry.slice(8)), month, ...option, type];
  return [side === BUY ? "Buy" : "Sell", UNITS.format(qty), ...words].join(" ");
}

/** '' of what makes nothing new. */
function wordsOf({ request }: Intent): string {
  if (isPlacing(request)) return orderWords(request.order);
  return request.kind === "gtt-place" ? `GTT: ${orderWords(request.gtt)}` : "";
}

/** What the user is told of an intent that has moved on; undefined where the account is gone. */
export function stateNews(intent: Intent): { readonly accountId: string; readonly event: UserEvent } | undefined {
  const { accountId, broker, key, batch, item, kind, state, orderId, message } = intent;
  if (accountId === null) return undefined;
  return { accountId, event: { type: "order", broker, key, batch, item, kind, state, orderId, message } };
}

export function createOrderNews(news: Pick<News, "tellUser" | "wake">, log: Log): OrderNews {
  const tell = (intent: string, accountId: string, event: UserEvent): Promise<void> =>
    news
      .tellUser(accountId, event)
      .catch((error: unknown) => log.warn({ err: error, intent }, "a user could not be told of an order"));
  return {
    settled: () => news.wake(),
    async turned(intents) {
      for (const [, [first, ...others]] of grouped(intents, (intent) => `${intent.state} ${wordsOf(intent)}`)) {
        const words = first ? wordsOf(first) : "";
        if (words === "" || first?.accountId == null) continue;
        const order = others.length === 0 ? words : `${words} x ${others.length + 1}`;
        const event: UserEvent =
          first.state === "placed"
            ? { type: "rejected", message: `${order} ${AFTER_ALL}`, toast: LATE }
            : { type: "rejected", message: `${order} was rejected: ${first.message}` };
        await tell(first.id, first.accountId, event);
      }
    },
    async notInBook({ id, accountId, request }) {
      if (accountId === null || (request.kind !== "modify" && request.kind !== "cancel")) return;
      const { contract, side, qty, symbol } = request.order;
      const order = contract ? orderWords({ contract, side, qty }) : symbol;
      const [what, is] = request.kind === "modify" ? ["change", "as it was"] : ["cancellation", "open"];
      const message = `The broker took the ${what} of ${order}, and its book still has the order ${is}: look at it`;
      await tell(id, accountId, { type: "rejected", message });
    },
  };
}
