import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense } from "react";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { SpotFigure } from "../../kit/pane/SpotFigure.tsx";
import { BuilderSettings } from "./BuilderSettings.tsx";
import styles from "./builder.module.css";
import { Ladder } from "./Ladder.tsx";
import { builder, type Panel } from "./pane.ts";
import { Actions, Selectors } from "./Toolbar.tsx";
import { useLeaving } from "./use-keeping.ts";

export { screen } from "./screen.ts";

// The ladder comes first: the rest has nothing to say before there is a leg.
const Payoff = lazy(async () => ({ default: (await import("./Payoff.tsx")).Payoff }));
const Foot = lazy(async () => ({ default: (await import("./Foot.tsx")).Foot }));
const AdjustPanel = lazy(async () => ({ default: (await import("./AdjustPanel.tsx")).AdjustPanel }));
const PriceChart = lazy(async () => ({ default: (await import("./PriceChart.tsx")).PriceChart }));

const SavePanel = lazy(async () => ({ default: (await import("./SavePanel.tsx")).SavePanel }));
const LoadPanel = lazy(async () => ({ default: (await import("./LoadPanel.tsx")).LoadPanel }));

const PANELS: Readonly<Record<Panel, ReactNode>> = {
  ladder: <Ladder />,
  adjust: <AdjustPanel />,
  save: <SavePanel />,
  load: <LoadPanel />,
};

/** A strategy from the ladder to its payoff: legs, what they win and lose, and what they are worth now. */
export function View(): ReactNode {
  const pane = builder.use();
  const view = useAtomValue(pane.viewAtom);
  const panel = useAtomValue(pane.panelAtom);
  useLeaving();
  return (
    <PaneScreen
      pane={pane}
      selectors={<Selectors />}
      figures={<SpotFigure pane={pane} />}
      controls={<Actions />}
      settings={<BuilderSettings />}
    >
      <div className={styles["builder"]}>
        <div className={styles["side"]}>
          <Suspense>{PANELS[panel]}</Suspense>
        </div>
        <div className={styles["main"]}>
          <div className={styles["chart"]}>
            <Suspense>{view === "payoff" ? <Payoff /> : <PriceChart />}</Suspense>
          </div>
          <Suspense>
            <Foot />
          </Suspense>
        </div>
      </div>
    </PaneScreen>
  );
}
