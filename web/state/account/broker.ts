/**
 * The session with a broker, as the browser knows it: its facts, never credentials. connected-broker.ts says which broker
 * it is; the first screen does not load that file.
 */
import { atom } from "jotai";
import { API_BASE, joinPath } from "#contract/wire/http/api-path.ts";
import { BROKER_LOGOUT_PATH } from "#contract/wire/http/order-path.ts";
import { isRecord, storedAtom } from "../saved/storage.ts";
import { expiresAtom, isLoggedIn } from "../session.ts";

export interface BrokerSession {
  readonly isBrokerLogin: boolean;
  /** The broker's id. */
  readonly broker: string;
  /** The user's id at the broker. */
  readonly id: string;
  /** In lower case. */
  readonly name: string;
  /** Nothing of it is real money. */
  readonly isPractice?: boolean;
  /** When it ends, ms since 1970. */
  readonly exp?: number | undefined;
  /** The user has had the broker trial. */
  readonly trial?: boolean | undefined;
  /** What one broker sends along, as its row says. */
  readonly a?: string | undefined;
}

const storedBrokerAtom = storedAtom<BrokerSession | null>(
  "broker",
  null,
  (value): value is BrokerSession | null =>
    value === null ||
    (isRecord(value) && typeof value["isBrokerLogin"] === "boolean" && typeof value["broker"] === "string"),
);
storedBrokerAtom.debugLabel = "broker";

/**
 * The stored `broker`; null while none is connected, and while nobody is logged in. Logging out cannot set it to null: the
 * first screen would have to load this file.
 */
export const brokerSessionAtom = atom(
  (get) => (isLoggedIn(get(expiresAtom)) ? get(storedBrokerAtom) : null),
  (_get, set, session: BrokerSession | null) => set(storedBrokerAtom, session),
);
brokerSessionAtom.debugLabel = "brokerSession";

/** Forgets the broker's session in this browser; the server is not asked. */
export const dropBrokerAtom = atom(null, (_get, set) => {
  set(brokerSessionAtom, null);
  localStorage.removeItem("broker");
});
dropBrokerAtom.debugLabel = "dropBroker";

/** Ends the broker's session at the server and in this browser. It ends here even where the server fails. */
export const logOutOfBrokerAtom = atom(null, async (_get, set) => {
  try {
    const response = await fetch(joinPath(API_BASE, BROKER_LOGOUT_PATH));
    if (!response.ok) console.warn("broker logout:", response.status);
  } catch (error) {
    console.warn("broker logout:", error);
  }
  set(dropBrokerAtom);
});
logOutOfBrokerAtom.debugLabel = "logOutOfBroker";

/** The stored `isDisclaimer`: the user has read what a connection is for. */
export const isDisclaimerReadAtom = storedAtom<boolean>(
  "isDisclaimer",
  false,
  (value): value is boolean => typeof value === "boolean",
);
isDisclaimerReadAtom.debugLabel = "isDisclaimer";
