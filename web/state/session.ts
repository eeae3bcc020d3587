/**
 * Who is logged in, as the browser knows it. The credential is an HttpOnly cookie; what is stored here is the socket
 * ticket, when the session expires, and the user as login described them.
 */
import { atom } from "jotai";
import type { User } from "#contract/wire/http/accounts.ts";
import { API_BASE, joinPath, LOGOUT_PATH } from "#contract/wire/http/api-path.ts";
import { isNumber, isRecord, readItem, storedAtom, storedTextAtom, writeItem } from "./saved/storage.ts";

/** The stored `tk` when there is no ticket. */
const NO_TICKET = "no";
/** What logging out takes from storage. */
const SESSION_KEYS = ["tk", "token", "isLoggedIn", "isDisclaimer", "broker", "user"] as const;

/** The ticket the sockets use; 'no' when there is none. */
export const socketTicketAtom = storedTextAtom("tk", NO_TICKET);
socketTicketAtom.debugLabel = "tk";
/** When the session expires, epoch ms; logged in while that is later than now. */
export const expiresAtom = storedAtom<number>("isLoggedIn", 0, isNumber);
expiresAtom.debugLabel = "isLoggedIn";
/** The user as login described them. */
export const userAtom = storedAtom<User | null>(
  "user",
  null,
  (value): value is User | null => value === null || (isRecord(value) && typeof value["email"] === "string"),
);
userAtom.debugLabel = "user";

/** Whether this page has the market's figures: false from HTTP 402 or 'special subscribe' on, until the page is loaded again. */
export const subscribedAtom = atom(true);
subscribedAtom.debugLabel = "isSubscribed";

/** Who looks at the page: nobody is logged in, somebody without a subscription, or a subscriber. */
export type Visitor = "out" | "unsubscribed" | "subscribed";

/** Runs once, when the page starts: who is there, as storage says. What the account says later counts from the next page on. */
export const beginVisitAtom = atom(null, (get, set): Visitor => {
  if (readItem("tk") === null) set(socketTicketAtom, NO_TICKET);
  if (!isLoggedIn(get(expiresAtom))) return "out";
  const isSubscribed = get(userAtom)?.subscribed !== false && !hasEnded();
  set(subscribedAtom, isSubscribed);
  return isSubscribed ? "subscribed" : "unsubscribed";
});
beginVisitAtom.debugLabel = "beginVisit";

/** Kept for the tab, so that its next pages do not ask again for what was refused. */
const ENDED = "subscriptionEnded";

function hasEnded(): boolean {
  try {
    return sessionStorage.getItem(ENDED) !== null;
  } catch {
    return false; // storage is switched off: the next page is refused once more
  }
}

/** @param isOver false: there is a subscription again, and the next page begins with it. */
export function keepEnd(isOver: boolean): void {
  try {
    if (isOver) sessionStorage.setItem(ENDED, "1");
    else sessionStorage.removeItem(ENDED);
  } catch {
    // as above
  }
}

/** The server refused for want of a subscription. */
export const endSubscriptionAtom = atom(null, (get, set) => {
  const user = get(userAtom);
  if (user) set(userAtom, { ...user, subscribed: false });
  keepEnd(true);
  set(subscribedAtom, false);
});
endSubscriptionAtom.debugLabel = "endSubscription";

export const isLoggedIn = (expires: number): boolean => expires > Date.now();

/**
 * Whether another tab of this browser has logged in since then. Tabs share the cookie and the storage, so its session is
 * also this tab's. It reads storage itself, because the event about a change may not have arrived yet.
 * @param ticket the one this page started with.
 */
export function loginOfAnotherTab(ticket: string): boolean {
  const stored = readItem("tk") ?? NO_TICKET;
  return stored !== NO_TICKET && stored !== ticket && isLoggedIn(Number(readItem("isLoggedIn")));
}

/**
 * Forgets the session in this browser; the server is not asked. Nothing is kept in the ticket's place, not even 'no': of two
 * tabs that forget it one would write it again after the other.
 */
export const dropSessionAtom = atom(null, (_get, set) => {
  set(expiresAtom, 0);
  set(socketTicketAtom, NO_TICKET);
  set(userAtom, null);
  for (const key of SESSION_KEYS) localStorage.removeItem(key);
  keepEnd(false);
  globalThis.indexedDB?.deleteDatabase("private-key"); // where the user kept it on this device (`saved/private/key-keeper.ts`)
});
dropSessionAtom.debugLabel = "dropSession";

/** Stored while the server may not know of a logout. */
const OWED = "logoutOwed";
/** Nobody who logs out waits longer for the server. */
const LOGOUT_MS = 5000;

/** Nothing is to be told to the server: it knows, or the cookie is of another login by now. */
export const forgetLogout = (): void => localStorage.removeItem(OWED);

/** Settles once the server has answered the last logout, or will not; it never rejects. */
export let logoutCall: Promise<void> | undefined;

/** Ends the session at the server. A failure is kept for the next page and for the network's return: the cookie is alive until then. */
export function getLogout(): Promise<void> {
  writeItem(OWED, "1");
  window.ononline = retryLogout;
  logoutCall = fetch(joinPath(API_BASE, LOGOUT_PATH), { signal: AbortSignal.timeout(LOGOUT_MS) }).then(
    ({ ok }) => {
      if (ok) forgetLogout();
    },
    () => undefined,
  );
  return logoutCall;
}

/** Logs out once more where the server could not be told. */
export const retryLogout = (): void => void (readItem(OWED) !== null && getLogout());
