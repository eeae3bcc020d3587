/** What the callback page sends to the server, in the form that the broker's row says. */
import type { Broker } from "#contract/domain/account/brokers.ts";

export interface Returned {
  /** Of the callback's address. */
  readonly query: URLSearchParams;
  /** What was typed into our page, in the order of its fields; undefined where the page was loaded in between. */
  readonly typed: readonly string[] | undefined;
  /** What this tab remembered before it left. */
  readonly remembered: string;
}

/** @returns undefined where something is missing: the login has to begin again. */
export async function authTokenOf(
  { id, token: form }: Broker,
  { query, typed, remembered }: Returned,
): Promise<string | readonly string[] | undefined> {
  switch (form.kind) {
    case "password": {
      const [user, password, otp] = typed ?? [];
      return user && password && otp ? [user, otp, await sha256(password)] : undefined;
    }
    case "keys": {
      const [appKey, secretKey] = typed ?? [];
      return appKey && secretKey ? [secretKey, appKey, id] : undefined;
    }
    default: {
      const code = form.names.map((name) => query.get(name)).find((value) => value !== null && value !== "");
      if (!code) return undefined;
      if (form.kind === "code") return code;
      if (form.kind === "remembered") return [code, remembered];
      const second = query.get(form.second);
      return second ? [code, second] : undefined;
    }
  }
}

/** Hex. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
