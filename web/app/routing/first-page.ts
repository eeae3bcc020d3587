/**
 * The first page. It is known without the router, so that its figures do not wait for the router's chunk. The board itself
 * is also known without the list of the other screens.
 */
import { isRecord } from "../../state/saved/storage.ts";
import type { Visitor } from "../../state/session.ts";
import { decide } from "./access.ts";
import { type LazyView, lazyView } from "./lazy-view.ts";
import type { Page } from "./page.ts";
import { HOME, LOGIN } from "./paths.ts";

export const homeView = lazyView(() => import("../../screens/option-chain-new/View.tsx"), "View");

export const loginPage: Page = { view: lazyView(() => import("../login/LoginPage.tsx"), "LoginPage") };

type ViewOf = (path: string) => LazyView | undefined;

interface Entry {
  readonly path: string;
  readonly state: unknown;
}

/**
 * What the router would show, where that is plain; undefined where it must say. Its chunk is being loaded.
 * @param entry of the browser's history: its path and state.
 * @param loadViewOf gives the view of a path; it is asked only where a screen other than the board may be the first page.
 */
export async function openFirstPage(
  visitor: Visitor,
  entry: Entry,
  loadViewOf: () => Promise<ViewOf>,
): Promise<Page | undefined> {
  const needsList = visitor === "subscribed" && entry.path !== HOME && entry.path !== LOGIN;
  const page = firstPage(needsList ? await loadViewOf() : viewOfHome, visitor, entry);
  void page?.view.preload();
  return page;
}

const viewOfHome: ViewOf = (path) => (path === HOME ? homeView : undefined);

/** @param viewOf the view of a screen's path. */
export function firstPage(viewOf: ViewOf, visitor: Visitor, { path, state }: Entry): Page | undefined {
  // Which screens are open without a subscription is known with the router.
  if (visitor === "unsubscribed") return undefined;
  const view = viewOf(path);
  const elsewhere = decide(path, visitor, () => view && "subscriber");
  if (elsewhere === LOGIN) return loginPage;
  if (elsewhere !== undefined) return undefined;
  if (path !== LOGIN) return view && { view };
  const message = isRecord(state) ? state["message"] : undefined;
  return typeof message === "string" ? { ...loginPage, message } : loginPage;
}
