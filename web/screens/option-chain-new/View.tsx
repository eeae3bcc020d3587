import { useAtomValue } from "jotai";
import { type ReactNode, useRef } from "react";
import { Pane } from "../../components/pane/Pane.tsx";
import { ReplayFrame } from "../../components/pane/ReplayFrame.tsx";
import { TabPanel } from "../../components/Tabs.tsx";
import { usePane } from "../../state/pane.ts";
import { paramsAtom, stateAtom, viewNameAtom } from "./atoms.ts";
import { ChainHeader } from "./ChainHeader.tsx";
import { ChainTable } from "./ChainTable.tsx";
import styles from "./option-chain.module.css";
import { screen } from "./screen.ts";
import { VIEW_TABS, ViewBar } from "./ViewBar.tsx";

const atoms = { paramsAtom, stateAtom };

/** The option chain: header figures, one tab a view, and the table. */
export function View(): ReactNode {
  const root = useRef<HTMLElement>(null);
  usePane(screen, atoms, root);
  const view = useAtomValue(viewNameAtom);
  return (
    <Pane root={root} title={screen.title}>
      <ChainHeader />
      <ViewBar />
      <TabPanel id={VIEW_TABS} value={view} className={styles["panel"]}>
        <ChainTable />
        <ReplayFrame />
      </TabPanel>
    </Pane>
  );
}
