import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense } from "react";
import { ToastArea } from "../../components/toasts/ToastArea.tsx";
import { saveConflictsAtom } from "../../state/saved/save-conflicts.ts";

const SaveConflict = lazy(async () => ({ default: (await import("./SaveConflict.tsx")).SaveConflict }));
const TradeDesk = lazy(async () => ({ default: (await import("./TradeDesk.tsx")).TradeDesk }));
const ArmedAlerts = lazy(async () => ({ default: (await import("../../kit/alerts/ArmedAlerts.tsx")).ArmedAlerts }));
const ArmedStops = lazy(async () => ({ default: (await import("../../screens/portfolio/ArmedStops.tsx")).ArmedStops }));

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
