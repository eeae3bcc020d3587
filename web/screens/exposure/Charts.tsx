import { useAtom } from "jotai";
import { type ReactNode, useCallback, useId, useMemo } from "react";
import { CRORE } from "#contract/domain/units.ts";
import { ChartHost } from "../../charts/ChartHost.tsx";
import { useEmptyText } from "../../kit/pane/empty-text.ts";
import { useSnapshotSource } from "../../kit/pane/snapshot-source.ts";
import { usePriceFormats } from "../../kit/pane/use-decimals.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { isTroubled, type PaneState } from "../../state/pane/pane.ts";
import { barData, barSpec, crores, curveData, curveSpec } from "./chart.ts";
import styles from "./exposure.module.css";
import { exposure } from "./pane.ts";
import type { Figure, Snapshot } from "./snapshot.ts";
import { caveatsOf, NAMES, UNITS } from "./words.ts";

/** Gamma over the full width; under it delta, vega, and net gamma over spot. */
export function Charts(): ReactNode {
  const group = useId();
  return (
    <div className={styles["scroll"]}>
      <div className={styles["charts"]}>
        <BarChart figure="gamma" group={group} />
        <BarChart figure="delta" group={group} />
        <BarChart figure="vega" group={group} />
        <CurveChart />
      </div>
    </div>
  );
}

interface BarChartProps {
  readonly figure: Figure;
  /** Charts of one crosshair. */
  readonly group: string;
}

/** The legend of gamma switches calls, puts and net in all three. */
function BarChart({ figure, group }: BarChartProps): ReactNode {
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
    <ChartHost
      spec={spec}
      source={source}
      linkGroup={group}
      label={NAMES[figure]}
      heading={NAMES[figure]}
      unit={UNITS[figure]}
      legend={figure === "gamma"}
      controls={figure === "gamma" ? <Caveats /> : <Total net={net} />}
      visible={visible}
      onVisible={(id, isShown) => show((before) => ({ ...before, [id]: isShown }))}
      stale={useSlowFact(pane.stateAtom, isTroubled)}
      emptyText={useEmptyText(pane.stateAtom, "There is no open interest.")}
    />
  );
}

function Total({ net }: { readonly net: number }): ReactNode {
  return <strong className={styles["total"]}>{`${crores.text(net / CRORE)} Cr`}</strong>;
}

const caveatOf = ({ snapshot }: PaneState<Snapshot>): string => (snapshot ? caveatsOf(snapshot).join(" · ") : "");

/** What is missing in all figures. */
function Caveats(): ReactNode {
  const words = useSlowFact(exposure.use().stateAtom, caveatOf);
  return words === "" ? undefined : <span className={styles["caveat"]}>{words}</span>;
}

function CurveChart(): ReactNode {
  const pane = exposure.use();
  const { price } = usePriceFormats(pane);
  const source = useSnapshotSource(
    pane,
    useCallback((snapshot: Snapshot) => curveData(snapshot, price.text), [price]),
  );
  const spec = useMemo(() => curveSpec(price.text), [price]);
  return (
    <ChartHost
      spec={spec}
      source={source}
      label="Net gamma over spot"
      heading="Net gamma"
      unit="₹ crore for 1 %, if spot moved there, IVs as they are"
      legend={false}
      stale={useSlowFact(pane.stateAtom, isTroubled)}
      emptyText={useEmptyText(pane.stateAtom, "There is no gamma to re-price.")}
    />
  );
}
