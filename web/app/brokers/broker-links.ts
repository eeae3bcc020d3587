/** Where the pages about brokers lead, and what a tile says of that. Pure. */
import { type Broker, type CredentialField, loginAddress } from "#contract/domain/brokers.ts";
import { BROKER_LOGIN } from "../paths.ts";

export interface BrokerLink {
  readonly href: string;
  /** Leaves the product. */
  readonly isExternal: boolean;
}

export interface BrokerConfiguration {
  /** Our app's keys, by broker. */
  readonly keys: Readonly<Record<string, string>>;
  /** Partners' links, by broker. */
  readonly signUp: Readonly<Record<string, string>>;
  /** 'https://host' of this product, which a provider leads back to. */
  readonly origin: string;
}

/** Our own page about connecting to a broker. */
const credentialsPath = (id: string): string => `${BROKER_LOGIN}/${id}`;

/** The provider's login page; without our key there, our own page, which says so. */
export function providerLink(broker: Broker, { keys, origin }: BrokerConfiguration): BrokerLink {
  const key = keys[broker.id];
  const isOurs = broker.login.kind !== "credentials"; // there the key is the user's
  const address = key === undefined || !isOurs ? undefined : loginAddress(broker, key, origin);
  return address === undefined
    ? { href: credentialsPath(broker.id), isExternal: false }
    : { href: address, isExternal: true };
}

/** What a tile of the grid opens. */
export function loginLink(broker: Broker, configuration: BrokerConfiguration): BrokerLink {
  if (broker.login.kind === "landing") return { href: `/broker/${broker.id}`, isExternal: false };
  return providerLink(broker, configuration);
}

export const signUpLink = (broker: Broker, { signUp }: BrokerConfiguration): BrokerLink => ({
  href: signUp[broker.id] ?? broker.signUp,
  isExternal: true,
});

const ABBREVIATIONS = ["API", "ID", "OTP"];

/** What the user needs at hand, and where orders may go: 'User ID, password, OTP · NSE'. */
export function loginWords({ login, tradesBse }: Broker): string {
  const needs = login.kind === "credentials" ? fieldWords(login.fields) : "On its own page";
  return `${needs} · ${tradesBse ? "NSE, BSE" : "NSE"}`;
}

function fieldWords(fields: readonly CredentialField[]): string {
  const words = fields
    .map(({ label }) => (label.startsWith("2FA") ? "OTP" : label))
    .map((label) => label.split(" ").map((word) => (ABBREVIATIONS.includes(word) ? word : word.toLowerCase())))
    .map((each) => each.join(" "))
    .join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
