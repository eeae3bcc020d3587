/** Tabs of the board in a window that no driver holds: their login, what they have stored, and whether they are hidden. */
import { setTimeout as sleep } from "node:timers/promises";
import { parseExpiry } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { DEMO } from "../product.ts";
import { type LoginReply, NIFTY } from "../session.ts";
import type { RealTab } from "./real-browser.ts";

const PATIENCE_MS = 60_000;

export async function until<T>(ask: () => Promise<T | undefined>, what: string, patienceMs = PATIENCE_MS): Promise<T> {
  let cause: unknown;
  for (const end = Date.now() + patienceMs; ; await sleep(200)) {
    const answer = await ask().catch((error: unknown) => {
      cause = error;
      return undefined;
    });
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`${what} did not happen`, { cause });
  }
}

/** One login for the tabs and the client beside them: another would end it. */
export async function logIn(url: string, who: typeof DEMO = DEMO) {
  const reply = await fetch(`${url}/api/v1/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...who, fingerprint: "test-Linux-device-Chrome" }),
  });
  const { token, data } = (await reply.json()) as LoginReply;
  const cookies = reply.headers.getSetCookie().map((text) => text.split(";")[0]);
  const items = { token, tk: token, isLoggedIn: data.user.expires, user: data.user, ...NIFTY };
  return { ticket: token, cookie: cookies.join("; "), items };
}

/** NIFTY's. */
export async function nearestExpiry(url: string, cookie: string): Promise<IsoDate> {
  const init = await fetch(`${url}/api/v1/dbtockendictionaries/init`, { headers: { cookie } });
  const found = (await init.text()).match(/"NIFTY":\["(\d+:\d+:\d+)"/)?.[1];
  if (found === undefined) throw new Error("NIFTY is not listed");
  return parseExpiry(found);
}

/** Puts items into localStorage; the tab then stands on a page of the origin that is not the board. */
export async function storeIn(tab: RealTab, url: string, items: object): Promise<void> {
  await tab.goto(`${url}/healthz`);
  await until(
    () =>
      tab.evaluate<boolean | undefined>(
        `location.pathname === "/healthz" && (Object.entries(${JSON.stringify(items)}).forEach(([key, value]) =>
          localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value))), true) || undefined`,
      ),
    "an empty page",
  );
}

export const beHidden = (tab: RealTab): Promise<boolean> =>
  until(
    async () => ((await tab.evaluate<string>("document.visibilityState")) === "hidden" ? true : undefined),
    "being hidden",
  );
