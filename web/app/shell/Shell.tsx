import { useAtomValue } from "jotai";
import { type ReactNode, Suspense, useRef } from "react";
import { isDockShownAtom } from "../../components/day-strip/dock.ts";
import { ErrorBoundary } from "../../components/feedback/ErrorBoundary.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { subscribedAtom } from "../../state/session.ts";
import { usePageTitle } from "../routing/page-title.ts";
import type { ScreenFacts } from "../routing/screen-facts.ts";
import styles from "./shell.module.css";
import { TopBar } from "./TopBar.tsx";

// Not needed by the first live figures: they come after the board.
const Notices = lazyPart(() => import("./Notices.tsx"), "Notices");
const AfterBoard = lazyPart(() => import("./AfterBoard.tsx"), "AfterBoard");
const MarketTime = lazyPart(() => import("./MarketTime.tsx"), "MarketTime");

interface ShellProps {
  readonly screen: ScreenFacts;
  /** The screen's view. */
  readonly children: ReactNode;
}

/** Top bar and notices; the rest of the window is the screen's. */
export function Shell({ screen, children }: ShellProps): ReactNode {
  const isSubscribed = useAtomValue(subscribedAtom);
  const isReachable = isSubscribed || screen.access === "user";
  const hasMarket = isSubscribed && screen.access === "subscriber";
  const isDockShown = useAtomValue(isDockShownAtom);
  const main = useRef<HTMLElement>(null);

  return (
    <div className={styles["shell"]}>
      {/* No link: a hash would be one more step in the history. */}
      <button type="button" className={styles["skip"]} onClick={() => main.current?.focus()}>
        Skip to the board
      </button>
      <TopBar screen={screen} />
      {/* Its row is there from the first paint on, or the board would stand in it. */}
      <Suspense fallback={<div />}>
        <Notices />
      </Suspense>
      <main ref={main} className={styles["main"]} tabIndex={-1}>
        {/* Who has no subscription any more is on the way elsewhere. */}
        {isReachable ? (
          <ErrorBoundary key={screen.id}>
            <ScreenTitle heading={screen.title} />
            {children}
          </ErrorBoundary>
        ) : undefined}
      </main>
      {/* The strip's place is kept from the first paint on. */}
      <Suspense fallback={hasMarket && isDockShown ? <div className={styles["dock"]} /> : undefined}>
        {hasMarket ? <MarketTime /> : undefined}
      </Suspense>
      <Suspense>
        <AfterBoard canTrade={hasMarket} />
      </Suspense>
    </div>
  );
}

function ScreenTitle({ heading }: { readonly heading: string }): ReactNode {
  usePageTitle(heading);
  return undefined;
}
