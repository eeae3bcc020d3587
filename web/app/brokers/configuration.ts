/** What is set about brokers: a partner's links when the app is built, what can be connected by the server. */
import type { BrokerConfiguration } from "./broker-links.ts";

/** Broker ids to values, of 'fyers=ABC-100,dhan=XYZ'. */
export function readPairs(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? "").split(",").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs.filter(([id, value]) => id !== "" && value !== ""));
}

/** A partner's link for opening an account, in place of the broker's own page (VITE_BROKER_SIGN_UP). */
const BROKER_SIGN_UP = readPairs(import.meta.env["VITE_BROKER_SIGN_UP"]);

/** For the address at which the browser has the product. @param offers as the server says; undefined while it has not. */
export const brokerConfiguration = (offers: BrokerConfiguration["offers"]): BrokerConfiguration => ({
  offers,
  signUp: BROKER_SIGN_UP,
  origin: location.origin,
});
