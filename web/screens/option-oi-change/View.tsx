import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { timeFormat } from "../../format/format.ts";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { useDecimals } from "../../kit/pane/figures/use-decimals.ts";
import { LotButton } from "../../kit/pane/LotButton.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { UntradedNote } from "../../kit/pricing/UntradedNote.tsx";
import { FrameSelect } from "../../kit/table/FrameSelect.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { oiChange } from "./pane.ts";
import { isPriced, METRICS, type Snapshot } from "./snapshot.ts";
import { type Look, table } from "./table.tsx";
import { METRIC_WORDS } from "./words.ts";

export { screen } from "./screen.ts";

/** Up to this window width build-ups are 'LB'. */
const SHORT_WIDTH = 1000;
/** Up to this one fewer strikes stand above the money. */
const NARROW_WIDTH = 860;

const timesOf = ({ snapshot }: PaneState<Snapshot>) => ({
  times: Array.from(snapshot?.times ?? []),
  partial: snapshot?.partial ?? 0,
});

/** What every strike's call and put did, interval by interval. */
export function View(): ReactNode {
  const pane = oiChange.use();
  const metric = useAtomValue(pane.metricAtom);
  const hasSinceClose = useAtomValue(pane.hasSinceCloseAtom);
  const inLots = useAtomValue(pane.inLotsAtom);
  const { descending: isInverse } = useAtomValue(pane.sorting.sortAtom);
  const { times, partial } = useSlowFact(pane.stateAtom, timesOf);
  const decimals = useDecimals(pane);
  const isShort = useNarrow(SHORT_WIDTH);
  const isNarrow = useNarrow(NARROW_WIDTH);
  const look = useMemo(
    (): Look => ({ metric, times, partial, hasSinceClose, inLots, isInverse, decimals, isShort, isNarrow }),
    [metric, times, partial, hasSinceClose, inLots, isInverse, decimals, isShort, isNarrow],
  );
  return (
    <PaneScreen pane={pane} selectors={<Selectors />} figures={<SpotFigure pane={pane} />}>
      <TablePane table={table} pane={pane} look={look} crosshair="strike" />
    </PaneScreen>
  );
}

const METRIC_OPTIONS = METRICS.map((value) => ({ value, label: METRIC_WORDS[value].option }));

const choicesOf = ({ snapshot }: PaneState<Snapshot>) => ({
  starts: Array.from(snapshot?.starts ?? []),
  first: snapshot?.times[0] ?? Number.NaN,
});

function Selectors(): ReactNode {
  const pane = oiChange.use();
  const [frame, chooseFrame] = useAtom(pane.frameAtom);
  const [, chooseStart] = useAtom(pane.startAtom);
  const [metric, chooseMetric] = useAtom(pane.metricAtom);
  const [hasSinceClose, showSinceClose] = useAtom(pane.hasSinceCloseAtom);
  const [inLots, countInLots] = useAtom(pane.inLotsAtom);
  const { starts, first } = useSlowFact(pane.stateAtom, choicesOf);
  return (
    <>
      <FrameSelect
        pane={pane}
        frame={frame}
        onChange={(next) => {
          chooseStart(undefined);
          chooseFrame(next);
        }}
      />
      <Select
        label="Start time"
        prefix="Start"
        options={starts.map((time) => ({ value: time, label: timeFormat.text(time) }))}
        value={first}
        // The last one goes on with the clock.
        onChange={(time) => chooseStart(time === starts.at(-1) ? undefined : time)}
        disabled={starts.length === 0}
        title={starts.length === 0 ? "There are not yet five intervals" : "The oldest of the five intervals"}
      />
      <Select label="Show" prefix="Show" options={METRIC_OPTIONS} value={metric} onChange={chooseMetric} />
      <Checkbox label="Change In OI" checked={hasSinceClose} onChange={showSinceClose} />
      <LotButton inLots={inLots} onChange={countInLots} disabled={!METRIC_WORDS[metric].isCounted && !hasSinceClose} />
      {isPriced(metric) ? <LinesPricedOn pane={pane} /> : undefined}
      <UntradedNote stateAtom={pane.stateAtom} />
    </>
  );
}
