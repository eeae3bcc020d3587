import { useAtom } from "jotai";
import { type ReactNode, useRef } from "react";
import { HeaderFigure } from "../../components/HeaderFigure.tsx";
import { PaneHeader } from "../../components/PaneHeader.tsx";
import { ExpirySelect } from "../../components/pane/ExpirySelect.tsx";
import { Pane } from "../../components/pane/Pane.tsx";
import { PaneFreshness } from "../../components/pane/PaneFreshness.tsx";
import { SymbolSelect } from "../../components/pane/SymbolSelect.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { formats } from "../../format/format.ts";
import { type PaneState, usePane } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { paramsAtom, stateAtom } from "./atoms.ts";
import { screen } from "./screen.ts";
import type { Snapshot } from "./snapshot.ts";

const atoms = { paramsAtom, stateAtom };
const SIDES = [
  { value: "CE", label: "Calls" },
  { value: "PE", label: "Puts" },
] as const;

const totalOf = ({ snapshot }: PaneState<Snapshot>): number => snapshot?.totalOi ?? Number.NaN;

/** Composition only. Tables paint themselves (web/grid), charts too (web/charts); slow facts come by useSlowFact. */
export function View(): ReactNode {
  const root = useRef<HTMLElement>(null);
  usePane(screen, atoms, root); // subscribes while mounted and visible
  const [params, setParams] = useAtom(paramsAtom);
  const totalOi = useSlowFact(stateAtom, totalOf);
  return (
    <Pane root={root} title={screen.title}>
      <PaneHeader
        group="A"
        title={screen.title}
        symbol={<SymbolSelect />}
        expiry={<ExpirySelect />}
        selectors={
          <SegmentedControl
            label="Side"
            segments={SIDES}
            value={params.side}
            onChange={(side) => setParams({ side })}
          />
        }
        figures={<HeaderFigure label="Total OI" value={formats.lakhUnit.text(totalOi)} />}
        freshness={<PaneFreshness stateAtom={stateAtom} />}
      />
    </Pane>
  );
}
