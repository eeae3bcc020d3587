import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { HeaderFigure } from "../../components/HeaderFigure.tsx";
import { Select } from "../../components/Select.tsx";
import { toned } from "../../components/tone.ts";
import { formats, numberFormat } from "../../format/format.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import type { PaneState } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { Controls } from "./Controls.tsx";
import { LEGEND_ORDER, pcrCharts } from "./chart.ts";
import { pcr } from "./pane.ts";
import type { LineId, Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

const TYPES = [
  { value: "pcr", label: "PCR" },
  { value: "volumePcr", label: "Volume PCR" },
] as const;

const SPOT_NAMES = { spot: "Spot", future: "Future", forward: "Forward", none: "Spot" } as const;

const basisOf = ({ snapshot, context }: PaneState<Snapshot>) => ({
  spotName: SPOT_NAMES[snapshot?.basis ?? "spot"],
  decimals: context === undefined ? (2 as const) : underlyingOf(context.symbol).decimals,
});

/** Put / call ratios of the chosen strikes through the day. */
export function View(): ReactNode {
  const pane = pcr.use();
  const [options, setOptions] = useAtom(pane.optionsAtom);
  const period = useAtomValue(pane.periodAtom);
  const basis = useSlowFact(pane.stateAtom, basisOf);
  const charts = useMemo(() => pcrCharts({ type: options.type, period, ...basis }), [options.type, period, basis]);
  return (
    <PaneScreen
      pane={pane}
      selectors={
        <Select
          label="Type"
          options={TYPES}
          value={options.type}
          onChange={(type) => setOptions({ ...options, type })}
        />
      }
      figures={<Figures />}
      controls={<Controls />}
    >
      <SeriesPane pane={pane} charts={charts} visibleAtom={pane.visibleAtom} legendOrder={LEGEND_ORDER} />
    </PaneScreen>
  );
}

function figuresOf({ snapshot }: PaneState<Snapshot>) {
  const last = (id: LineId): number => snapshot?.series.lines[id].at(-1) ?? Number.NaN;
  return {
    spot: snapshot?.spot ?? Number.NaN,
    previousSpot: snapshot?.previousSpot ?? Number.NaN,
    basis: snapshot?.basis ?? ("spot" as const),
    pcr: last("pcr"),
    previous: snapshot?.previous.pcr ?? Number.NaN,
    volumePcr: last("volumePcr"),
    ema: last("ema"),
  };
}

const percent = (now: number, before: number): number => ((now - before) / before) * 100;

function Figures(): ReactNode {
  const pane = pcr.use();
  const period = useAtomValue(pane.periodAtom);
  const { decimals } = useSlowFact(pane.stateAtom, basisOf);
  const facts = useSlowFact(pane.stateAtom, figuresOf);
  const moved = percent(facts.spot, facts.previousSpot);
  const pcrMoved = Math.round(percent(facts.pcr, facts.previous));
  const change =
    facts.basis === "forward" ? { change: "no spot recorded" } : toned(moved, formats.signedPercent.text(moved));
  return (
    <>
      <HeaderFigure label={SPOT_NAMES[facts.basis]} value={numberFormat({ decimals }).text(facts.spot)} {...change} />
      <HeaderFigure
        label="PCR"
        value={formats.price.text(facts.pcr)}
        {...toned(pcrMoved, `( ${formats.signedWhole.text(pcrMoved)} % )`)}
      />
      <HeaderFigure label={`Ema ${period}`} value={formats.price.text(facts.ema)} />
      <HeaderFigure label="Volume PCR" value={formats.price.text(facts.volumePcr)} />
    </>
  );
}
