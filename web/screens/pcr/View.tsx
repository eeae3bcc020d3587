import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import type { StrikeList, StrikePick } from "#contract/domain/choices/strike-choice.ts";
import { Select } from "../../components/controls/Select.tsx";
import { formats } from "../../format/format.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { PcrFigure } from "../../kit/pane/figures/PcrFigure.tsx";
import { SpotFigure, useSpotName } from "../../kit/pane/figures/SpotFigure.tsx";
import { useDecimals } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { EmaSelect } from "../../kit/series/EmaSelect.tsx";
import { LineFigure } from "../../kit/series/LineFigure.tsx";
import { lastOf } from "../../kit/series/last-of.ts";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import { StrikeControls } from "../../kit/strikes/StrikeControls.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { LEGEND_ORDER, pcrCharts } from "./chart.ts";
import { pcr } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

const TYPES = [
  { value: "pcr", label: "PCR" },
  { value: "volumePcr", label: "Volume PCR" },
] as const;

/** Put / call ratios of the chosen strikes through the day. */
export function View(): ReactNode {
  const pane = pcr.use();
  const [type, chooseType] = useAtom(pane.typeAtom);
  const [period, choosePeriod] = useAtom(pane.periodAtom);
  const spotName = useSpotName(pane);
  const decimals = useDecimals(pane);
  const charts = useMemo(() => pcrCharts({ type, period, spotName, decimals }), [type, period, spotName, decimals]);
  return (
    <PaneScreen
      pane={pane}
      selectors={<Select label="Type" options={TYPES} value={type} onChange={chooseType} />}
      figures={<Figures />}
      controls={
        <ControlRow>
          <StrikeControls pane={pane} note={ratioNote} custom="Custom (beta)" />
          <EmaSelect period={period} onChange={choosePeriod} />
        </ControlRow>
      }
    >
      <SeriesPane pane={pane} charts={charts} legendOrder={LEGEND_ORDER} />
    </PaneScreen>
  );
}

function ratioNote(picks: readonly StrikePick[], { ceOi, peOi }: StrikeList): string {
  const total = (held: Float64Array, side: "ce" | "pe"): number =>
    picks.reduce((sum, pick, i) => sum + (pick[side] ? held[i] || 0 : 0), 0);
  return `PCR of them ${formats.price.text(total(peOi, "pe") / total(ceOi, "ce"))}`;
}

function figuresOf({ snapshot }: PaneState<Snapshot>) {
  return { now: lastOf(snapshot)("pcr"), previous: snapshot?.previous.pcr ?? Number.NaN };
}

const percent = (now: number, before: number): number => ((now - before) / before) * 100;

function Figures(): ReactNode {
  const pane = pcr.use();
  const period = useAtomValue(pane.periodAtom);
  const { now, previous } = useSlowFact(pane.stateAtom, figuresOf);
  const moved = Math.round(percent(now, previous));
  return (
    <>
      <SpotFigure pane={pane} />
      <PcrFigure pcr={now} change={moved} />
      <LineFigure pane={pane} line="ema" label={`Ema ${period}`} format={formats.price.text} />
      <LineFigure pane={pane} line="volumePcr" label="Volume PCR" format={formats.price.text} />
    </>
  );
}
