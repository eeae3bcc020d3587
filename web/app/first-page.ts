/** The first page. It is known without the router, so that its figures do not wait for the router's chunk. */
import type { Visitor } from "../state/session.ts";
import { lazyView } from "./lazy-view.ts";
import type { Page } from "./page.ts";
import { isOpenToAll, LOGIN } from "./paths.ts";
import { type Screen, screenOf } from "./screen-table.ts";

export const loginPage: Page = { view: lazyView(() => import("./login/LoginPage.tsx"), "LoginPage") };

/**
 * What the router would show, where that is plain; undefined where it must decide.
 * @param entry of the browser's history: its path and state.
 */
export function firstPage(
  screens: readonly Screen[],
  visitor: Visitor,
  entry: { readonly path: string; readonly state: unknown },
): Page | undefined {
  if (visitor === "unsubscribed") return undefined;
  if (visitor === "out") {
    if (isOpenToAll(entry.path)) return undefined;
    const message = entry.path === LOGIN ? messageOf(entry.state) : undefined;
    return message === undefined ? loginPage : { ...loginPage, message };
  }
  const screen = screenOf(screens, entry.path);
  return screen && { screen, view: screen.view };
}

function messageOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("message" in state)) return undefined;
  return typeof state.message === "string" ? state.message : undefined;
}
