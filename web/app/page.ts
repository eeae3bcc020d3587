/** The page that is shown. The first is known without the router, so that its figures do not wait for it. */
import { atom } from "jotai";
import type { Visitor } from "../state/session.ts";
import { type LazyView, lazyView } from "./lazy-view.ts";
import { isOpenToAll, LOGIN } from "./paths.ts";
import { type Screen, type ScreenFacts, screenOf } from "./screen-table.ts";

export interface Page {
  /** What the shell is to know of what stands in it. Absent: a page of its own, without top bar. */
  readonly screen?: ScreenFacts;
  readonly view: LazyView;
  /** What came along with the navigation; /login shows it. */
  readonly message?: string;
}

/** Undefined until the first page is loaded. */
export const pageAtom = atom<Page | undefined>(undefined);
pageAtom.debugLabel = "page";

/** Shows a page; the one that is shown already stays untouched. */
export const showPageAtom = atom(null, (get, set, page: Page) => {
  const shown = get(pageAtom);
  if (shown?.view !== page.view || shown.message !== page.message) set(pageAtom, page);
});
showPageAtom.debugLabel = "showPage";

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
