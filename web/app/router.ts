/**
 * Where a path leads: the shell's own pages and those of the screens, as routes, and who may see which. A page's chunk
 * is loaded before the page is shown, so that the old one stays until the new one can be painted whole. Loaded after
 * the first figures (navigation.ts): nothing of the first page may import it.
 */
import { createRootRoute, createRoute, createRouter, type RouterHistory, redirect } from "@tanstack/react-router";
import { lazyView } from "./lazy-view.ts";
import type { Page } from "./page.ts";
import { HOME, LOGIN, LOGOUT, redirectOf, STATUS } from "./paths.ts";
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

export interface RouterDeps {
  readonly screens: readonly Screen[];
  readonly session: SessionControl;
  readonly loginPage: Page;
  /** Default: the browser's. */
  readonly history?: RouterHistory;
}

const statusPage: Page = { view: lazyView(() => import("./status/StatusPage.tsx"), "StatusPage") };

export type AppRouter = ReturnType<typeof createAppRouter>;

export function createAppRouter({ screens, session, loginPage, history }: RouterDeps) {
  const root = createRootRoute({
    beforeLoad: ({ location }) => leadTo(redirectOf(location.pathname, session.isLoggedIn())),
  });
  const pageRoute = (path: string, page: Page) =>
    createRoute({
      getParentRoute: () => root,
      path,
      // The router only loads it: React shows what the page says.
      component: Object.assign(() => undefined, { preload: page.view.preload }),
      staticData: { page },
    });
  const logout = createRoute({
    getParentRoute: () => root,
    path: LOGOUT,
    beforeLoad: async () => {
      await session.logOut();
      leadTo(LOGIN);
    },
  });
  const unknown = createRoute({ getParentRoute: () => root, path: "$", beforeLoad: () => leadTo(HOME) });
  return createRouter({
    routeTree: root.addChildren([
      pageRoute(LOGIN, loginPage),
      pageRoute(STATUS, statusPage),
      ...screens.map((screen) => pageRoute(screen.route, { screen, view: screen.view })),
      logout,
      unknown,
    ]),
    disableGlobalCatchBoundary: true, // errors are for the boundaries of the shell and of the page
    ...(history && { history }),
  });
}

function leadTo(path: string | undefined): void {
  if (path !== undefined) throw redirect({ to: path, replace: true });
}
