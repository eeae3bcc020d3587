import { useAtomValue } from "jotai";
import { type ReactNode, useId } from "react";
import { TabPanel } from "../../components/Tabs.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { ChainFigures } from "./ChainFigures.tsx";
import { ChainTable } from "./ChainTable.tsx";
import styles from "./option-chain.module.css";
import { chain } from "./pane.ts";
import { ViewBar } from "./ViewBar.tsx";

export { screen } from "./screen.ts";

/** The option chain: header figures, one tab a view, and the table. */
export function View(): ReactNode {
  const pane = chain.use();
  const view = useAtomValue(pane.viewNameAtom);
  const tabs = useId(); // two chains may stand on one board
  return (
    <PaneScreen pane={pane} figures={<ChainFigures />} controls={<ViewBar id={tabs} />}>
      <TabPanel id={tabs} value={view} className={styles["panel"]}>
        <ChainTable />
      </TabPanel>
    </PaneScreen>
  );
}
