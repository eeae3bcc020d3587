import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense } from "react";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { SpotFigure } from "../../kit/pane/SpotFigure.tsx";
import { BuilderSettings } from "./BuilderSettings.tsx";
import styles from "./builder.module.css";
import { Ladder } from "./Ladder.tsx";
import { builder } from "./pane.ts";
import { Actions, Selectors } from "./Toolbar.tsx";

export { screen } from "./screen.ts";

// The ladder comes first: the rest has nothing to say before there is a leg.
const Payoff = lazy(async () => ({ default: (await import("./Payoff.tsx")).Payoff }));
const Foot = lazy(async () => ({ default: (await import("./Foot.tsx")).Foot }));
const AdjustPanel = lazy(async () => ({ default: (await import("./AdjustPanel.tsx")).AdjustPanel }));
const PriceChart = lazy(async () => ({ default: (await import("./PriceChart.tsx")).PriceChart }));

/** A strategy from the ladder to its payoff: legs, what they win and lose, and what they are worth now. */
export function View(): ReactNode {
  const pane = builder.use();
  const view = useAtomValue(pane.viewAtom);
  const panel = useAtomValue(pane.panelAtom);
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
          {panel === "adjust" ? (
            <Suspense>
              <AdjustPanel />
            </Suspense>
          ) : (
            <Ladder />
          )}
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
