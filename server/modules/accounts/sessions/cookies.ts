/**
 * The cookies of a session. Over TLS the names carry `__Host-`, which no other site of the domain can set; over plain
 * http, answered on loopback only, browsers would drop such a cookie, so the names are plain there. A secret is bound
 * to the name it was issued under: a plain cookie is worth nothing where the prefix is expected.
 */
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { HttpEnv } from "../../../platform/http/http-env.ts";

const PREFIX = "__Host-";
const SESSION = "strikeboard";
/** Says that this browser has logged in to an account before: see login-limits.ts. */
const DEVICE = "strikeboard-device";
/** The longest that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 24 * 3600;

export interface SessionCookie {
  /** The full name it was sent under. */
  readonly name: string;
  readonly token: string;
}

export const sessionCookieName = (secure: boolean): string => (secure ? PREFIX : "") + SESSION;

/** The session cookie of a Cookie header; the prefixed one wins. */
export function readSessionCookie(header: string): SessionCookie | undefined {
  const cookies = parse(header);
  for (const name of [sessionCookieName(true), sessionCookieName(false)]) {
    const token = cookies[name];
    if (token) return { name, token };
  }
  return undefined;
}

export const readDeviceCookie = (c: Context<HttpEnv>): string | undefined =>
  getCookie(c, (c.get("client").secure ? PREFIX : "") + DEVICE);

export const setSessionCookie = (c: Context<HttpEnv>, token: string, expires: Date): void =>
  set(c, SESSION, token, { expires });

export const setDeviceCookie = (c: Context<HttpEnv>, value: string): void =>
  set(c, DEVICE, value, { maxAge: DEVICE_SECONDS });

/**
 * The browser drops what it cached of the session, too. The app itself empties its storage of it: what it keeps there
 * besides, and the device cookie, outlive a session.
 */
export function clearSession(c: Context<HttpEnv>): void {
  set(c, SESSION, "", { maxAge: 0 });
  clearCached(c);
}

/** The browser drops what it cached, and keeps the cookies. */
export const clearCached = (c: Context<HttpEnv>): void => c.header("Clear-Site-Data", '"cache"');

function set(c: Context<HttpEnv>, name: string, value: string, life: { maxAge: number } | { expires: Date }): void {
  const { secure } = c.get("client");
  setCookie(c, (secure ? PREFIX : "") + name, value, { path: "/", httpOnly: true, sameSite: "Lax", secure, ...life });
}
