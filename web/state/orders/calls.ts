/** The calls to the connected broker, by way of our server: its tokens and secrets never come here. */
import type { createStore } from "jotai";
import type { OrderItem } from "#contract/domain/orders/order.ts";
import type { Executions } from "#contract/domain/strategy/trading.ts";
import type { BodyOf, Call, ResponseOf } from "#contract/wire/http/call.ts";
import type { Outcome, TabReply, WriteReply } from "#contract/wire/http/order-bodies.ts";
import {
  BASKET_MARGIN_PATH,
  BROKER_TAB_PATH,
  CANCEL_ORDER_PATH,
  CONVERT_POSITION_PATH,
  DELETE_GTT_PATH,
  EXIT_POSITION_PATH,
  FOLLOW_ORDER_PATH,
  MODIFY_GTT_PATH,
  MODIFY_ORDER_PATH,
  PLACE_GTT_PATH,
  PLACE_ORDERS_PATH,
  SUBMISSION_PATH,
} from "#contract/wire/http/order-path.ts";
import type {
  basketMargin,
  brokerTab,
  cancelOrder,
  convertPosition,
  deleteGtt,
  exitPosition,
  followOrder,
  missedOrders,
  modifyGtt,
  modifyOrder,
  placeGtt,
  placeOrders,
  submission,
} from "#contract/wire/http/orders.ts";
import { brokerSessionAtom, dropBrokerAtom } from "../account/broker.ts";
import { load, RefusedCall } from "../api.ts";
import { rejectionsAtom } from "./news.ts";
import { type KnownChild, RefusedSend } from "./send.ts";

export type BookTab = "positions" | "orders" | "gtt" | "holdings" | "funds";

/** A write without an answer that can be trusted: nobody knows what became of it before the book is read again. */
class LostCall extends Error {
  override readonly name = "LostCall";
}

/** Of a press that changes something; the name of the header is the contract's. */
const KEY_HEADER = "Idempotency-Key";
/** A connection may hang for minutes. What is pressed is asked for by its key then, which the server answers at once. */
const LONGEST_WRITE_MS = 45_000;

const pressed = (key: string) => ({
  headers: { [KEY_HEADER]: key },
  signal: AbortSignal.timeout(LONGEST_WRITE_MS),
});

/** The broker's session is over, in the words of every adapter. */
const SESSION_OVER: readonly string[] = [
  "Could not authenticate the user",
  "Your token has expired. Please generate a token",
];
export const NO_BROKER = "No broker is connected.";

/** A new name for one press of a button. */
export const newPress = (): string => crypto.randomUUID();

const pathOfPress = (press: string): string => SUBMISSION_PATH.replace("{key}", encodeURIComponent(press));

export type BrokerCalls = ReturnType<typeof createBrokerCalls>;

