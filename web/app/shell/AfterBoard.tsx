import { useAtomValue } from "jotai";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { ToastArea } from "../../components/toasts/ToastArea.tsx";
import { saveConflictsAtom } from "../../state/saved/save-conflicts.ts";

const SaveConflict = lazyPart(() => import("./SaveConflict.tsx"), "SaveConflict");
const TradeDesk = lazyPart(() => import("./TradeDesk.tsx"), "TradeDesk");
const ArmedAlerts = lazyPart(() => import("../../kit/alerts/ArmedAlerts.tsx"), "ArmedAlerts");
const ArmedStops = lazyPart(() => import("../../screens/portfolio/ArmedStops.tsx"), "ArmedStops");

/**
 * What the first figures do not need, and no place is kept for.
 * @param hasMarket orders can be placed from the page, and its alerts are watched
 */
export function AfterBoard({ hasMarket }: { readonly hasMarket: boolean }): ReactNode {
  const isAsked = useAtomValue(saveConflictsAtom).length > 0;
  return (
    <>
      {hasMarket ? (
        <Suspense>
          <TradeDesk />
          <ArmedAlerts />
          <ArmedStops />
        </Suspense>
      ) : undefined}
      <ToastArea />
      <Suspense>{isAsked ? <SaveConflict /> : undefined}</Suspense>
    </>
  );
}
