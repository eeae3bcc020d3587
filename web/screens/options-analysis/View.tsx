import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { BLOCK_FRAME } from "#contract/domain/choices/frames.ts";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { SpotFigure } from "../../kit/pane/SpotFigure.tsx";
import { useDecimals } from "../../kit/pane/use-decimals.ts";
import { StrikeSelect } from "../../kit/strikes/StrikeSelect.tsx";
import { BlockSelect } from "../../kit/table/BlockSelect.tsx";
import { FrameSelect } from "../../kit/table/FrameSelect.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { STRETCH_ROWS } from "../../kit/table/time-table.ts";
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

const factsOf = ({ snapshot }: PaneState<Snapshot>) => ({
  frame: snapshot?.frame ?? BLOCK_FRAME,
  open: snapshot?.open ?? 0,
});

/** What price and OI of a contract did, interval by interval. */
export function View(): ReactNode {
  const pane = analysis.use();
  const { view, ltp: hasLtp, block } = useAtomValue(pane.optionsAtom);
  const { descending: isNewestFirst } = useAtomValue(pane.sorting.sortAtom);
  const { frame, open } = useSlowFact(pane.stateAtom, factsOf);
  const decimals = useDecimals(pane);
  const isShort = useNarrow(SHORT_LABELS_WIDTH);
  const stretch = view === 1 ? block * BLOCK_FRAME : frame * STRETCH_ROWS;
  const look = useMemo(
    (): Look => ({ view, hasLtp, isShort, decimals, open, frame, stretch, isNewestFirst }),
    [view, hasLtp, isShort, decimals, open, frame, stretch, isNewestFirst],
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

const shownOf = ({ snapshot, status }: PaneState<Snapshot>) => ({
  cadence: snapshot?.cadence ?? 1,
  isLoading: status === "loading",
});

function Selectors(): ReactNode {
  const pane = analysis.use();
  const { stateAtom, optionsAtom, strikeAtoms, sideAtom } = pane;
  const [options, setOptions] = useAtom(optionsAtom);
  const [side, chooseSide] = useAtom(sideAtom);
  const { cadence, isLoading } = useSlowFact(stateAtom, shownOf);
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
          <FrameSelect
            frame={options.frame}
            cadence={cadence}
            onChange={(frame) => setOptions({ ...options, frame })}
          />
        </>
      )}
    </>
  );
}
