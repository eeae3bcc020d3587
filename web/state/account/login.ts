/** Logging in: the call, and what the browser keeps of it. Part of the login page, not of the first screen. */
import { atom } from "jotai";
import type { login as loginCall } from "#contract/wire/http/accounts.ts";
import { LOGIN_PATH } from "#contract/wire/http/api-path.ts";
import type { BodyOf, ResponseOf } from "#contract/wire/http/call.ts";
import { ask } from "../api.ts";
import { readItem, writeItem } from "../saved/storage.ts";
import { expiresAtom, forgetLogout, keepEnd, logoutCall, retryLogout, socketTicketAtom, userAtom } from "../session.ts";

export type LoginReply = ResponseOf<typeof loginCall>;

/**
 * Whether this browser has room for what a login leaves in it. Where storage is full or switched off, the page after the login
 * would know of none, and the session that was before would have ended for nothing.
 */
export function canKeepLogin(): boolean {
  const room = "0".repeat(2000);
  writeItem("room", room);
  const isKept = readItem("room") === room;
  writeItem("room", "{}"); // takes it away
  return isKept;
}

/** A logout of before is answered first, and not told again meanwhile: its answer takes the cookie, whose it is. @throws as `ask` */
export async function postLogin(body: BodyOf<typeof loginCall>): Promise<LoginReply> {
  window.ononline = null;
  await logoutCall;
  try {
    return await ask<typeof loginCall>("post", LOGIN_PATH, body);
  } finally {
    window.ononline = retryLogout; // of use after a login that failed: one that did not owes nothing
  }
}

/** Keeps a successful login; the page is to be reloaded after it. */
export const keepSessionAtom = atom(null, (_get, set, reply: LoginReply) => {
  const { token, data } = reply;
  if (reply.status !== "success" || token === undefined || data === undefined) return;
  forgetLogout();
  keepEnd(false); // the session before may have expired, and nothing dropped it
  writeItem("token", token); // a public key, which nothing here reads
  set(socketTicketAtom, token);
  set(expiresAtom, data.user.expires);
  set(userAtom, data.user);
});
keepSessionAtom.debugLabel = "keepSession";

/** What the login page says to whoever has just deleted his account; '' to everybody else. */
export const farewellAtom = atom("");
farewellAtom.debugLabel = "farewell";
