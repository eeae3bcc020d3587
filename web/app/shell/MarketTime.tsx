import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense } from "react";
import { DayStrip } from "../../components/day-strip/DayStrip.tsx";
import { isHistoryAtom } from "../../state/clock/day.ts";

const HistoryPanel = lazy(async () => ({ default: (await import("./history/HistoryPanel.tsx")).HistoryPanel }));

/** What moves every screen through time. */
export function MarketTime(): ReactNode {
  const isHistory = useAtomValue(isHistoryAtom);
  return (
    <>
      <Suspense>{isHistory ? <HistoryPanel /> : undefined}</Suspense>
      <DayStrip />
    </>
  );
}
