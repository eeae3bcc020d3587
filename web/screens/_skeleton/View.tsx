import { useAtom } from "jotai";
import type { ReactNode } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { HeaderFigure } from "../../components/HeaderFigure.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { formats } from "../../format/format.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import type { PaneState } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { skeleton } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

const SIDES = [
  { value: "CE", label: "Calls" },
  { value: "PE", label: "Puts" },
] as const;

const totalOf = ({ snapshot }: PaneState<Snapshot>): number => snapshot?.totalOi ?? Number.NaN;

/** Composition only: the frame, the screen's own selectors, its figures, its body. */
export function View(): ReactNode {
  const pane = skeleton.use(); // this place's instance
  const [params, setParams] = useAtom(pane.paramsAtom);
  return (
    <PaneScreen
      pane={pane}
      selectors={
        <SegmentedControl label="Side" segments={SIDES} value={params.side} onChange={(side) => setParams({ side })} />
      }
      figures={<Figures />}
    >
      <EmptyState message="A chart or a table stands here." />
    </PaneScreen>
  );
}

/** React renders it when its figure changes, not on a tick. */
function Figures(): ReactNode {
  const totalOi = useSlowFact(skeleton.use().stateAtom, totalOf);
  return <HeaderFigure label="Total OI" value={formats.lakhUnit.text(totalOi)} />;
}
