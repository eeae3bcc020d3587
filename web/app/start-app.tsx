import { type createStore, Provider, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "../components/feedback/ErrorBoundary.tsx";
import { navigationAtom } from "../state/navigation.ts";
import { subscribedAtom } from "../state/session.ts";
import type { LazyView } from "./routing/lazy-view.ts";
import { createNavigation } from "./routing/navigation.ts";
import { type Page, pageAtom, showPageAtom } from "./routing/page.ts";
import { LOGIN, PRICING, RESET_PASSWORD } from "./routing/paths.ts";
import { refreshAccount } from "./session/refresh-account.ts";
import { type SessionControl, sessionEndAtom } from "./session/session-control.ts";
import { Shell } from "./shell/Shell.tsx";
import { whenIdle } from "./when-idle.ts";

/**
 * Renders the page once its view is loaded, so that the first paint is the whole board.
 * @param opening gives what the address shows; undefined where the router must decide.
 */
export async function startApp(
  store: ReturnType<typeof createStore>,
  session: SessionControl,
  opening: Promise<Page | undefined>,
): Promise<void> {
  let hasRouter = false;
  const loadRouter = async () => {
    const [{ createAppRouter }, { pages }, { screens }] = await Promise.all([
      import("./routing/router.ts"),
      import("./routing/pages.ts"),
      import("./routing/screen-list.ts"),
    ]);
    hasRouter = true;
    return createAppRouter({ screens, pages, session });
  };
  const navigation = createNavigation(loadRouter, (page) => store.set(showPageAtom, page));
  store.set(navigationAtom, navigation);
  const showEnd = (): Promise<void> | undefined => {
    const end = store.get(sessionEndAtom);
    // A password that is set anew ends every session of its user, and its page leads on itself.
    if (!end || location.pathname.startsWith(RESET_PASSWORD)) return undefined;
    return navigation.go(LOGIN, { ...end, replace: true });
  };
  store.sub(sessionEndAtom, () => void showEnd());
  const showUnsubscribed = (): Promise<void> | undefined =>
    store.get(subscribedAtom)
      ? undefined
      : import("./session/subscription-end.ts").then(
          ({ tellEnd }) => {
            const place = tellEnd(store);
            // A router that begins now would first lead away from the address as it is.
            if (!hasRouter) history.replaceState(null, "", place);
            return navigation.go(place, { replace: true });
          },
          () => location.assign(PRICING),
        );
  store.sub(subscribedAtom, () => void showUnsubscribed());
  const first = await opening;
  await first?.view.preload();
  const screen = first?.view.screen();
  // What ended while the page was loading; a visitor who came without a subscription is the router's.
  const toEnd = showEnd() ?? (screen?.access === "subscriber" ? showUnsubscribed() : undefined);
  if (toEnd) await toEnd;
  else if (!first) await navigation.start();
  else if (store.get(pageAtom) === undefined) store.set(pageAtom, first);

  createRoot(document.getElementById("root")!).render(
    <Provider store={store}>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </Provider>,
  );

  const start = (): void => void navigation.start().catch((error) => console.warn("router:", error));
  addEventListener("popstate", start, { once: true });
  // An address that is not the page's own ('/', or a screen's for somebody who is logged out) is put right at once.
  if (location.pathname === (screen?.route ?? LOGIN)) whenIdle(start);
  else start();
  // The stored user is as old as the login: plan and days left may be others by now.
  if (session.visitor() !== "out") whenIdle(() => void refreshAccount(store));
}

function App(): ReactNode {
  const page = useAtomValue(pageAtom);
  if (page === undefined) return undefined;
  const { view, screen = view.screen() } = page;
  return screen ? (
    <Shell screen={screen}>
      <Shown view={view} />
    </Shell>
  ) : (
    <Shown view={view} />
  );
}

/** Inside of the shell, whose boundary tells of a view that cannot be had. */
function Shown({ view }: { readonly view: LazyView }): ReactNode {
  const View = view.component();
  return <View />;
}
