import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { ChartHost } from "../../charts/ChartHost.tsx";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { strikeText } from "../../format/strike-text.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { useEmptyText } from "../../kit/pane/empty-text.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { PcrFigure } from "../../kit/pane/PcrFigure.tsx";
import { useSnapshotSource } from "../../kit/pane/snapshot-source.ts";
import { useLetterName } from "../../kit/pane/use-letter-name.ts";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { isTroubled, type PaneState } from "../../state/pane/pane.ts";
import { axisTitle, barData, barSpec, lineData, lineSpec } from "./chart.ts";
import styles from "./maxpain.module.css";
import { maxpain, SCALES, type Scale } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

const SCALE_OPTIONS = (Object.keys(SCALES) as Scale[]).map((value) => ({ value, label: SCALES[value].words }));

const figuresOf = ({ snapshot }: PaneState<Snapshot>) => ({
  maxPain: snapshot?.maxPain ?? Number.NaN,
  pcr: snapshot?.pcr ?? Number.NaN,
  pcrChange: snapshot?.pcrChange ?? Number.NaN,
});

const strikeFormatOf = ({ snapshot }: PaneState<Snapshot>) => strikeTextOf(snapshot?.strikes);

/** Max pain: the pain of each strike as bars, and where the least pain stood through the day. */
export function View(): ReactNode {
  const pane = maxpain.use();
  const hasLine = useAtomValue(pane.hasLineAtom);
  return (
    <PaneScreen pane={pane} figures={<Figures />} controls={<Controls />}>
      <div className={styles["charts"]} data-lines={hasLine}>
        <PainBars />
        {hasLine ? <PainLine /> : undefined}
      </div>
    </PaneScreen>
  );
}

function Figures(): ReactNode {
  const { maxPain, pcr, pcrChange } = useSlowFact(maxpain.use().stateAtom, figuresOf);
  return (
    <>
      <HeaderFigure label="Maxpain" value={strikeText(maxPain)} />
      <PcrFigure pcr={pcr} change={pcrChange} />
    </>
  );
}

function Controls(): ReactNode {
  const pane = maxpain.use();
  const [scale, chooseScale] = useAtom(pane.scaleAtom);
  const [hasDayHigh, showDayHigh] = useAtom(pane.hasDayHighAtom);
  const [hasLine, showLine] = useAtom(pane.hasLineAtom);
  return (
    <ControlRow>
      <Select label="Scale" prefix="Scale :" options={SCALE_OPTIONS} value={scale} onChange={chooseScale} />
      <Checkbox label="Day High Maxpain" checked={hasDayHigh} onChange={showDayHigh} />
      <Checkbox label="Maxpain Line Chart (Beta)" checked={hasLine} onChange={showLine} />
    </ControlRow>
  );
}

function PainBars(): ReactNode {
  const pane = maxpain.use();
  const scale = useAtomValue(pane.scaleAtom);
  const hasDayHigh = useAtomValue(pane.hasDayHighAtom);
  const strikeFormat = useSlowFact(pane.stateAtom, strikeFormatOf);
  const stale = useSlowFact(pane.stateAtom, isTroubled);
  const spec = useMemo(() => barSpec(hasDayHigh, strikeFormat), [hasDayHigh, strikeFormat]);
  const dataOf = useCallback((snapshot: Snapshot) => barData(snapshot, scale, hasDayHigh), [scale, hasDayHigh]);
  const source = useSnapshotSource(pane, dataOf);
  const title = axisTitle(scale);
  return (
    <ChartHost
      spec={spec}
      source={source}
      linkGroup={useLetterName()}
      label={title}
      heading={title}
      legend={hasDayHigh}
      stale={stale}
    />
  );
}

function PainLine(): ReactNode {
  const pane = maxpain.use();
  const source = useSnapshotSource(pane, lineData);
  const stale = useSlowFact(pane.stateAtom, isTroubled);
  return (
    <ChartHost
      spec={lineSpec}
      source={source}
      linkGroup={useLetterName()}
      label="Maxpain through the day"
      heading="Maxpain"
      legend={false}
      stale={stale}
      emptyText={useEmptyText(pane.stateAtom, undefined)}
    />
  );
}
