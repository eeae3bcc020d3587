import { useAtom, useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { StrategyActions, StrategyLayout } from "../../kit/strategy/layout/StrategyLayout.tsx";
import { StrategyProvider } from "../../kit/strategy/strategy-pane.ts";
import { goAtom } from "../../state/navigation.ts";
import { HandedList } from "./HandedList.tsx";
import { analyzerBuilder } from "./pane.ts";
import { useReceived } from "./use-received.ts";

export { screen } from "./screen.ts";

const ANALYZER = "/strategy-analyzer";

const Payoff = lazyPart(() => import("../../kit/strategy/payoff/Payoff.tsx"), "Payoff");
const LegList = lazyPart(() => import("../../kit/strategy/legs/LegList.tsx"), "LegList");
const Figures = lazyPart(() => import("../../kit/strategy/figures/Figures.tsx"), "Figures");
const OlderSavePanel = lazyPart(() => import("../../kit/strategy/older/OlderSavePanel.tsx"), "OlderSavePanel");

/** The checked candidates of the analyzer, one after another: payoff, legs and figures, at the prices of now. */
export function View(): ReactNode {
  const pane = analyzerBuilder.use();
  useReceived();
  return (
    <StrategyProvider value={pane}>
      <PaneScreen pane={pane} figures={<SpotFigure pane={pane} />} controls={<Actions />}>
        <Body />
      </PaneScreen>
    </StrategyProvider>
  );
}

function Body(): ReactNode {
  const pane = analyzerBuilder.use();
  const received = useAtomValue(pane.receivedAtom);
  const isOfMarket = useAtomValue(pane.isOfMarketAtom);
  const context = useAtomValue(pane.contextAtom);
  const panel = useAtomValue(pane.panelAtom);
  const go = useSetAtom(goAtom);
  if (!received)
    return (
      <EmptyState
        message="No strategy was handed over: check strategies in the Strategy Analyzer, and press Payoff Diagram."
        action={
          <Button kind="primary" onClick={() => go(ANALYZER)}>
            Strategy Analyzer
          </Button>
        }
      />
    );
  if (context && !isOfMarket)
    return <EmptyState message={`These strategies are of ${received.room}, which the board does not look at.`} />;
  return (
    <StrategyLayout
      side={panel === "save" ? <OlderSavePanel pane={pane} /> : <HandedList />}
      chart={<Payoff />}
      legs={<LegList />}
      figures={<Figures totalLabel="Totol P&L" hasCapital />}
    />
  );
}

/** The other screen, and saving. */
function Actions(): ReactNode {
  const pane = analyzerBuilder.use();
  const [panel, show] = useAtom(pane.panelAtom);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  const go = useSetAtom(goAtom);
  return (
    <ControlRow wraps>
      <LinesPricedOn pane={pane} />
      <StrategyActions>
        <Button size="header" kind="quiet" onClick={() => go(ANALYZER)}>
          ← Analyzer
        </Button>
        <Button
          size="header"
          onClick={() => show(panel === "save" ? "ladder" : "save")}
          {...(panel !== "save" && !hasLegs && { disabled: true, title: "There is no leg yet" })}
        >
          {panel === "save" ? "Strategies" : "Save Strategy"}
        </Button>
      </StrategyActions>
    </ControlRow>
  );
}
