/**
 * Where a path leads: the shell's own pages and those of the screens, as routes. A page's chunk is loaded before the page is
 * shown, so that the old one stays until the new one can be painted whole. Loaded after the first figures (navigation.ts):
 * nothing of the first page may import it.
 */
import { createRootRoute, createRoute, createRouter, type RouterHistory, redirect } from "@tanstack/react-router";
import type { SessionControl } from "../session/session-control.ts";
import { decide, plain } from "./access.ts";
import { keepLink, left, takeLink } from "./kept-link.ts";
import type { Page } from "./page.ts";
import { LOGIN, LOGOUT } from "./paths.ts";
import { accessIn, type Screen } from "./screen-table.ts";

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
  /** By path, in the router's language. */
  readonly pages: Readonly<Record<string, Page>>;
  readonly session: SessionControl;
  /** Default: the browser's. */
  readonly history?: RouterHistory;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

export function createAppRouter({ screens, pages, session, history }: RouterDeps) {
  const accessOf = accessIn(screens);
  const root = createRootRoute({
    beforeLoad: async ({ location: { pathname, hash } }) => {
      const at = plain(pathname);
      const isLogout = at === LOGOUT;
      if (isLogout) await session.logOut();
      const to = isLogout ? LOGIN : decide(pathname, session.visitor(), accessOf);
      if (accessOf(at)) left.path = pathname;
      if (to === undefined) return;
      if (to === LOGIN && hash !== "" && accessOf(at)) {
        keepLink({ path: pathname, hash });
        left.path = undefined; // a login in another tab opens the link, which is more than its screen
      }
      const link = at === LOGIN ? takeLink() : undefined;
      if (link && decide(link.path, session.visitor(), accessOf) === undefined)
        throw redirect({ to: link.path, hash: link.hash, replace: true });
      throw redirect({ to, replace: true });
    },
  });
  const routes = [
    ...Object.entries(pages),
    ...screens.map((screen) => [screen.route, { screen, view: screen.view }] as const),
  ].map(([path, page]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      // The router only loads it: React shows what the page says.
      component: Object.assign(() => undefined, { preload: page.view.preload }),
      staticData: { page },
    }),
  );
  const unknown = createRoute({ getParentRoute: () => root, path: "$" });
  return createRouter({
    routeTree: root.addChildren([...routes, unknown]),
    disableGlobalCatchBoundary: true, // errors are for the boundaries of the shell and of the page
    ...(history && { history }),
  });
}
