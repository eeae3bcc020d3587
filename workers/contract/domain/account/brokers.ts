/**
 * The eleven brokers that a user may connect, as configuration: what tells one from another is data of its row, never a
 * condition on its id. Addresses are those of the brokers' own sites.
 */
import type { GttRules } from "../orders/gtt.ts";

/** What a user types in our own page before the broker is asked. Masked fields are never shown. */
export interface CredentialField {
  /** As the page labels it. */
  readonly label: string;
  readonly isMasked: boolean;
  /** The broker knows capitals only: they are made as one types. */
  readonly isUpperCase?: boolean;
}

/** How a connection begins. An `address` is the provider's login page, with {key} and {redirect} to be filled. */
export type BrokerLogin =
  /** At the provider, at once. */
  | { readonly kind: "external"; readonly address: string }
  /** At the provider, from our page about the broker. */
  | { readonly kind: "landing"; readonly address: string }
  /** On our own page; with an `address` it goes on at the provider, whose {key} is the user's own. */
  | {
      readonly kind: "credentials";
      readonly fields: readonly CredentialField[];
      readonly address?: string;
      /** The user has an app of his own at the broker: how one gets it, and the address that the app leads back to. */
      readonly guide?: { readonly title: string; readonly video: string };
    };

/**
 * What the callback page sends as the user's authorization. `names` are those of the provider's query that may carry a value;
 * `fields` is what was typed into our own page, in its order.
 */
export type TokenForm =
  /** One value of the query. */
  | { readonly kind: "code"; readonly names: readonly string[] }
  /** Two values: [authCode, userId]. */
  | { readonly kind: "pair"; readonly names: readonly string[]; readonly second: string }
  /** One value of the query, and what this browser remembered before it left: [code, value]. */
  | { readonly kind: "remembered"; readonly names: readonly string[] }
  /** Of the fields user, password and OTP: [user, OTP, SHA-256 of the password in hex]. */
  | { readonly kind: "password" }
  /** Of the fields app key and secret key: [secret key, app key, broker id]. */
  | { readonly kind: "keys" };

export interface Broker {
  /** In routes, calls and the stored session. */
  readonly id: string;
  readonly name: string;
  /** Two letters that stand for it: we draw no trademark. */
  readonly mark: string;
  readonly login: BrokerLogin;
  readonly token: TokenForm;
  /** Where an account is opened; a partner's link may take its place. */
  readonly signUp: string;
  /** Takes orders on BSE, too. */
  readonly tradesBse: boolean;
  /** Knows Margin only: no Intraday. */
  readonly isMarginOnly: boolean;
  /** The ticket lists its words for orders that it rejected. */
  readonly listsRejections?: true;
  /** Its positions keep their product: there is nothing to convert to. */
  readonly hidesConvert?: true;
  /** Realized P&L is the broker's own figure. */
  readonly tellsRealized?: true;
  /** Market orders go as limits by a rule of its own, or as they are: what is told of them is not known before. */
  readonly limitsMarket?: true;
  /** Strategies take the traded prices of their orders from its book. */
  readonly syncs?: true;
  /** Its login is answered with a field `a`, which the browser keeps. */
  readonly sendsExtra?: true;
  /** It keeps orders with triggers (../orders/gtt.ts), by these rules; left out where it keeps none, or nobody knows how. */
  readonly gtt?: GttRules;
}

const shown = (label: string): CredentialField => ({ label, isMasked: false });
const masked = (label: string): CredentialField => ({ label, isMasked: true });
const APP_KEYS: readonly CredentialField[] = [shown("APP KEY"), masked("SECRET KEY")];