export function createBrokerCalls(store: Pick<ReturnType<typeof createStore>, "get" | "set">) {
  const pathOf = (path: string): string => {
    const session = store.get(brokerSessionAtom);
    if (session?.isBrokerLogin !== true) throw new RefusedSend(NO_BROKER);
    return path.replace("{broker}", encodeURIComponent(session.broker));
  };

  function seeSession(words: string): void {
    if (!SESSION_OVER.includes(words) || store.get(brokerSessionAtom) === null) return;
    store.set(dropBrokerAtom);
    store.set(rejectionsAtom, [...store.get(rejectionsAtom), { message: "Your broker session has ended." }]);
  }

  async function call<C extends Call>(
    method: C["method"],
    path: string,
    body?: BodyOf<C>,
    key?: string,
  ): Promise<ResponseOf<C>> {
    try {
      return await load<C>(method, pathOf(path), body, key === undefined ? undefined : pressed(key));
    } catch (error) {
      if (error instanceof RefusedCall) seeSession(error.message);
      throw error;
    }
  }

  /** @throws RefusedSend where the server said no before it did anything, LostCall where that is not known. */
  async function write<C extends Call>(path: string, body: BodyOf<C>, key: string): Promise<ResponseOf<C>> {
    try {
      return await call<C>("post", path, body, key);
    } catch (error) {
      if (error instanceof RefusedSend) throw error;
      if (error instanceof RefusedCall && error.status < 500)
        throw new RefusedSend(error.message || `The server refused it (${error.status}).`);
      throw new LostCall("The answer was lost.", { cause: error });
    }
  }

  /** A change that the broker refused may say that the session is over. */
  async function heard(change: Promise<WriteReply>): Promise<WriteReply> {
    const reply = await change;
    for (const { m } of [reply, ...(reply.data ?? []).map(({ body }) => body)]) seeSession(m);
    return reply;
  }

  return {
    /** @param key '{press}/{batch}' @throws RefusedSend, LostCall */
    async place(items: readonly OrderItem[], key: string, orderIds?: readonly string[]): Promise<readonly Outcome[]> {
      const body = { data: [...items], ...(orderIds && { orderId: [...orderIds] }) };
      const { data } = await write<typeof placeOrders>(PLACE_ORDERS_PATH, body, key);
      const outcomes = data.data.map(({ body }) => body);
      for (const { m } of outcomes) seeSession(m);
      return outcomes;
    },
    /** What the broker asks for orders that are not sent yet. @throws RefusedCall, TypeError */
    margin: async (items: readonly OrderItem[]): Promise<ResponseOf<typeof basketMargin>["data"]> =>
      (await call<typeof basketMargin>("post", BASKET_MARGIN_PATH, { data: [...items] })).data,
    /** What the server knows of a press. */
    ask: async (press: string): Promise<readonly KnownChild[]> =>
      (await load<typeof submission>("get", pathOfPress(press))).data,
    /** The user says that the broker does not have what is in doubt of a press. @throws RefusedCall, TypeError */
    missed: (press: string, data: BodyOf<typeof missedOrders>["data"]) =>
      load<typeof missedOrders>("post", pathOfPress(press), { data }),
    /** @throws RefusedCall, TypeError */
    tab: (tab: BookTab): Promise<TabReply> => call<typeof brokerTab>("get", BROKER_TAB_PATH.replace("{tab}", tab)),
    /** What became of the day's orders, by the broker's ids. @throws RefusedCall, TypeError */
    executions: async (): Promise<Executions> =>
      (await call<typeof brokerTab>("get", `${BROKER_TAB_PATH.replace("{tab}", "orders")}?sync=true`)).data ?? {},
    modify: (body: BodyOf<typeof modifyOrder>, press: string): Promise<WriteReply> =>
      heard(write<typeof modifyOrder>(MODIFY_ORDER_PATH, body, `${press}/0`)),
    cancel: (body: BodyOf<typeof cancelOrder>, press: string): Promise<WriteReply> =>
      heard(write<typeof cancelOrder>(CANCEL_ORDER_PATH, body, `${press}/0`)),
    /** Has the limit of an order follow the quotes, or ends that. @returns the server's words. @throws RefusedCall, TypeError */
    follow: async (id: string, follow: boolean): Promise<string> =>
      (await call<typeof followOrder>("post", FOLLOW_ORDER_PATH, { id, follow })).message,
    exit: (body: BodyOf<typeof exitPosition>, press: string): Promise<WriteReply> =>
      heard(write<typeof exitPosition>(EXIT_POSITION_PATH, body, `${press}/0`)),
    convert: (body: BodyOf<typeof convertPosition>, press: string): Promise<WriteReply> =>
      heard(write<typeof convertPosition>(CONVERT_POSITION_PATH, body, `${press}/0`)),
    placeGtt: (body: BodyOf<typeof placeGtt>, press: string): Promise<WriteReply> =>
      heard(write<typeof placeGtt>(PLACE_GTT_PATH, body, `${press}/0`)),
    modifyGtt: (body: BodyOf<typeof modifyGtt>, press: string): Promise<WriteReply> =>
      heard(write<typeof modifyGtt>(MODIFY_GTT_PATH, body, `${press}/0`)),
    deleteGtt: (body: BodyOf<typeof deleteGtt>, press: string): Promise<WriteReply> =>
      heard(write<typeof deleteGtt>(DELETE_GTT_PATH, body, `${press}/0`)),
  };
}
