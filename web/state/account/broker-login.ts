/** Connecting a broker: what this server offers, the calls, and what the browser keeps. Credentials are never stored. */
import { atom } from "jotai";
import { brokerOf } from "#contract/domain/account/brokers.ts";
import type { login } from "#contract/wire/http/accounts.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import { BROKER_ATTEMPT_PATH, BROKER_CONNECT_PATH, BROKER_SESSION_PATH } from "#contract/wire/http/order-path.ts";
import type { AddressRefusal, beginBroker, brokerSession, connectBroker } from "#contract/wire/http/orders.ts";
import { ask, load } from "../api.ts";
import { handoffAtom } from "../orders/basket/handoff.ts";
import { isRecord } from "../saved/storage.ts";
import { expiresAtom, isLoggedIn } from "../session.ts";
import { brokerSessionAtom, dropBrokerAtom } from "./broker.ts";
import { keepSessionAtom } from "./login.ts";

export type BrokerOffers = ResponseOf<typeof brokerSession>["brokers"];
export type Connected = ResponseOf<typeof connectBroker>;

/** What can be connected on this server, by broker: practice or the broker itself. Undefined until it is known. */
export const brokerOffersAtom = atom<BrokerOffers | undefined>(undefined);
brokerOffersAtom.debugLabel = "brokerOffers";

/** From which orders leave, as brokers see them, and the last refusal of today for that. */
export const orderAddressAtom = atom<{
  readonly addresses: readonly string[];
  readonly refusal: AddressRefusal | undefined;
  /** With whose key; undefined while nobody is connected. */
  readonly mode: NonNullable<ResponseOf<typeof brokerSession>["data"]>["mode"] | undefined;
}>({ addresses: [], refusal: undefined, mode: undefined });
orderAddressAtom.debugLabel = "orderAddress";

/** Asks the server what it offers and who is connected: it knows better than what is stored here. @throws as `load` */
export const refreshBrokerAtom = atom(null, async (get, set) => {
  const { data, brokers, addresses, handoff } = await load<typeof brokerSession>("get", BROKER_SESSION_PATH);
  if (!isLoggedIn(get(expiresAtom))) return; // the session ended meanwhile
  set(brokerOffersAtom, brokers);
  set(orderAddressAtom, { addresses, refusal: data?.addressRefusal ?? undefined, mode: data?.mode });
  set(handoffAtom, handoff);
  if (data === null) {
    if (get(brokerSessionAtom) !== null) set(dropBrokerAtom);
    return;
  }
  const { broker, id, name, isPractice, exp, trial } = data;
  const before = get(brokerSessionAtom);
  const a = before?.broker === broker ? before.a : undefined;
  set(brokerSessionAtom, { isBrokerLogin: true, broker, id, name, isPractice, exp, trial, a });
});
refreshBrokerAtom.debugLabel = "refreshBroker";

/** @returns where the broker's login page is; null where our own page is enough. @throws as `load` */
export const postBrokerAttempt = async (broker: string, credentials: readonly string[]): Promise<string | null> => {
  const path = BROKER_ATTEMPT_PATH.replace("{broker}", broker);
  return (await load<typeof beginBroker>("post", path, { credentials: [...credentials] })).address;
};

/** @throws as `ask` */
export const postBrokerToken = (broker: string, authToken: string | readonly string[]): Promise<Connected> =>
  ask<typeof connectBroker>("post", BROKER_CONNECT_PATH.replace("{broker}", broker), {
    authToken: typeof authToken === "string" ? authToken : [...authToken],
  });

/** Keeps a connection. @returns whether the user was logged in along with it: then the page is to be loaded again. */
export const keepBrokerAtom = atom(null, (_get, set, broker: string, reply: Connected): boolean => {
  const { id = "", isPractice = false, isLFB = false, exp, trial, token, user } = reply;
  const name = (reply.name ?? "").toLowerCase();
  const a = brokerOf(broker)?.sendsExtra ? reply.a : undefined;
  set(brokerSessionAtom, { isBrokerLogin: true, broker, id, name, isPractice, exp, trial, a });
  if (!isLFB || token === undefined || !isUser(user)) return false;
  set(keepSessionAtom, { status: "success", message: "", token, data: { user } });
  return true;
});
keepBrokerAtom.debugLabel = "keepBroker";

type User = NonNullable<ResponseOf<typeof login>["data"]>["user"];
const isUser = (value: unknown): value is User =>
  isRecord(value) && typeof value["email"] === "string" && typeof value["expires"] === "number";

/** What was typed for a broker whose login never leaves our pages: on its way to the callback page, in memory alone. */
export const typedCredentialsAtom = atom<{ readonly broker: string; readonly values: readonly string[] } | undefined>(
  undefined,
);
typedCredentialsAtom.debugLabel = "typedCredentials";

const REMEMBERED = "brokerLogin";

/** A mark of this tab for the way to a broker and back; it says nothing of the user. */
export function rememberLeaving(broker: string): void {
  try {
    sessionStorage.setItem(`${REMEMBERED}.${broker}`, crypto.randomUUID());
  } catch (error) {
    console.warn("session storage:", error); // the server's cookie is what counts
  }
}

/** The mark, once; '' without one. */
export function takeRemembered(broker: string): string {
  try {
    const key = `${REMEMBERED}.${broker}`;
    const mark = sessionStorage.getItem(key) ?? "";
    sessionStorage.removeItem(key);
    return mark;
  } catch {
    return "";
  }
}