/** In the order of the grid. */
export const BROKERS: readonly Broker[] = [
  {
    id: "fyers",
    name: "Fyers",
    mark: "FY",
    login: {
      kind: "external",
      address:
        "https://api-t1.fyers.in/api/v3/generate-authcode?client_id={key}&redirect_uri={redirect}&response_type=code&state=OD",
    },
    token: { kind: "code", names: ["auth_code"] },
    signUp: "https://fyers.in/",
    tradesBse: true,
    isMarginOnly: false,
    limitsMarket: true,
    listsRejections: true,
    syncs: true,
  },
  {
    id: "shoonya",
    name: "Shoonya",
    mark: "SH",
    login: {
      kind: "credentials",
      fields: [{ ...shown("USER ID"), isUpperCase: true }, masked("PASSWORD"), shown("2FA - OTP/TOTP")],
    },
    token: { kind: "password" },
    signUp: "https://www.shoonya.com/",
    tradesBse: false,
    isMarginOnly: false,
    sendsExtra: true,
  },
  {
    id: "upstox",
    name: "Upstox",
    mark: "UP",
    login: {
      kind: "credentials",
      fields: [shown("API KEY"), masked("API SECRET")],
      guide: { title: "How to get API Key and API Secret", video: "https://www.youtube.com/@upstox" },
      address:
        "https://api.upstox.com/v2/login/authorization/dialog?response_type=code&client_id={key}&redirect_uri={redirect}&state=OD",
    },
    token: { kind: "remembered", names: ["code"] },
    signUp: "https://upstox.com/",
    tradesBse: true,
    isMarginOnly: false,
    syncs: true,
  },
  {
    id: "dhan",
    name: "Dhan",
    mark: "DH",
    login: { kind: "external", address: "https://auth.dhan.co/login/consentApp-login?consentAppId={key}" },
    token: { kind: "code", names: ["tokenId", "requestToken"] },
    signUp: "https://dhan.co/",
    tradesBse: false,
    isMarginOnly: false,
    limitsMarket: true,
    gtt: { leastDistance: 0, products: ["MARGIN"] },
  },
  {
    id: "aliceblue",
    name: "Alice Blue",
    mark: "AB",
    login: { kind: "landing", address: "https://ant.aliceblueonline.com/?appcode={key}" },
    token: { kind: "pair", names: ["authCode"], second: "userId" },
    signUp: "https://aliceblueonline.com/",
    tradesBse: false,
    isMarginOnly: true,
    limitsMarket: true,
    hidesConvert: true,
  },
  {
    id: "angelone",
    name: "Angel One",
    mark: "AO",
    login: { kind: "landing", address: "https://smartapi.angelone.in/publisher-login?api_key={key}" },
    token: { kind: "code", names: ["auth_token", "authCode"] },
    signUp: "https://www.angelone.in/",
    tradesBse: false,
    isMarginOnly: true,
    limitsMarket: true,
    hidesConvert: true,
  },
  {
    id: "fivepaisa",
    name: "5paisa",
    mark: "5P",
    login: {
      kind: "external",
      address: "https://dev-openapi.5paisa.com/WebVendorLogin/VLogin/Index?VendorKey={key}&ResponseURL={redirect}",
    },
    token: { kind: "code", names: ["RequestToken"] },
    signUp: "https://www.5paisa.com/",
    tradesBse: false,
    isMarginOnly: false,
  },
  {
    id: "iifl",
    name: "IIFL",
    mark: "II",
    login: { kind: "credentials", fields: APP_KEYS },
    token: { kind: "keys" },
    signUp: "https://www.iiflcapital.com/",
    tradesBse: false,
    isMarginOnly: true,
    limitsMarket: true,
    hidesConvert: true,
  },
  {
    id: "jainam",
    name: "Jainam",
    mark: "JA",
    login: { kind: "credentials", fields: APP_KEYS },
    token: { kind: "keys" },
    signUp: "https://jainam.in/",
    tradesBse: true,
    isMarginOnly: false,
    limitsMarket: true,
  },
  {
    id: "zerodha",
    name: "Zerodha",
    mark: "ZE",
    login: {
      kind: "credentials",
      fields: APP_KEYS,
      address: "https://kite.zerodha.com/connect/login?v=3&api_key={key}",
    },
    token: { kind: "code", names: ["request_token"] },
    signUp: "https://zerodha.com/",
    tradesBse: true,
    isMarginOnly: true,
    hidesConvert: true,
    gtt: { leastDistance: 0.0025, products: ["MARGIN"] },
  },
  {
    id: "flattrade",
    name: "Flattrade",
    mark: "FT",
    login: {
      kind: "credentials",
      fields: APP_KEYS,
      address: "https://auth.flattrade.in/?app_key={key}&state=OD",
    },
    token: { kind: "remembered", names: ["code"] },
    signUp: "https://flattrade.in/",
    tradesBse: true,
    isMarginOnly: false,
    tellsRealized: true,
    syncs: true,
  },
];

/** Undefined for an id that no broker has. */
export const brokerOf = (id: string): Broker | undefined => BROKERS.find((broker) => broker.id === id);

/**
 * The provider's login page; undefined where the broker's login never leaves our own.
 * @param key our app's, or the user's own, as the login asks.
 * @param origin 'https://host', which the provider leads back to.
 */
export function loginAddress({ id, login }: Broker, key: string, origin: string): string | undefined {
  const redirect = `${origin}/api/v1/broker/${id}`;
  return login.address?.replace("{key}", encodeURIComponent(key)).replace("{redirect}", encodeURIComponent(redirect));
}

/** Before the path of every login page of the practice broker: '/practice/{id}', then the provider's own path. */
export const PRACTICE_LOGIN = "/practice";

/** The practice broker's login page in the place of the provider's: path and query are the provider's. */
export const practiceAddress = (broker: Broker, key: string, origin: string): string | undefined =>
  loginAddress(broker, key, origin)?.replace(/^https:\/\/[^/]+/, `${origin}${PRACTICE_LOGIN}/${broker.id}`);
