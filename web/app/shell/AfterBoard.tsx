import { atom, useAtomValue, useStore } from "jotai";
import { type ReactNode, Suspense, useEffect } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { keepToasts } from "../../components/toasts/kept-toasts.ts";
import { ToastArea } from "../../components/toasts/ToastArea.tsx";
import { ROUTE_MOUNT } from "../../kit/pane/mount.ts";
import { armedOf } from "../../screens/scanner/armed.ts";
import { clientAtom } from "../../state/market/market.ts";
import { questionAtom } from "../../state/saved/private/question.ts";
import { saveConflictsAtom } from "../../state/saved/save-conflicts.ts";
import { subscribedAtom, userAtom } from "../../state/session.ts";
import { sessionEndAtom } from "../session/session-control.ts";
import { useOutdated } from "./use-outdated.ts";

const SaveConflict = lazyPart(() => import("./SaveConflict.tsx"), "SaveConflict");
const Unlock = lazyPart(() => import("./Unlock.tsx"), "Unlock");
const TradeDesk = lazyPart(() => import("./TradeDesk.tsx"), "TradeDesk");
const ArmedAlerts = lazyPart(() => import("../../kit/alerts/ArmedAlerts.tsx"), "ArmedAlerts");
const ArmedScan = lazyPart(() => import("../../screens/scanner/View.tsx"), "ArmedScan");
const ArmedStops = lazyPart(() => import("../../screens/portfolio/stops/ArmedStops.tsx"), "ArmedStops");

const isScanArmedAtom = armedOf(ROUTE_MOUNT.settings);

/**
 * Alerts and stops are watched, whatever page the tab shows: they are the user's, not the page's. Of several tabs one does it:
 * one that began without a session, or lost it, would keep the others from it.
 */
const isWatchingAtom = atom(
  (get) => get(subscribedAtom) && get(clientAtom) !== undefined && get(sessionEndAtom) === undefined,
);
isWatchingAtom.debugLabel = "isWatching";

interface AfterBoardProps {
  /** Orders can be placed from the page. */
  readonly canTrade: boolean;
}

/** What the first figures do not need, and no place is kept for. */
export function AfterBoard({ canTrade }: AfterBoardProps): ReactNode {
  const { get } = useStore();
  useOutdated();
  useEffect(() => keepToasts(get(userAtom)?.email ?? "", () => get(sessionEndAtom) !== undefined), [get]);
  const isWatching = useAtomValue(isWatchingAtom);
  const isAsked = useAtomValue(saveConflictsAtom).length > 0;
  const isLocked = useAtomValue(questionAtom) !== undefined;
  const isScanArmed = useAtomValue(isScanArmedAtom);
  return (
    <>
      <Suspense>{canTrade ? <TradeDesk /> : undefined}</Suspense>
      {isWatching ? (
        <Suspense>
          <ArmedAlerts />
          <ArmedStops />
        </Suspense>
      ) : undefined}
      <Suspense>{isWatching && isScanArmed && <ArmedScan />}</Suspense>
      <ToastArea />
      <Suspense>{isAsked && <SaveConflict />}</Suspense>
      <Suspense>{isLocked && <Unlock />}</Suspense>
    </>
  );
}
