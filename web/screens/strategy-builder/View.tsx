import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { useLeaving } from "../../kit/strategy/keeping/use-keeping.ts";
import { Ladder } from "../../kit/strategy/ladder/Ladder.tsx";
import { StrategyLayout } from "../../kit/strategy/layout/StrategyLayout.tsx";
import { StrategyProvider } from "../../kit/strategy/strategy-pane.ts";
import { olderBuilder } from "./pane.ts";
import { Actions, Selectors } from "./Toolbar.tsx";

export { screen } from "./screen.ts";

const Payoff = lazyPart(() => import("../../kit/strategy/payoff/Payoff.tsx"), "Payoff");
const PriceChart = lazyPart(() => import("../../kit/strategy/price-chart/PriceChart.tsx"), "PriceChart");
const LegList = lazyPart(() => import("../../kit/strategy/legs/LegList.tsx"), "LegList");
const Figures = lazyPart(() => import("../../kit/strategy/figures/Figures.tsx"), "Figures");
const OlderSavePanel = lazyPart(() => import("../../kit/strategy/older/OlderSavePanel.tsx"), "OlderSavePanel");
const LoadPanel = lazyPart(() => import("./LoadPanel.tsx"), "LoadPanel");

/** The older builder: the same engine, with its own way of saving, adjusting and pricing anew. */
export function View(): ReactNode {
  const pane = olderBuilder.use();
  return (
    <StrategyProvider value={pane}>
      <OlderBuilder />
    </StrategyProvider>
  );
}

function OlderBuilder(): ReactNode {
  const pane = olderBuilder.use();
  const panel = useAtomValue(pane.panelAtom);
  const showsPrices = useAtomValue(pane.showsPricesAtom);
  useLeaving();
  return (
    <PaneScreen pane={pane} selectors={<Selectors />} figures={<SpotFigure pane={pane} />} controls={<Actions />}>
      <StrategyLayout
        side={panel === "save" ? <OlderSavePanel pane={pane} /> : panel === "load" ? <LoadPanel /> : <Ladder />}
        chart={showsPrices ? <PriceChart /> : <Payoff />}
        legs={<LegList bringsBack />}
        figures={<Figures marginLabel="Estimated Margin (beta)" />}
      />
    </PaneScreen>
  );
}
