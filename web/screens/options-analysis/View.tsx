import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { BLOCK_FRAME } from "#contract/domain/choices/frames.ts";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { useDecimals } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { StrikeSelect } from "../../kit/strikes/StrikeSelect.tsx";
import { BlockSelect } from "../../kit/table/BlockSelect.tsx";
import { FrameSelect } from "../../kit/table/FrameSelect.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { useStretches } from "../../kit/table/use-stretches.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { DayFoot } from "./DayFoot.tsx";
import styles from "./options-analysis.module.css";
import { analysis } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import { type Look, table } from "./table.tsx";

export { screen } from "./screen.ts";

/** Up to this window width build-ups are 'LB'. */
const SHORT_LABELS_WIDTH = 1000;

/** What price and OI of a contract did, interval by interval. */
export function View(): ReactNode {
  const pane = analysis.use();
  const { view, ltp: hasLtp, block } = useAtomValue(pane.optionsAtom);
  const stretches = useStretches(pane, view === 1 ? block * BLOCK_FRAME : undefined);
  const decimals = useDecimals(pane);
  const isShort = useNarrow(SHORT_LABELS_WIDTH);
  const look = useMemo(
    (): Look => ({ view, hasLtp, isShort, decimals, ...stretches }),
    [view, hasLtp, isShort, decimals, stretches],
  );
  return (
    <PaneScreen pane={pane} selectors={<Selectors />} figures={<SpotFigure pane={pane} hasFuture />}>
      <div className={styles["body"]}>
        <div className={styles["table"]}>
          <TablePane table={table} pane={pane} look={look} />
        </div>
        {view === 2 ? <DayFoot isShort={isShort} /> : undefined}
      </div>
    </PaneScreen>
  );
}

const VIEWS = [
  { value: 1, label: "View 1" },
  { value: 2, label: "View 2" },
] as const;
const SIDES = [
  { value: "ce", label: "CE" },
  { value: "pe", label: "PE" },
] as const;

const isLoadingIn = ({ status }: PaneState<Snapshot>): boolean => status === "loading";

function Selectors(): ReactNode {
  const pane = analysis.use();
  const { stateAtom, optionsAtom, strikeAtoms, sideAtom } = pane;
  const [options, setOptions] = useAtom(optionsAtom);
  const [side, chooseSide] = useAtom(sideAtom);
  const isLoading = useSlowFact(stateAtom, isLoadingIn);
  return (
    <>
      <SegmentedControl
        label="View"
        segments={VIEWS}
        value={options.view}
        onChange={(view) => setOptions({ ...options, view })}
      />
      {options.view === 1 ? (
        <>
          <StrikeSelect pane={pane} strikeAtom={strikeAtoms[side]} label="Strike" />
          <Select label="Type" options={SIDES} value={side} onChange={chooseSide} />
          <BlockSelect
            block={options.block}
            onChange={(block) => setOptions({ ...options, block })}
            disabled={isLoading}
          />
        </>
      ) : (
        <>
          <StrikeSelect pane={pane} strikeAtom={strikeAtoms.ce} label="CE" />
          <StrikeSelect pane={pane} strikeAtom={strikeAtoms.pe} label="PE" />
          <FrameSelect pane={pane} frame={options.frame} onChange={(frame) => setOptions({ ...options, frame })} />
        </>
      )}
    </>
  );
}
