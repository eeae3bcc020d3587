import { useAtom } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { ChartHost } from "../../charts/ChartHost.tsx";
import type { ChartData } from "../../charts/chart-spec.ts";
import { timeFormat } from "../../format/format.ts";
import { Caveat } from "../../kit/pane/Caveat.tsx";
import { useDecimals, usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { PaneChart } from "../../kit/pane/PaneChart.tsx";
import { useSnapshotSource } from "../../kit/pane/snapshot-source.ts";
import { seriesSpec } from "../../kit/series/series-chart.ts";
import { seriesData } from "../../kit/series/series-data.ts";
import { HvWindowSelect } from "../../kit/volatility/HvWindowSelect.tsx";
import { hvIvChart, wordsOf } from "../../kit/volatility/hv-iv-chart.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { isTroubled, type PaneState } from "../../state/pane/pane.ts";
import { EMPTY, moveData, moveSpec, smileData, smileSpec, termData, termSpec } from "./chart.ts";
import { volatility } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import styles from "./volatility.module.css";
import { asideWords, daysText } from "./words.ts";

/** Four panes: by strike, by expiry, ahead, behind. */
export function Charts(): ReactNode {
  return (
    <div className={styles["scroll"]}>
      <div className={styles["charts"]}>
        <SmileChart />
        <TermChart />
        <MoveChart />
        <DailyChart />
      </div>
    </div>
  );
}

const smileFactsOf = ({ snapshot }: PaneState<Snapshot>) => ({
  words: snapshot ? `${dayWords(snapshot.expiry)}, ${daysText(snapshot.daysLeft)}, out-of-the-money side` : "",
  earlier: snapshot && !Number.isNaN(snapshot.earlierMinute) ? timeFormat.text(snapshot.earlierMinute) : "",
});

function SmileChart(): ReactNode {
  const pane = volatility.use();
  const { words, earlier } = useSlowFact(pane.stateAtom, smileFactsOf);
  const { price } = usePriceFormats(pane);
  const hasEarlier = earlier !== "";
  const source = useSnapshotSource(
    pane,
    useCallback((snapshot: Snapshot) => smileData(snapshot, hasEarlier, price.text), [hasEarlier, price]),
  );
  const spec = useMemo(() => smileSpec(earlier, source.shown), [earlier, source]);
  return (
    <PaneChart
      pane={pane}
      spec={spec}
      source={source}
      label="IV by strike"
      heading="IV smile"
      unit={words}
      emptyText="No option of this chain has an IV."
    />
  );
}

const asideOf = ({ snapshot }: PaneState<Snapshot>): string => (snapshot ? asideWords(snapshot) : "");

function TermChart(): ReactNode {
  const pane = volatility.use();
  const source = useSnapshotSource(pane, termData);
  const spec = useMemo(() => termSpec(source.shown), [source]);
  const aside = useSlowFact(pane.stateAtom, asideOf);
  return (
    <PaneChart
      pane={pane}
      spec={spec}
      source={source}
      label="IV at the money by expiry"
      heading="ATM term structure"
      unit="by days to the expiry"
      controls={<Caveat words={aside} />}
      emptyText="No expiry has an IV at the money."
    />
  );
}

const hasClosesOf = ({ snapshot }: PaneState<Snapshot>): boolean =>
  snapshot === undefined || snapshot.daily !== undefined;

function MoveChart(): ReactNode {
  const pane = volatility.use();
  const decimals = useDecimals(pane);
  const { price } = usePriceFormats(pane);
  const hasCloses = useSlowFact(pane.stateAtom, hasClosesOf);
  const source = useSnapshotSource(
    pane,
    useCallback((snapshot: Snapshot) => moveData(snapshot, price.text), [price]),
  );
  const spec = useMemo(() => moveSpec(decimals), [decimals]);
  return (
    <PaneChart
      pane={pane}
      spec={spec}
      source={source}
      label="Expected move"
      heading="Expected move"
      unit={hasCloses ? "± ATM IV × √time, from each expiry" : "± ATM IV × √time · no daily closes"}
      legend={false}
      emptyText="No price of the underlying is known."
    />
  );
}

function dailyWordsOf({ snapshot }: PaneState<Snapshot>): string {
  const words = snapshot?.daily ? wordsOf(snapshot.daily, true) : "";
  return words === "" ? "" : `${words} · IV on the spot`;
}

const noDailyOf = ({ snapshot }: PaneState<Snapshot>): string =>
  snapshot?.isDailyComing ? "Daily figures are being read." : "There are no daily figures of this symbol.";

function DailyChart(): ReactNode {
  const pane = volatility.use();
  const [window, chooseWindow] = useAtom(pane.windowAtom);
  const words = useSlowFact(pane.stateAtom, dailyWordsOf);
  const chart = useMemo(() => hvIvChart(window, ""), [window]);
  const spec = useMemo(() => seriesSpec(chart, "date"), [chart]);
  const source = useSnapshotSource(
    pane,
    useCallback(
      ({ daily }: Snapshot): ChartData =>
        daily?.series.lines.iv.length
          ? seriesData(daily.series, ["hv", "iv"], { levels: chart.levels?.(daily) ?? [] })
          : EMPTY,
      [chart],
    ),
  );
  return (
    <ChartHost
      spec={spec}
      source={source}
      label={chart.label}
      heading="HV-IV"
      unit={words}
      controls={<HvWindowSelect window={window} onChange={chooseWindow} />}
      stale={useSlowFact(pane.stateAtom, isTroubled)}
      emptyText={useSlowFact(pane.stateAtom, noDailyOf)}
    />
  );
}
