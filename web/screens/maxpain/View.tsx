import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { strikeText } from "../../format/strike-text.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { PcrFigure } from "../../kit/pane/figures/PcrFigure.tsx";
import { PaneChart } from "../../kit/pane/PaneChart.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { useSnapshotSource } from "../../kit/pane/snapshot-source.ts";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
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
  const spec = useMemo(() => barSpec(hasDayHigh, strikeFormat), [hasDayHigh, strikeFormat]);
  const dataOf = useCallback((snapshot: Snapshot) => barData(snapshot, scale, hasDayHigh), [scale, hasDayHigh]);
  const source = useSnapshotSource(pane, dataOf);
  const title = axisTitle(scale);
  return (
    <PaneChart pane={pane} spec={spec} source={source} isLinked label={title} heading={title} legend={hasDayHigh} />
  );
}

function PainLine(): ReactNode {
  const pane = maxpain.use();
  const source = useSnapshotSource(pane, lineData);
  return (
    <PaneChart
      pane={pane}
      spec={lineSpec}
      source={source}
      isLinked
      label="Maxpain through the day"
      heading="Maxpain"
      legend={false}
    />
  );
}
