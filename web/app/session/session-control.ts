/**
 * The session of this page: connects the workers while somebody is logged in, and ends it once, for whatever reason.
 * It runs before React does, so that the first figures are on their way while the views load.
 */
import { atom, type createStore } from "jotai";
import { type Client, createClient } from "#client/client.ts";
import { fingerprintOf, thisDevice } from "../../state/account/fingerprint.ts";
import { clientAtom } from "../../state/market/market.ts";
import { createFeedListener } from "../../state/market/market-events.ts";
import { dangerNoticeAtom } from "../../state/notices.ts";
import {
  dropSessionAtom,
  expiresAtom,
  getLogout,
  isLoggedIn,
  loginOfAnotherTab,
  retryLogout,
  socketTicketAtom,
  subscribedAtom,
  type Visitor,
} from "../../state/session.ts";
import { DATA_BASE } from "../product.ts";
import { refreshAccount } from "./refresh-account.ts";

type Store = ReturnType<typeof createStore>;

export const MULTI_LOGIN = "Logged in from another device. Login again to continue";
/** A socket stays open for so long after a call was refused. */
const REASON_MS = 3000;
/** The server tells of a login before it answers it: another tab of this browser may have the new ticket only so much later. */
const LOGIN_MS = 1000;
const WORKERS_FAILED = "No figures: a part of the page failed to load. Reload the page.";

export interface SessionEnd {
  /** What /login says of it. */
  readonly message?: string;
}

/** Set when this page's session has ended: /login is to be shown. */
export const sessionEndAtom = atom<SessionEnd | undefined>(undefined);
sessionEndAtom.debugLabel = "sessionEnd";

export interface SessionControl {
  readonly visitor: () => Visitor;
  /** Ends the session here and at the server, which is told also where nobody is logged in here: its cookie may be alive. */
  readonly logOut: () => Promise<void>;
}

/** @param began who was there when the page started. */
export function startSession(store: Store, began: Visitor): SessionControl {
  const ticket = store.get(socketTicketAtom);
  let client: Client | undefined;
  let ended: SessionEnd | undefined;

  /** @param hasReason why is not known yet: the socket stays open for as long as the server may need to say it. */
  function end(hasReason = false, message?: string): void {
    // A refused call may be faster than the event that says why: the reason still comes through.
    if (ended && (!message || ended.message)) return;
    ended = message ? { message } : {};
    if (hasReason) setTimeout(() => client?.disconnect(), REASON_MS);
    else client?.disconnect();
    store.set(dropSessionAtom);
    store.set(sessionEndAtom, ended); // last: who reads it finds nobody logged in
  }

  /** What ended the session may be a login in another tab of this browser: then it is this tab's session, too. */
  function endUnlessRenewed(hasReason: boolean, message?: string): boolean {
    if (loginOfAnotherTab(ticket)) {
      location.reload();
      return false;
    }
    end(hasReason, message);
    return true;
  }

  // A login, here or in another tab, is a session of the page that is loaded after it: this one has no workers.
  const isIn = (): boolean => began !== "out" && !ended && isLoggedIn(store.get(expiresAtom));
  const control: SessionControl = {
    visitor: () => (!isIn() ? "out" : store.get(subscribedAtom) ? "subscribed" : "unsubscribed"),
    async logOut() {
      await getLogout();
      if (isIn()) end();
    },
  };
  if (began === "out") {
    retryLogout();
    return control;
  }

  // Also keeps the stored value followed across tabs: a logout in one is a logout in all. A login after the end is the login page's.
  store.sub(expiresAtom, () => {
    if (!ended && !isIn()) endUnlessRenewed(true);
  });
  if (began === "unsubscribed") return control;

  const started = createClient((why) => {
    console.error("workers:", why);
    store.set(dangerNoticeAtom, WORKERS_FAILED);
  });
  client = started;
  store.set(clientAtom, started);
  const listener = createFeedListener(store, {
    loggedOut: (isOrdered) => void endUnlessRenewed(!isOrdered),
    unsubscribed: () => started.disconnect(),
    multiLogout: () => {
      setTimeout(() => {
        if (ended?.message) return; // a socket that comes back hears it again
        if (endUnlessRenewed(false, MULTI_LOGIN)) void getLogout();
      }, LOGIN_MS);
    },
    accountChanged: () => void refreshAccount(store),
  });
  // The workers load meanwhile: the fingerprint asks the graphics driver, which takes its time.
  const fingerprint = fingerprintOf(thisDevice);
  const base = DATA_BASE && { dataBase: DATA_BASE };
  started.connect({ origin: location.origin, ...base, ticket, fingerprint }, listener);
  return control;
}
