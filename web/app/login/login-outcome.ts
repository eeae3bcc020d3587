/** What the login page says, and whether somebody is in. */
import type { LoginReply } from "../../state/session.ts";

export interface LoginMessage {
  readonly text: string;
  readonly style: "error" | "ok" | "plain";
}

export const failure = (text: string): LoginMessage => ({ text, style: "error" });

export interface LoginOutcome {
  readonly isIn: boolean;
  readonly message: LoginMessage;
}

/** @param reply as the server sent it: a proxy on the way may have sent anything. */
export function loginOutcome(reply: Partial<LoginReply> | null): LoginOutcome {
  const { status, message, token, data } = reply ?? {};
  if (status === "success" && token !== undefined && typeof data?.user.expires === "number")
    return { isIn: true, message: { text: "Login Successful", style: "ok" } };
  const text = typeof message === "string" ? message : "";
  return { isIn: false, message: { text, style: status === "fail" || status === "error" ? "error" : "plain" } };
}
