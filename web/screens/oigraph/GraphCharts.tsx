import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { ChartHost } from "../../charts/ChartHost.tsx";
import { useSnapshotSource } from "../../kit/pane/snapshot-source.ts";
import { useLetterName } from "../../kit/pane/use-letter-name.ts";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { isTroubled, type PaneState } from "../../state/pane/pane.ts";
import { AXIS_TITLES, metricData, metricSpec, totalData, totalSpec, windowData, windowSpec } from "./chart.ts";
import styles from "./oigraph.module.css";
import { oigraph } from "./pane.ts";
import type { Metric, Snapshot } from "./snapshot.ts";
import { tooltipOf } from "./tooltip.ts";
import { windowText } from "./window-words.ts";

const strikeFactsOf = ({ snapshot }: PaneState<Snapshot>) => ({
  decimals: snapshot?.decimals ?? (2 as const),
  strikeText: strikeTextOf(snapshot?.strikes),
});

const windowFactsOf = ({ snapshot }: PaneState<Snapshot>) =>
  snapshot && { to: snapshot.to, from: snapshot.from, wantedFrom: snapshot.wantedFrom };

/** View 1: a figure and its change, at half height each. View 2: open interest over a window, at full height. */
export function GraphCharts(): ReactNode {
  const { plotAtom, viewAtom, hasTotalAtom } = oigraph.use();
  const plot = useAtomValue(plotAtom);
  const view = useAtomValue(viewAtom);
  const hasTotal = useAtomValue(hasTotalAtom);
  return (
    <div className={styles["charts"]} data-view={view} data-total={hasTotal}>
      {view === 2 ? (
        <>
          <WindowChart />
          {hasTotal ? <TotalChart metric="oi" hasStart /> : undefined}
        </>
      ) : plot === "oi" ? (
        <>
          <MetricChart metric="oi" />
          {hasTotal ? <TotalChart metric="oi" /> : undefined}
          <MetricChart metric="changeInOI" />
          {hasTotal ? <TotalChart metric="changeInOI" /> : undefined}
        </>
      ) : (
        <>
          <MetricChart metric="premium" />
          <MetricChart metric="changeInPremium" />
        </>
      )}
    </div>
  );
}

/** Bars of one metric. The upper chart has the legend, which is the switch of both. */
function MetricChart({ metric }: { readonly metric: Metric }): ReactNode {
  const pane = oigraph.use();
  const facts = useSlowFact(pane.stateAtom, strikeFactsOf);
  const isChange = metric === "changeInOI" || metric === "changeInPremium";
  const plot = metric === "oi" || metric === "changeInOI" ? "oi" : "premium";
  const source = useSnapshotSource(
    pane,
    useCallback((snapshot: Snapshot) => metricData(snapshot, metric), [metric]),
  );
  const spec = useMemo(
    () => metricSpec(metric, facts, (index) => tooltipOf(source.shown(), index, plot, false)),
    [metric, facts, plot, source],
  );
  return (
    <ChartHost
      {...useSides()}
      spec={spec}
      source={source}
      linkGroup={useLetterName()}
      label={AXIS_TITLES[metric]}
      heading={AXIS_TITLES[metric]}
      legend={!isChange}
      {...(isChange
        ? { unit: "since the previous close", emptyText: "There is no previous close to compare with." }
        : {})}
    />
  );
}

function WindowChart(): ReactNode {
  const pane = oigraph.use();
  const facts = useSlowFact(pane.stateAtom, strikeFactsOf);
  const times = useSlowFact(pane.stateAtom, windowFactsOf);
  const isCurrent = useAtomValue(pane.windowAtom) === "current";
  const source = useSnapshotSource(pane, windowData);
  const spec = useMemo(
    () => windowSpec(facts, (index) => tooltipOf(source.shown(), index, "oi", true)),
    [facts, source],
  );
  return (
    <ChartHost
      {...useSides()}
      spec={spec}
      source={source}
      linkGroup={useLetterName()}
      label={AXIS_TITLES.oi}
      heading={AXIS_TITLES.oi}
      unit={times ? windowText(times, isCurrent) : ""}
    />
  );
}

interface TotalChartProps {
  readonly metric: "oi" | "changeInOI";
  readonly hasStart?: boolean;
}

const TOTAL_TITLES = { oi: "Total OI ( In Lakhs )", changeInOI: "Total Change ( In Lakhs )" };

function TotalChart({ metric, hasStart = false }: TotalChartProps): ReactNode {
  const pane = oigraph.use();
  const source = useSnapshotSource(
    pane,
    useCallback((snapshot: Snapshot) => totalData(snapshot, metric, hasStart), [metric, hasStart]),
  );
  const spec = useMemo(() => totalSpec(metric, hasStart), [metric, hasStart]);
  return (
    <div className={styles["total"]}>
      <ChartHost
        {...useSides()}
        spec={spec}
        source={source}
        linkGroup={`${useLetterName()} totals`} // a pair of bars stands on no strike
        label={TOTAL_TITLES[metric]}
        heading={metric === "oi" ? "Total OI" : "Total Change"}
        unit="in lakhs"
        legend={false}
        emptyText="No totals."
      />
    </div>
  );
}

/** What all charts of the pane share: which sides show, in which colours, and how loudly. */
function useSides() {
  const { visibleAtom, isInvertedAtom, stateAtom } = oigraph.use();
  const [visible, show] = useAtom(visibleAtom);
  const swapSides = useAtomValue(isInvertedAtom);
  const onVisible = useCallback(
    (id: string, isShown: boolean) => show((before) => ({ ...before, [id]: isShown })),
    [show],
  );
  const stale = useSlowFact(stateAtom, isTroubled);
  return { visible, onVisible, swapSides, stale };
}
