/** Logs in as the login page does, without its half second and its clicks. */
import type { Page } from "@playwright/test";
import { DEMO } from "./product.ts";

export interface LoginReply {
  readonly token: string;
  readonly data: { readonly user: { readonly expires: number; readonly email: string } };
}

/** What a browser has stored that looked at NIFTY last. */
export const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };

/** Ends the session that was before. The cookie is kept by the request context's jar. */
export async function postLogin(
  page: Page,
  fingerprint = "test-Linux-device-Chrome",
  who: typeof DEMO = DEMO,
): Promise<LoginReply> {
  const reply = await page.request.post("/api/v1/users/login", { data: { ...who, fingerprint } });
  if (!reply.ok()) throw new Error(`login: ${reply.status()} ${await reply.text()}`);
  return await reply.json();
}

/** @param storage further items of localStorage, as JSON where they are no strings. */
export async function logIn(
  page: Page,
  storage: Readonly<Record<string, unknown>> = {},
  who: typeof DEMO = DEMO,
): Promise<LoginReply> {
  await leave(page); // an open board would take the login for somebody else's, and log out
  const reply = await postLogin(page, undefined, who);
  const items = {
    token: reply.token,
    tk: reply.token,
    isLoggedIn: reply.data.user.expires,
    user: reply.data.user,
    ...storage,
  };
  await store(page, items);
  return reply;
}

/**
 * The account answers nothing about settings: what a test stores in its browser stays there, and is no other test's. The page
 * itself leaves such calls out: where requests are answered by the test, each of its files takes the way through the test, too.
 *
 * @returns its end, for pages that are loaded from then on
 */
export const withoutAccountSettings = (pages: Pick<Page, "addInitScript">): ReturnType<Page["addInitScript"]> =>
  pages.addInitScript(() => {
    const { fetch } = globalThis;
    globalThis.fetch = (what, how) =>
      `${what instanceof Request ? what.url : what}`.includes("/api/v1/settings/")
        ? Promise.reject(new TypeError("Failed to fetch"))
        : fetch(what, how);
  });

/** A user of one test's own, without a subscription: what becomes of it is no other test's affair. */
export async function signUp(page: Page, email: string): Promise<typeof DEMO> {
  const who = { email, password: "a long secret" };
  const data = { ...who, name: "A Trader", passwordConfirm: who.password };
  const reply = await page.request.post("/api/v1/users/signup", { data });
  if (!reply.ok()) throw new Error(`sign-up: ${reply.status()} ${await reply.text()}`);
  return who;
}

/** Presses the link of the mail that came at the sign-up; the mailbox is this machine's. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  for (const end = Date.now() + 10_000; ; await page.waitForTimeout(200)) {
    const mailbox = await (await page.request.get("/dev/mail")).text();
    const links = [...mailbox.matchAll(/\/api\/v1\/users\/confirmEmail\/[\w-]+/g)].map(([path]) => path);
    if (mailbox.includes(email) && links.length > 0) {
      for (const path of links) await page.request.post(path); // those of others may have been used
      return;
    }
    if (Date.now() > end) throw new Error(`no mail for ${email}`);
  }
}

/** Puts items into localStorage before the app runs. */
export async function store(page: Page, items: Readonly<Record<string, unknown>>): Promise<void> {
  await leave(page);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) {
      localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
    }
  }, Object.entries(items));
}

const ELSEWHERE = "/healthz";

/** To a page of this origin that is not the app. */
async function leave(page: Page): Promise<void> {
  const isThere = URL.canParse(page.url()) && new URL(page.url()).pathname === ELSEWHERE;
  if (!isThere) await page.goto(ELSEWHERE);
}

/** One key of localStorage; null where there is none. */
export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
