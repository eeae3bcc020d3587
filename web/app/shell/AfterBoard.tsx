import { useAtomValue } from "jotai";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { ToastArea } from "../../components/toasts/ToastArea.tsx";
import { questionAtom } from "../../state/saved/private/question.ts";
import { saveConflictsAtom } from "../../state/saved/save-conflicts.ts";
import { useOutdated } from "./use-outdated.ts";

const SaveConflict = lazyPart(() => import("./SaveConflict.tsx"), "SaveConflict");
const Unlock = lazyPart(() => import("./Unlock.tsx"), "Unlock");
const TradeDesk = lazyPart(() => import("./TradeDesk.tsx"), "TradeDesk");
const ArmedAlerts = lazyPart(() => import("../../kit/alerts/ArmedAlerts.tsx"), "ArmedAlerts");
const ArmedStops = lazyPart(() => import("../../screens/portfolio/stops/ArmedStops.tsx"), "ArmedStops");

interface AfterBoardProps {
  /** Alerts and stops are watched, whatever page the tab shows: they are the user's, not the page's. */
  readonly isWatching: boolean;
  /** Orders can be placed from the page. */
  readonly canTrade: boolean;
}

/** What the first figures do not need, and no place is kept for. */
export function AfterBoard({ isWatching, canTrade }: AfterBoardProps): ReactNode {
  useOutdated();
  const isAsked = useAtomValue(saveConflictsAtom).length > 0;
  const isLocked = useAtomValue(questionAtom) !== undefined;
  return (
    <>
      <Suspense>{canTrade ? <TradeDesk /> : undefined}</Suspense>
      {isWatching ? (
        <Suspense>
          <ArmedAlerts />
          <ArmedStops />
        </Suspense>
      ) : undefined}
      <ToastArea />
      <Suspense>{isAsked && <SaveConflict />}</Suspense>
      <Suspense>{isLocked && <Unlock />}</Suspense>
    </>
  );
}
