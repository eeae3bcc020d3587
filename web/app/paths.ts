/** Paths that more than one place names, and where a visitor is sent instead of where he cannot go. */
import type { Visitor } from "../state/session.ts";

export const LOGIN = "/login";
export const REGISTER = "/register";
export const RESET_PASSWORD = "/api/v1/users/resetPassword";
export const LOGOUT = "/logout";
export const PRICING = "/pricing";
export const ACCOUNT = "/account";
export const REPORT = "/report";
export const ALERT_SETTINGS = "/alert-settings";
export const BROKER_LOGIN = "/broker-login";
/** A broker's landing page, by its id. */
export const BROKER = "/broker";
export const BROKER_DASHBOARD = "/broker-dashboard";
export const USER_LIST = "/restricted-to-admin";
/** For administrators; the server decides who is one. */
export const STATUS = "/status";
/** The board, one click from everywhere. */
export const HOME = "/option-chain-new";
/** Where a login leads, and every path that is none. */
export const ENTRANCE = BROKER_LOGIN;

/** What a visitor is shown in place of a page that is not for him. */
export const ELSEWHERE: Readonly<Record<Visitor, string>> = {
  out: LOGIN,
  unsubscribed: PRICING,
  subscribed: ENTRANCE,
};

/** Whoever is not logged in stays where the path starts like this. */
const OPEN_TO_ALL = [PRICING, REGISTER, RESET_PASSWORD, "/broker", "/api/v1/broker/"] as const;

export const isOpenToAll = (path: string): boolean => OPEN_TO_ALL.some((start) => path.startsWith(start));

/** What a path says behind its page's own part: '/register/abc' behind '/register' is 'abc'; '' where there is nothing. */
export function tailOf(path: string, page: string): string {
  const tail = path.slice(page.length).replace(/^\/|\/$/g, "");
  try {
    return decodeURIComponent(tail);
  } catch {
    return tail; // a stray '%' is nobody's secret
  }
}
