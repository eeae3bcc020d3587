/** What the login says, and whether somebody is in. */
import type { LoginReply } from "../../state/account/login.ts";
import { type Words, wordsOf } from "../forms/words.ts";

export interface LoginOutcome {
  readonly isIn: boolean;
  readonly message: Words;
}

/** @param reply as the server sent it: a proxy on the way may have sent anything. */
export function loginOutcome(reply: Partial<LoginReply> | null): LoginOutcome {
  const { status, token, data } = reply ?? {};
  if (status === "success" && token !== undefined && typeof data?.user.expires === "number")
    return { isIn: true, message: { text: "Login Successful", style: "ok" } };
  const words = wordsOf(reply);
  // A success that lets nobody in is none.
  return { isIn: false, message: words.style === "ok" ? { ...words, style: "plain" } : words };
}
