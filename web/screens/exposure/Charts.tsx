import { useAtom } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { CRORE } from "#contract/domain/units.ts";
import { LABEL_PAINTERS } from "../../charts/words/paint-labels.ts";
import { Caveat } from "../../kit/pane/Caveat.tsx";
import { usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { PaneChart } from "../../kit/pane/PaneChart.tsx";
import { useSnapshotSource } from "../../kit/pane/snapshot-source.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { barData, barSpec, crores, curveData, curveSpec } from "./chart.ts";
import styles from "./exposure.module.css";
import { exposure } from "./pane.ts";
import type { Figure, Snapshot } from "./snapshot.ts";
import { caveatsOf, NAMES, UNITS } from "./words.ts";

/** Gamma over the full width; under it delta, vega, and net gamma over spot. */
export function Charts(): ReactNode {
  return (
    <div className={styles["scroll"]}>
      <div className={styles["charts"]}>
        <BarChart figure="gamma" />
        <BarChart figure="delta" />
        <BarChart figure="vega" />
        <CurveChart />
      </div>
    </div>
  );
}

interface BarChartProps {
  readonly figure: Figure;
}

/** The legend of gamma switches calls, puts and net in all three. */
function BarChart({ figure }: BarChartProps): ReactNode {
  const pane = exposure.use();
  const [visible, show] = useAtom(pane.visibleAtom);
  const { price } = usePriceFormats(pane);
  const source = useSnapshotSource(
    pane,
    useCallback((snapshot: Snapshot) => barData(snapshot, figure, price.text), [figure, price]),
  );
  const spec = useMemo(() => barSpec(figure, source.shown), [figure, source]);
  const net = useSlowFact(
    pane.stateAtom,
    useCallback(({ snapshot }: PaneState<Snapshot>) => snapshot?.totals[figure] ?? Number.NaN, [figure]),
  );
  return (
    <PaneChart
      pane={pane}
      spec={spec}
      source={source}
      isLinked
      label={NAMES[figure]}
      heading={NAMES[figure]}
      unit={UNITS[figure]}
      legend={figure === "gamma"}
      controls={figure === "gamma" ? <Caveats /> : <Total label="Net" rupees={net} />}
      visible={visible}
      onVisible={(id, isShown) => show((before) => ({ ...before, [id]: isShown }))}
      emptyText="There is no open interest."
    />
  );
}

interface TotalProps {
  readonly label: string;
  readonly rupees: number;
}

function Total({ label, rupees }: TotalProps): ReactNode {
  return (
    <span className={styles["total"]}>
      {label} <strong>{`${crores.text(rupees / CRORE)} Cr`}</strong>
    </span>
  );
}

const caveatOf = ({ snapshot }: PaneState<Snapshot>): string => (snapshot ? caveatsOf(snapshot).join(" · ") : "");

/** What is missing in all figures. */
function Caveats(): ReactNode {
  return <Caveat words={useSlowFact(exposure.use().stateAtom, caveatOf)} />;
}

const netGammaOf = ({ snapshot }: PaneState<Snapshot>): number => snapshot?.totals.gamma ?? Number.NaN;

function CurveChart(): ReactNode {
  const pane = exposure.use();
  const { price } = usePriceFormats(pane);
  const source = useSnapshotSource(
    pane,
    useCallback((snapshot: Snapshot) => curveData(snapshot, price.text), [price]),
  );
  const spec = useMemo(() => curveSpec(price.text), [price]);
  const net = useSlowFact(pane.stateAtom, netGammaOf);
  return (
    <PaneChart
      pane={pane}
      spec={spec}
      source={source}
      painters={LABEL_PAINTERS}
      label="Net gamma over spot"
      heading="Net gamma"
      unit="₹ crore for 1 %, if spot moved there"
      legend={false}
      controls={<Total label="At spot" rupees={net} />}
      emptyText="There is no gamma to re-price."
    />
  );
}
