import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import { isDockShownAtom } from "../../components/day-strip/dock.ts";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { subscribedAtom } from "../../state/session.ts";
import { usePageTitle } from "../page-title.ts";
import type { ScreenFacts } from "../screen-facts.ts";
import styles from "./shell.module.css";
import { TopBar } from "./TopBar.tsx";

// Not needed by the first live figures: they come after the board.
const Notices = lazy(async () => ({ default: (await import("./Notices.tsx")).Notices }));
const AfterBoard = lazy(async () => ({ default: (await import("./AfterBoard.tsx")).AfterBoard }));
const SubscriptionEnded = lazy(async () => ({ default: (await import("./SubscriptionEnded.tsx")).SubscriptionEnded }));
const MarketTime = lazy(async () => ({ default: (await import("./MarketTime.tsx")).MarketTime }));

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
      <Suspense>
        <Notices />
      </Suspense>
      <main ref={main} className={styles["main"]} tabIndex={-1}>
        {isReachable ? (
          <ErrorBoundary resetKey={screen.id} onError={reportError}>
            <ScreenTitle heading={screen.title} />
            {children}
          </ErrorBoundary>
        ) : (
          <Suspense>
            <SubscriptionEnded />
          </Suspense>
        )}
      </main>
      {/* The strip's place is kept from the first paint on. */}
      <Suspense fallback={hasMarket && isDockShown ? <div className={styles["dock"]} /> : undefined}>
        {hasMarket ? <MarketTime /> : undefined}
      </Suspense>
      <Suspense>
        <AfterBoard hasMarket={hasMarket} />
      </Suspense>
    </div>
  );
}

function ScreenTitle({ heading }: { readonly heading: string }): ReactNode {
  usePageTitle(heading);
  return undefined;
}

const reportError = (error: unknown, stack: string): void => console.error("screen:", error, stack);
