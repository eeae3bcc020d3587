import { type ReactNode, useRef } from "react";
import { Pane } from "../../components/pane/Pane.tsx";
import { PaneProblem } from "../../components/pane/PaneProblem.tsx";
import { ReplayFrame } from "../../components/pane/ReplayFrame.tsx";
import { type PaneState, usePane } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { paramsAtom, stateAtom } from "./atoms.ts";
import { GraphCharts } from "./GraphCharts.tsx";
import { GraphControls } from "./GraphControls.tsx";
import { GraphHeader } from "./GraphHeader.tsx";
import styles from "./oigraph.module.css";
import { screen } from "./screen.ts";
import type { Snapshot } from "./snapshot.ts";

const atoms = { paramsAtom, stateAtom };

const problemOf = ({ status, message }: PaneState<Snapshot>): string | undefined =>
  status === "missing" ? message : undefined;

/** The OI/Premium graph: calls and puts of each strike around the money, now, and what changed. */
export function View(): ReactNode {
  const root = useRef<HTMLElement>(null);
  usePane(screen, atoms, root);
  const problem = useSlowFact(stateAtom, problemOf);
  return (
    <Pane root={root} title={screen.title}>
      <GraphHeader />
      <GraphControls />
      {problem === undefined ? (
        <div className={styles["body"]}>
          <GraphCharts />
          <ReplayFrame />
        </div>
      ) : (
        <PaneProblem message={problem} />
      )}
    </Pane>
  );
}
