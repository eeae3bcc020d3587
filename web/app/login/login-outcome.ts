/** What the login says, and whether somebody is in. */
import type { LoginReply } from "../../state/account/login.ts";
import { isLoggedIn } from "../../state/session.ts";
import { failure, type Words, wordsOf } from "../forms/words.ts";

/** Here the session would be over before it began, and the page after the login would be this one again. */
const CLOCK_WRONG = "The clock of this device is ahead by days: set its date and time, then log in again.";

export interface LoginOutcome {
  readonly isIn: boolean;
  readonly message: Words;
}

/** @param reply as the server sent it: a proxy on the way may have sent anything. */
export function loginOutcome(reply: Partial<LoginReply> | null): LoginOutcome {
  const { status, token, data } = reply ?? {};
  if (status === "success" && token !== undefined && typeof data?.user.expires === "number") {
    if (isLoggedIn(data.user.expires)) return { isIn: true, message: { text: "Login Successful", style: "ok" } };
    return { isIn: false, message: failure(CLOCK_WRONG) };
  }
  const words = wordsOf(reply);
  // A success that lets nobody in is none.
  return { isIn: false, message: words.style === "ok" ? { ...words, style: "plain" } : words };
}
