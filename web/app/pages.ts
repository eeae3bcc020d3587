/**
 * The shell's own pages: path, view, and who may open it. A visitor who may not is sent elsewhere (paths.ts). Loaded
 * with the router: nothing of the first page may import it, but for the login.
 */
import type { Visitor } from "../state/session.ts";
import { lazyView } from "./lazy-view.ts";
import { loginPage, type Page } from "./page.ts";
import { ENTRANCE, LOGIN, REGISTER, STATUS } from "./paths.ts";

export interface PageRoute {
  /** In the router's language: '$name' is one step of the path, '{$}' whatever follows. */
  readonly path: `/${string}`;
  readonly page: Page;
  readonly visitors: readonly Visitor[];
  /** Where the others are sent, if not where they are from every page that is not for them. */
  readonly elsewhere?: string;
}

const OUT: readonly Visitor[] = ["out"];
const LOGGED_IN: readonly Visitor[] = ["unsubscribed", "subscribed"];

const status: Page = { view: lazyView(() => import("./status/StatusPage.tsx"), "StatusPage") };

export const pages: readonly PageRoute[] = [
  { path: LOGIN, page: loginPage, visitors: OUT, elsewhere: ENTRANCE },
  { path: `${REGISTER}/$id`, page: loginPage, visitors: OUT },
  { path: `${REGISTER}{$}`, page: loginPage, visitors: OUT },
  { path: STATUS, page: status, visitors: LOGGED_IN },
];
