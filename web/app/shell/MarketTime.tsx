import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { AskedPart } from "../../components/AskedPart.tsx";
import { DayStrip } from "../../components/day-strip/DayStrip.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { isHistoryAtom } from "../../state/clock/day.ts";

const HistoryPanel = lazyPart(() => import("./history/HistoryPanel.tsx"), "HistoryPanel");

/** What moves every screen through time. */
export function MarketTime(): ReactNode {
  const isHistory = useAtomValue(isHistoryAtom);
  return (
    <>
      <AskedPart>{isHistory ? <HistoryPanel /> : undefined}</AskedPart>
      <DayStrip />
    </>
  );
}
