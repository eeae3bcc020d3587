/**
 * Who may open what, and where everybody else is led: one rule for the first page, which does not wait for the router, and
 * for every step after it.
 */
import type { ScreenDefinition } from "#contract/worker/screen.ts";
import type { Visitor } from "../../state/session.ts";
import {
  ACCOUNT,
  ALERT_SETTINGS,
  BROKER,
  BROKER_DASHBOARD,
  BROKER_LOGIN,
  BROKER_RETURN,
  ENTRANCE,
  FORMULA_HELP,
  LOGIN,
  PRICING,
  REGISTER,
  REPORT,
  RESET_PASSWORD,
  STATUS,
  USER_LIST,
} from "./paths.ts";

const OUT: readonly Visitor[] = ["out"];
const LOGGED_IN: readonly Visitor[] = ["unsubscribed", "subscribed"];
const SUBSCRIBED: readonly Visitor[] = ["subscribed"];
const EVERYBODY: readonly Visitor[] = [...OUT, ...LOGGED_IN];
/** A user without a subscription has a few pages of his own, and not each that a stranger has. */
const NOT_UNSUBSCRIBED: readonly Visitor[] = [...OUT, ...SUBSCRIBED];

/** Visitors by path, in the router's language: '$name' is one step of the path, '{$}' whatever follows. First match wins. */
export const RULES = [
  [LOGIN, OUT],
  [`${REGISTER}/$id`, OUT],
  [`${REGISTER}{$}`, OUT],
  [`${RESET_PASSWORD}/$token`, NOT_UNSUBSCRIBED],
  [`${RESET_PASSWORD}{$}`, OUT],
  [PRICING, EVERYBODY],
  [`${PRICING}{$}`, OUT],
  [ACCOUNT, LOGGED_IN],
  [REPORT, LOGGED_IN],
  [ALERT_SETTINGS, SUBSCRIBED],
  [FORMULA_HELP, SUBSCRIBED],
  // An administrator needs no subscription; these pages send other users without one to the prices.
  [STATUS, LOGGED_IN],
  [USER_LIST, LOGGED_IN],
  // Without a broker it leads on to where one is connected.
  [BROKER_DASHBOARD, SUBSCRIBED],
  [BROKER_LOGIN, EVERYBODY],
  [`${BROKER_LOGIN}/$broker`, EVERYBODY],
  [`${BROKER_RETURN}/$broker`, EVERYBODY],
  [`${BROKER_RETURN}/{$}`, OUT],
  [`${BROKER}/$broker`, NOT_UNSUBSCRIBED],
  [`${BROKER}{$}`, OUT],
] as const satisfies readonly (readonly [path: `/${string}`, visitors: readonly Visitor[]])[];

/** The paths of the shell's own pages. */
export type PagePath = (typeof RULES)[number][0];

/** Where a visitor is led from a page that is not for him. */
const ELSEWHERE: Readonly<Record<Visitor, string>> = { out: LOGIN, unsubscribed: PRICING, subscribed: ENTRANCE };

/** Who may open the screen of a path; undefined where there is none. */
export type AccessOf = (path: string) => ScreenDefinition<unknown, unknown>["access"] | undefined;

/** @returns where the visitor is led instead; undefined where he may stay. */
export function decide(path: string, visitor: Visitor, accessOf: AccessOf): string | undefined {
  const at = plain(path);
  const visitors = RULES.find(([pattern]) => isAt(plain(pattern), at))?.[1] ?? visitorsOf(accessOf(at));
  if (visitors.includes(visitor)) return undefined;
  return at === LOGIN ? ENTRANCE : ELSEWHERE[visitor];
}

function visitorsOf(access: ReturnType<AccessOf>): readonly Visitor[] {
  if (access === undefined) return [];
  return access === "user" ? LOGGED_IN : SUBSCRIBED;
}

/** Neither case nor a slash at the end tells two paths apart, here as in the router. */
export const plain = (path: string): string => path.toLowerCase().replace(/(.)\/$/, "$1");

function isAt(pattern: string, path: string): boolean {
  const [start = "", step] = pattern.split("$");
  if (step === undefined) return path === pattern;
  if (step === "}") return path.startsWith(start.slice(0, -1));
  return path.startsWith(start) && path.length > start.length && !path.includes("/", start.length);
}
