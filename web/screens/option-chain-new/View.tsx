import { useAtomValue } from "jotai";
import { type ReactNode, Suspense, useId, useMemo } from "react";
import { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { TabPanel } from "../../components/controls/Tabs.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import type { TopStyle } from "../../grid/grid-options.ts";
import { ChainFigures } from "../../kit/chain/ChainFigures.tsx";
import { ChainTable } from "../../kit/chain/ChainTable.tsx";
import styles from "../../kit/chain/chain.module.css";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { chain } from "./pane.ts";
import { ViewBar } from "./ViewBar.tsx";

export { screen } from "./screen.ts";

const SettingsButton = lazyPart(() => import("./SettingsButton.tsx"), "SettingsButton");

/** The option chain: header figures, one tab a view, and the table. */
export function View(): ReactNode {
  const pane = chain.use();
  const view = useAtomValue(pane.viewNameAtom);
  const shape = useAtomValue(pane.shapeAtom);
  const isRange = useAtomValue(pane.viewAtom).strikeRange !== ALL_STRIKES;
  const sidesSwapped = useAtomValue(pane.sidesSwappedAtom);
  const top = useTopStyle();
  const tabs = useId(); // two chains may stand on one board
  return (
    <PaneScreen
      pane={pane}
      figures={
        <ChainFigures pane={pane} isGraph={shape.oiGraph} isRange={isRange} showsStraddle sidesSwapped={sidesSwapped} />
      }
      settings={
        <Suspense fallback={<i className={styles["cog"] ?? ""} />}>
          <SettingsButton />
        </Suspense>
      }
      controls={<ViewBar id={tabs} />}
    >
      <TabPanel id={tabs} value={view} className={styles["panel"] ?? ""}>
        <ChainTable pane={pane} shape={shape} isRange={isRange} top={top} sidesSwapped={sidesSwapped} />
      </TabPanel>
    </PaneScreen>
  );
}

function useTopStyle(): TopStyle {
  const { topColorsAtom, topStyleAtom } = chain.use();
  const colours = useAtomValue(topColorsAtom);
  const isBackground = useAtomValue(topStyleAtom);
  return useMemo(() => {
    const [first, second, third] = colours;
    const own = first && second && third ? ([first, second, third] as const) : undefined;
    return { outlined: !isBackground, colours: own };
  }, [colours, isBackground]);
}
