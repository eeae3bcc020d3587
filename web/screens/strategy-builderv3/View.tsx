import { useAtomValue } from "jotai";
import { type ReactNode, useSyncExternalStore } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { ROUTE_MOUNT, useMount } from "../../kit/pane/mount.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { useLeaving } from "../../kit/strategy/keeping/use-keeping.ts";
import { Ladder } from "../../kit/strategy/ladder/Ladder.tsx";
import { StrategyLayout } from "../../kit/strategy/layout/StrategyLayout.tsx";
import { isStrategyLink } from "../../kit/strategy/link/link-prefix.ts";
import type { Panel } from "../../kit/strategy/strategy-atoms.ts";
import { StrategyProvider } from "../../kit/strategy/strategy-pane.ts";
import { BuilderSettings } from "./BuilderSettings.tsx";
import { type BuilderView, builder } from "./pane.ts";
import { screen } from "./screen.ts";
import { Actions, Selectors } from "./Toolbar.tsx";

export { screen } from "./screen.ts";

// The ladder comes first: the rest has nothing to say before there is a leg.
const Payoff = lazyPart(() => import("../../kit/strategy/payoff/Payoff.tsx"), "Payoff");
const LegList = lazyPart(() => import("../../kit/strategy/legs/LegList.tsx"), "LegList");
const CopyLink = lazyPart(() => import("../../kit/strategy/link/CopyLink.tsx"), "CopyLink");
const Figures = lazyPart(() => import("../../kit/strategy/figures/Figures.tsx"), "Figures");
const AdjustPanel = lazyPart(() => import("../../kit/strategy/adjust/AdjustPanel.tsx"), "AdjustPanel");
const WhatIfPanel = lazyPart(() => import("../../kit/strategy/what-if/WhatIfPanel.tsx"), "WhatIfPanel");
const ReadyMadePanel = lazyPart(() => import("../../kit/strategy/ready-made/ReadyMadePanel.tsx"), "ReadyMadePanel");
const StrategyMap = lazyPart(() => import("../../kit/strategy/map/StrategyMap.tsx"), "StrategyMap");
const PriceChart = lazyPart(() => import("../../kit/strategy/price-chart/PriceChart.tsx"), "PriceChart");

const PracticePanel = lazyPart(() => import("../../kit/strategy/practice/PracticePanel.tsx"), "PracticePanel");
const OpenLink = lazyPart(() => import("../../kit/strategy/link/OpenLink.tsx"), "OpenLink");
const SavePanel = lazyPart(() => import("../../kit/strategy/keeping/SavePanel.tsx"), "SavePanel");
const LoadPanel = lazyPart(() => import("../../kit/strategy/keeping/LoadPanel.tsx"), "LoadPanel");

const PANELS: Readonly<Record<Panel, ReactNode>> = {
  ladder: <Ladder />,
  whatIf: <WhatIfPanel />,
  readyMade: <ReadyMadePanel />,
  adjust: <AdjustPanel />,
  practice: <PracticePanel />,
  save: <SavePanel />,
  load: <LoadPanel />,
};

const CHARTS: Readonly<Record<BuilderView, ReactNode>> = {
  payoff: <Payoff />,
  map: <StrategyMap />,
  chart: <PriceChart />,
};

/** A strategy from the ladder to its payoff: legs, what they win and lose, and what they are worth now. */
export function View(): ReactNode {
  const pane = builder.use();
  return (
    <StrategyProvider value={pane}>
      <Builder />
    </StrategyProvider>
  );
}

/** The link in the address, and each that it is changed to; a pane among others has no address of its own. */
function useLink(): string | undefined {
  const hash = useSyncExternalStore(onHash, () => location.hash);
  return useMount() === ROUTE_MOUNT && isStrategyLink(hash) ? hash : undefined;
}

function onHash(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}

function Builder(): ReactNode {
  const pane = builder.use();
  const view = useAtomValue(pane.viewAtom);
  const panel = useAtomValue(pane.panelAtom);
  const link = useLink();
  useLeaving();
  return (
    <PaneScreen
      pane={pane}
      selectors={<Selectors />}
      figures={<SpotFigure pane={pane} />}
      controls={<Actions />}
      settings={<BuilderSettings />}
    >
      <StrategyLayout
        side={
          <>
            {link ? <OpenLink key={link} hash={link} /> : undefined}
            {PANELS[panel]}
          </>
        }
        chart={CHARTS[view]}
        legs={<LegList actions={<CopyLink path={screen.route} />} bringsBack />}
        figures={<Figures />}
      />
    </PaneScreen>
  );
}
