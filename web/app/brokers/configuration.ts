/** What an installation sets about brokers when the app is built: its app keys at them, and a partner's links. */
import type { BrokerConfiguration } from "./broker-links.ts";

/** Broker ids to values, of 'fyers=ABC-100,dhan=XYZ'. */
export function readPairs(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? "").split(",").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs.filter(([id, value]) => id !== "" && value !== ""));
}

/** Our app's key at each broker that has one (VITE_BROKER_KEYS). */
const BROKER_KEYS = readPairs(import.meta.env["VITE_BROKER_KEYS"]);
/** A partner's link for opening an account, in place of the broker's own page (VITE_BROKER_SIGN_UP). */
const BROKER_SIGN_UP = readPairs(import.meta.env["VITE_BROKER_SIGN_UP"]);

/** For the address at which the browser has the product. */
export const brokerConfiguration = (): BrokerConfiguration => ({
  keys: BROKER_KEYS,
  signUp: BROKER_SIGN_UP,
  origin: location.origin,
});
