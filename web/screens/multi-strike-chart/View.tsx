import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { strikeText } from "../../format/strike-text.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { SpotFigure, useSpotName } from "../../kit/pane/figures/SpotFigure.tsx";
import { useDecimals } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import { PickStrip } from "../../kit/strikes/PickStrip.tsx";
import { StrikeControls } from "../../kit/strikes/StrikeControls.tsx";
import type { DotLook } from "../../kit/strikes/StrikeStrip.tsx";
import { useAtm } from "../../kit/strikes/use-strikes.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { hueOf, PLOT_WORDS, strikesChart } from "./chart.ts";
import styles from "./multi-strike-chart.module.css";
import { MODES, multiStrike } from "./pane.ts";
import { PLOTS, type Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

const PLOT_OPTIONS = PLOTS.map((value) => ({ value, label: PLOT_WORDS[value].label }));
const TYPE_LABELS = { both: "CE-PE", ce: "CE", pe: "PE" } as const;
const MODE_OPTIONS = MODES.map((value) => ({ value, label: value }));

const NO_IDS: readonly string[] = [];
const drawnOf = ({ snapshot }: PaneState<Snapshot>) => ({
  plot: snapshot?.plot ?? ("oi" as const),
  ids: snapshot?.ids ?? NO_IDS,
});

/** One figure of many strikes through the day, a line each. */
export function View(): ReactNode {
  const pane = multiStrike.use();
  const { plot, ids } = useSlowFact(pane.stateAtom, drawnOf);
  const spotName = useSpotName(pane);
  const decimals = useDecimals(pane);
  const isSkipping = useAtomValue(pane.isSkippingAtom);
  const charts = useMemo(() => strikesChart({ plot, ids, spotName, decimals }), [plot, ids, spotName, decimals]);
  return (
    <PaneScreen
      pane={pane}
      selectors={<Selectors />}
      figures={
        <>
          <SpotFigure pane={pane} />
          <HeaderFigure label="ATM" value={strikeText(useAtm(pane))} />
          <Lines />
        </>
      }
      controls={<Controls />}
    >
      <SeriesPane
        pane={pane}
        charts={charts}
        gutter={80}
        tagGutter={80}
        emptyText={isSkipping ? SKIPPED : "No strike is chosen."}
        isRoomy="foot"
      />
    </PaneScreen>
  );
}

/** The figure, and the sides. */
function Selectors(): ReactNode {
  const pane = multiStrike.use();
  const [plot, setPlot] = useAtom(pane.plotAtom);
  const [type, setType] = useAtom(pane.typeAtom);
  const isFixed = plot === "straddle";
  const segments = (["both", "ce", "pe"] as const).map((value) => ({
    value,
    label: TYPE_LABELS[value],
    disabled: isFixed && value !== "both",
    ...(isFixed && { title: "A straddle has both sides" }),
  }));
  return (
    <>
      <Select label="Plot" prefix="Plot" options={PLOT_OPTIONS} value={plot} onChange={setPlot} />
      <SegmentedControl label="Option type" segments={segments} value={type} onChange={setType} />
    </>
  );
}

/** '7 of 8 chosen': a line that the legend has switched off is chosen all the same. */
function Lines(): ReactNode {
  const pane = multiStrike.use();
  const { ids } = useSlowFact(pane.stateAtom, drawnOf);
  const visible = useAtomValue(pane.visibleAtom);
  const shown = ids.filter((id) => visible[id] !== false).length;
  return <HeaderFigure label="Lines" value={String(shown)} change={`of ${ids.length} chosen`} />;
}

/** Which strikes; the window is a row of its own. */
function Controls(): ReactNode {
  const pane = multiStrike.use();
  const [hasWindow, setWindow] = useAtom(pane.windowAtom);
  const [mode, setMode] = useAtom(pane.modeAtom);
  const [skips, setSkips] = useAtom(pane.skipAtom);
  const hasSkip = useAtomValue(pane.hasSkipAtom);
  const isSkipping = useAtomValue(pane.isSkippingAtom);
  const [hasSpot, setSpot] = useAtom(pane.spotAtom);
  return (
    <>
      <ControlRow>
        <StrikeControls pane={pane} opensPicker {...(isSkipping && { isOffered: isHundred })} />
        <Checkbox label="Strikes Window (Beta)" checked={hasWindow} onChange={setWindow} />
        {hasWindow ? (
          <Select label="Mode" prefix="Mode" options={MODE_OPTIONS} value={mode} onChange={setMode} />
        ) : undefined}
        {hasSkip ? <Checkbox label="Skip 50 Strikes" checked={skips} onChange={setSkips} /> : undefined}
        <LinesPricedOn pane={pane} />
        <span className={styles["spot"]}>
          <Checkbox label="Spot" checked={hasSpot} onChange={setSpot} />
        </span>
      </ControlRow>
      {hasWindow ? <Window /> : undefined}
    </>
  );
}

/** Skipping keeps what is chosen, which may be such strikes alone. */
const SKIPPED = "None of the chosen strikes is drawn: Skip 50 Strikes is on.";
const isHundred = (strike: number): boolean => strike % 100 === 0;

/** Up to fifteen strikes with a circle for each side. */
function Window(): ReactNode {
  const pane = multiStrike.use();
  const { picksAtom } = pane.strikes;
  const [picks, choose] = useAtom(picksAtom);
  const { ids } = useSlowFact(pane.stateAtom, drawnOf);
  const visible = useAtomValue(pane.visibleAtom);
  /** A straddle's line is that of both sides. */
  function lookOf(strike: number, side: "ce" | "pe"): DotLook | undefined {
    const id = [`${strike} ${side.toUpperCase()}`, String(strike)].find((one) => ids.includes(one));
    return id === undefined ? undefined : { colour: hueOf(ids.indexOf(id)), isHidden: visible[id] === false };
  }
  return (
    <PickStrip pane={pane} picksAtom={picksAtom} lookOf={lookOf}>
      <Button
        size="header"
        kind="quiet"
        onClick={() => choose((picks ?? []).map(({ strike }) => ({ strike, ce: false, pe: false })))}
      >
        Clear
      </Button>
    </PickStrip>
  );
}
