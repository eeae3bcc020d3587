import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, Suspense, useEffect } from "react";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { useEmptyText } from "../../kit/pane/empty-text.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { StrategyProvider } from "../../kit/strategy/strategy-pane.ts";
import { useFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./analyzer.module.css";
import { Filters } from "./Filters.tsx";
import { analyzer } from "./pane.ts";
import { Selectors } from "./Selectors.tsx";
import type { Snapshot } from "./snapshot.ts";
import { CandidateTable } from "./table/CandidateTable.tsx";
import { useAnalysis } from "./use-analysis.ts";

export { screen } from "./screen.ts";

const Detail = lazyPart(() => import("./Detail.tsx"), "Detail");

/** Every strategy of the usual kinds about the money, ranked by what it may win and lose at the prices of one moment. */
export function View(): ReactNode {
  const pane = analyzer.use();
  useAnalysis();
  return (
    <StrategyProvider value={pane}>
      <PaneScreen pane={pane} selectors={<Selectors />} controls={<Filters />}>
        <Body />
      </PaneScreen>
    </StrategyProvider>
  );
}

/** What stands in the place of the candidates before there are any. */
function beginOf({ snapshot }: PaneState<Snapshot>): string {
  if (!snapshot) return "The prices are being loaded.";
  return snapshot.market
    ? "Press Analyze: every strategy about the money is made and ranked at the prices of that moment."
    : "No price of the underlying is known yet.";
}

function Body(): ReactNode {
  const pane = analyzer.use();
  const isShown = useFact(pane.shownAtom, Boolean);
  const whyNot = useAtomValue(pane.whyNotAtom);
  const begin = useFact(pane.stateAtom, beginOf);
  const isSelected = useFact(pane.selectedAtom, Boolean);
  const select = useSetAtom(pane.selectedAtom);
  useEffect(() => {
    if (!isShown) select(undefined);
  }, [isShown, select]);
  const emptyText = useEmptyText(pane.stateAtom, begin);
  if (whyNot !== "") return <EmptyState message={whyNot} />;
  if (!isShown) return <EmptyState message={emptyText} />;
  return (
    <div className={styles["body"]}>
      <div className={styles["table"]}>
        <CandidateTable />
      </div>
      {isSelected ? (
        <Suspense fallback={<div className={styles["detail"]} />}>
          <Detail />
        </Suspense>
      ) : undefined}
    </div>
  );
}
