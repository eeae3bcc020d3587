/**
 * Going from page to page. The router is a chunk of its own: it comes after the first figures, or with the first step.
 * It says where a step leads; React shows the page that comes of it.
 */
import type { Navigation } from "../../state/navigation.ts";
import type { Page } from "./page.ts";
import type { AppRouter } from "./router.ts";

export interface RouterNavigation extends Navigation {
  /** Lets the router decide what the address shows, then and from now on. @throws what kept its chunk away. */
  start(): Promise<void>;
}

export function createNavigation(loadRouter: () => Promise<AppRouter>, show: (page: Page) => void): RouterNavigation {
  let started: Promise<AppRouter> | undefined;

  async function begin(): Promise<AppRouter> {
    const router = await loadRouter();
    // At the commit of a navigation: what it shows is loaded, and the old page is shown until then.
    router.subscribe("onLoad", ({ toLocation }) => {
      const page = router.state.matches.at(-1)?.staticData.page;
      const { message } = toLocation.state;
      if (page) show(message === undefined ? page : { ...page, message });
    });
    router.history.subscribe(() => void router.load());
    await router.load();
    return router;
  }

  function routerOf(): Promise<AppRouter> {
    started ??= begin().catch((error) => {
      started = undefined;
      throw error;
    });
    return started;
  }

  return {
    async start() {
      await routerOf();
    },
    async go(path, { message, replace = false } = {}) {
      let router: AppRouter;
      try {
        router = await routerOf();
      } catch (error) {
        console.warn("router:", error);
        location.assign(path);
        return;
      }
      await router.navigate({ to: path, replace, ...(message === undefined ? {} : { state: { message } }) });
    },
  };
}
