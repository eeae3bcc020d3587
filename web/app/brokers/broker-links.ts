/** Where the pages about brokers lead, and what a tile says of that. Pure. */
import { type Broker, type CredentialField, practiceAddress } from "#contract/domain/account/brokers.ts";
import { BROKER, BROKER_LOGIN } from "../routing/paths.ts";

export interface BrokerLink {
  readonly href: string;
  /** Leaves the board. */
  readonly isExternal: boolean;
}

export interface BrokerConfiguration {
  /** What can be connected on this server; undefined while that is not known. */
  readonly offers: Readonly<Record<string, "practice" | "real">> | undefined;
  /** Partners' links, by broker. */
  readonly signUp: Readonly<Record<string, string>>;
  /** 'https://host' of this product, which a provider leads back to. */
  readonly origin: string;
}

/** The practice broker's app key at brokers where the key is not the user's own. */
const PRACTICE_KEY = "practice";

/** Our own page about connecting to a broker. */
export const credentialsPath = (id: string): string => `${BROKER_LOGIN}/${id}`;

/**
 * The login page of a broker that has one of its own; else our page about it. A click asks the server for the address, and
 * begins an attempt with that: this is what the link says.
 */
export function providerLink(broker: Broker, { offers, origin }: BrokerConfiguration): BrokerLink {
  const isOurs = broker.login.kind !== "credentials"; // there the key is the user's
  const isPractice = offers?.[broker.id] === "practice";
  const address = isOurs && isPractice ? practiceAddress(broker, PRACTICE_KEY, origin) : undefined;
  return address === undefined
    ? { href: credentialsPath(broker.id), isExternal: false }
    : { href: address, isExternal: true };
}

/** What a tile of the grid opens. @param opensLanding the landing pages are open to the visitor: not to who has no subscription */
export function loginLink(broker: Broker, configuration: BrokerConfiguration, opensLanding: boolean): BrokerLink {
  if (broker.login.kind !== "landing") return providerLink(broker, configuration);
  return { href: opensLanding ? `${BROKER}/${broker.id}` : credentialsPath(broker.id), isExternal: false };
}

export const signUpLink = (broker: Broker, { signUp }: BrokerConfiguration): BrokerLink => ({
  href: signUp[broker.id] ?? broker.signUp,
  isExternal: true,
});

const ABBREVIATIONS = ["API", "ID", "OTP"];

/** What the user needs at hand, and where orders may go: 'User ID, password, OTP · NSE'. */
export function loginWords({ login, tradesBse }: Broker): string {
  const needs = login.kind === "credentials" ? fieldWords(login.fields) : "On its own page";
  return `${needs} · ${tradesBse ? "NSE,\u00a0BSE" : "NSE"}`;
}

function fieldWords(fields: readonly CredentialField[]): string {
  const words = fields
    .map(({ label }) => (label.startsWith("2FA") ? "OTP" : label))
    .map((label) => label.split(" ").map((word) => (ABBREVIATIONS.includes(word) ? word : word.toLowerCase())))
    .map((each) => each.join(" "))
    .join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
