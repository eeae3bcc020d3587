/** The first page. It is known without the router, so that its figures do not wait for the router's chunk. */
import type { Visitor } from "../state/session.ts";
import { decide } from "./access.ts";
import { type LazyView, lazyView } from "./lazy-view.ts";
import type { Page } from "./page.ts";
import { LOGIN } from "./paths.ts";

export const loginPage: Page = { view: lazyView(() => import("./login/LoginPage.tsx"), "LoginPage") };

/**
 * What the router would show, where that is plain; undefined where it must say.
 * @param viewOf the view of a screen's path.
 * @param entry of the browser's history: its path and state.
 */
export function firstPage(
  viewOf: (path: string) => LazyView | undefined,
  visitor: Visitor,
  { path, state }: { readonly path: string; readonly state: unknown },
): Page | undefined {
  // Which screens are open without a subscription is known with the router.
  if (visitor === "unsubscribed") return undefined;
  const view = viewOf(path);
  const elsewhere = decide(path, visitor, () => view && "subscriber");
  if (elsewhere === LOGIN) return loginPage;
  if (elsewhere !== undefined) return undefined;
  if (path !== LOGIN) return view && { view };
  const message = messageOf(state);
  return message === undefined ? loginPage : { ...loginPage, message };
}

function messageOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("message" in state)) return undefined;
  return typeof state.message === "string" ? state.message : undefined;
}
