import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { formats } from "../../format/format.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { choice, flag, SettingsDialog } from "../../kit/settings/SettingsDialog.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { skeleton, UNITS } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

const SIDES = [
  { value: "CE", label: "Calls" },
  { value: "PE", label: "Puts" },
] as const;

const UNIT_OPTIONS = UNITS.map((value) => ({ value, label: `In ${value}` }));

const figuresOf = ({ snapshot }: PaneState<Snapshot>) => ({
  totalOi: snapshot?.totalOi ?? Number.NaN,
  contracts: snapshot?.contracts ?? Number.NaN,
});

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
      settings={
        <SettingsDialog
          fields={[flag(pane.hasContractsAtom, "Contracts"), choice(pane.unitAtom, "Unit", UNIT_OPTIONS)]}
        />
      }
    >
      <EmptyState message="A chart or a table stands here." />
    </PaneScreen>
  );
}

/** React renders it when its figures change, not on a tick. */
function Figures(): ReactNode {
  const { stateAtom, hasContractsAtom, unitAtom } = skeleton.use();
  const { totalOi, contracts } = useSlowFact(stateAtom, figuresOf);
  const hasContracts = useAtomValue(hasContractsAtom);
  const unit = useAtomValue(unitAtom);
  return (
    <>
      <HeaderFigure label="Total OI" value={(unit === "lakh" ? formats.lakhUnit : formats.croreUnit).text(totalOi)} />
      {hasContracts ? <HeaderFigure label="Contracts" value={formats.whole.text(contracts)} /> : undefined}
    </>
  );
}
