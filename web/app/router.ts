/**
 * Where a path leads: the shell's own pages and those of the screens, as routes, and who may see which. A page's chunk
 * is loaded before the page is shown, so that the old one stays until the new one can be painted whole. Loaded after
 * the first figures (navigation.ts): nothing of the first page may import it.
 */
import { createRootRoute, createRoute, createRouter, type RouterHistory, redirect } from "@tanstack/react-router";
import type { Visitor } from "../state/session.ts";
import type { Page } from "./page.ts";
import type { PageRoute } from "./pages.ts";
import { ENTRANCE, LOGIN, LOGOUT, PRICING } from "./paths.ts";
import type { Screen } from "./screen-table.ts";
import type { SessionControl } from "./session-control.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Passed along with a navigation; /login shows it. */
    readonly message?: string;
  }
  interface StaticDataRouteOption {
    /** What the route shows; one that only leads elsewhere has none. */
    readonly page?: Page;
  }
}

/** What a visitor is shown in place of a page that is not for him. */
const ELSEWHERE: Readonly<Record<Visitor, string>> = {
  out: LOGIN,
  unsubscribed: PRICING,
  subscribed: ENTRANCE,
};

export interface RouterDeps {
  readonly screens: readonly Screen[];
  readonly pages: readonly PageRoute[];
  readonly session: SessionControl;
  /** Default: the browser's. */
  readonly history?: RouterHistory;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

export function createAppRouter({ screens, pages, session, history }: RouterDeps) {
  const root = createRootRoute();
  const pageRoute = ({ path, page, visitors, elsewhere }: PageRoute) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        const visitor = session.visitor();
        if (!visitors.includes(visitor)) leadTo(elsewhere ?? ELSEWHERE[visitor]);
      },
      // The router only loads it: React shows what the page says.
      component: Object.assign(() => undefined, { preload: page.view.preload }),
      staticData: { page },
    });
  const logout = createRoute({
    getParentRoute: () => root,
    path: LOGOUT,
    beforeLoad: async () => {
      if (session.visitor() !== "out") await session.logOut();
      leadTo(LOGIN);
    },
  });
  const unknown = createRoute({
    getParentRoute: () => root,
    path: "$",
    beforeLoad: () => leadTo(ELSEWHERE[session.visitor()]),
  });
  return createRouter({
    routeTree: root.addChildren([
      ...pages.map(pageRoute),
      ...screens.map((screen) => pageRoute(screenRoute(screen))),
      logout,
      unknown,
    ]),
    disableGlobalCatchBoundary: true, // errors are for the boundaries of the shell and of the page
    ...(history && { history }),
  });
}

const screenRoute = (screen: Screen): PageRoute => ({
  path: screen.route,
  page: { screen, view: screen.view },
  visitors: screen.access === "user" ? ["unsubscribed", "subscribed"] : ["subscribed"],
});

function leadTo(path: string): never {
  throw redirect({ to: path, replace: true });
}
