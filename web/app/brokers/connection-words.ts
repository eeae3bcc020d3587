/** What the card of a connection says. Pure. */
import type { AddressRefusal } from "#contract/wire/http/orders.ts";

/** Brokers' days and ours are Indian, wherever the browser is. */
const MOMENT = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** 'Wed 19 Aug 06:00 IST'. @param at ms since 1970; undefined where the broker does not tell */
export const momentWords = (at: number | undefined): string =>
  at === undefined ? "The broker does not say when" : `${MOMENT.format(at).replaceAll(",", "")} IST`;

/** 'Tue 18 Aug 12:31 IST: IP is not registered'. */
export const refusalWords = ({ at, message }: AddressRefusal): string => `${momentWords(at)}: ${message}`;

/** With whose key one trades, and whether rules may act by themselves then. */
export const MODE_WORDS = {
  sandbox: "Practice: play money, and rules that you arm act",
  self: "Your own key on your own machine: rules that you arm act",
  hosted: "Your own key on a server of others: nothing acts by itself",
  vendor: "This server's key: nothing acts by itself",
} as const;

/** What is to be done about addresses. @param addresses as the operator has told; none: not told */
export function addressWords(
  broker: string,
  addresses: readonly string[],
  isPractice: boolean,
  isVendor = false,
): string {
  if (isPractice) return "None has to be registered: no order leaves this server";
  if (isVendor) return "None has to be registered: this server's key has its own";
  if (addresses.length === 0) return `Ask who runs this server for its address, and register that with ${broker}`;
  return `Register with ${broker}: it takes orders from no other`;
}
