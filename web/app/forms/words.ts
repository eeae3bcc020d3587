/** What a form says of its last submission. */
import type { Said } from "../../state/account/sign-up.ts";

export interface Words {
  readonly text: string;
  readonly style: "error" | "ok" | "plain";
}

export const failure = (text: string): Words => ({ text, style: "error" });

export const LATER = "Something went wrong. Please try again later.";

/** Of work that failed. A browser's words for a network that fails are no user's. */
export const wordsOfError = (error: unknown): string =>
  (error instanceof Error && !(error instanceof TypeError) && error.message) || LATER;

/** @param reply as the server sent it: a proxy on the way may have sent anything. */
export function wordsOf(reply: Partial<Said> | null): Words {
  const { status, message } = reply ?? {};
  const text = typeof message === "string" ? message : "";
  if (status === "success") return { text, style: "ok" };
  return { text, style: status === "fail" || status === "error" ? "error" : "plain" };
}
