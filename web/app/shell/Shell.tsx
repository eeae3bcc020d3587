import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import { isDockShownAtom } from "../../components/day-strip/dock.ts";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { isHistoryAtom } from "../../state/clock/day.ts";
import { saveConflictsAtom } from "../../state/saved/save-conflicts.ts";
import { subscribedAtom } from "../../state/session.ts";
import { usePageTitle } from "../page-title.ts";
import type { ScreenFacts } from "../screen-facts.ts";
import styles from "./shell.module.css";
import { TopBar } from "./TopBar.tsx";

// Not needed by the first live figures: they come after the board.
const Notices = lazy(async () => ({ default: (await import("./Notices.tsx")).Notices }));
const ToastArea = lazy(async () => ({ default: (await import("../../components/toasts/ToastArea.tsx")).ToastArea }));
const SubscriptionEnded = lazy(async () => ({ default: (await import("./SubscriptionEnded.tsx")).SubscriptionEnded }));
const SaveConflict = lazy(async () => ({ default: (await import("./SaveConflict.tsx")).SaveConflict }));
const DayStrip = lazy(async () => ({ default: (await import("../../components/day-strip/DayStrip.tsx")).DayStrip }));
const TradeDesk = lazy(async () => ({ default: (await import("./TradeDesk.tsx")).TradeDesk }));
const ArmedAlerts = lazy(async () => ({ default: (await import("../../kit/alerts/ArmedAlerts.tsx")).ArmedAlerts }));
const HistoryPanel = lazy(async () => ({ default: (await import("./history/HistoryPanel.tsx")).HistoryPanel }));

interface ShellProps {
  readonly screen: ScreenFacts;
  /** The screen's view. */
  readonly children: ReactNode;
}

/** Top bar and notices; the rest of the window is the screen's. */
export function Shell({ screen, children }: ShellProps): ReactNode {
  const isSubscribed = useAtomValue(subscribedAtom);
  const isReachable = isSubscribed || screen.access === "user";
  const isAsked = useAtomValue(saveConflictsAtom).length > 0;
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
      {isSubscribed && screen.access === "subscriber" ? <MarketTime /> : undefined}
      <Suspense>
        <ToastArea />
      </Suspense>
      <Suspense>{isAsked ? <SaveConflict /> : undefined}</Suspense>
    </div>
  );
}

/** What moves every screen through time; the strip's place is kept from the first paint on. */
function MarketTime(): ReactNode {
  const isDockShown = useAtomValue(isDockShownAtom);
  const isHistory = useAtomValue(isHistoryAtom);
  return (
    <>
      <Suspense>{isHistory ? <HistoryPanel /> : undefined}</Suspense>
      <Suspense fallback={isDockShown ? <div className={styles["dock"]} /> : undefined}>
        <DayStrip />
      </Suspense>
      <Suspense>
        <TradeDesk />
        <ArmedAlerts />
      </Suspense>
    </>
  );
}

function ScreenTitle({ heading }: { readonly heading: string }): ReactNode {
  usePageTitle(heading);
  return undefined;
}

const reportError = (error: unknown, stack: string): void => console.error("screen:", error, stack);
