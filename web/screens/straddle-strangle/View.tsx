import { useAtomValue } from "jotai";
import { type ReactNode, Suspense, useMemo } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { useSpotName } from "../../kit/pane/figures/SpotFigure.tsx";
import { useDecimals } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { fieldOf } from "../../kit/pane/stored-shape.ts";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import { flag, SettingsDialog } from "../../kit/settings/SettingsDialog.tsx";
import { WithSidePanel } from "../../kit/side-panel/SidePanel.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { Controls, Selectors } from "./Controls.tsx";
import { straddleCharts } from "./chart.ts";
import { Figures } from "./Figures.tsx";
import { straddle } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

// Tables are not loaded before somebody wants one.
const Chain = lazyPart(() => import("./Chain.tsx"), "Chain");
const CHAIN = (
  <Suspense>
    <Chain />
  </Suspense>
);

const pairOf = ({ snapshot }: PaneState<Snapshot>) => ({
  ce: snapshot?.ce ?? Number.NaN,
  pe: snapshot?.pe ?? Number.NaN,
});

/** A call and a put held together, through the day. */
export function View(): ReactNode {
  const pane = straddle.use();
  const { ce, pe } = useSlowFact(pane.stateAtom, pairOf);
  const spotName = useSpotName(pane);
  const decimals = useDecimals(pane);
  const visible = useAtomValue(pane.visibleAtom);
  const { extremes, chain: hasChain } = useAtomValue(pane.moreAtom);
  const charts = useMemo(
    () => straddleCharts({ ce, pe, spotName, decimals, visible, extremes }),
    [ce, pe, spotName, decimals, visible, extremes],
  );
  const fields = useMemo(
    () => [
      flag(fieldOf(pane.moreAtom, "extremes"), "Day high and low"),
      flag(fieldOf(pane.moreAtom, "breakEvens"), "Break-evens"),
      flag(fieldOf(pane.moreAtom, "rolling"), "Rolling straddle"),
    ],
    [pane],
  );
  const chart = <SeriesPane pane={pane} charts={charts} ownAlerts />;
  return (
    <PaneScreen
      pane={pane}
      selectors={<Selectors />}
      figures={<Figures />}
      controls={<Controls />}
      settings={<SettingsDialog fields={fields} />}
    >
      {hasChain ? <WithSidePanel panel={CHAIN}>{chart}</WithSidePanel> : chart}
    </PaneScreen>
  );
}
