import { type createStore, type PrimitiveAtom, useAtom, useAtomValue, useStore } from "jotai";
import { type ReactNode, Suspense, useId, useMemo, useState } from "react";
import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import { dayWords } from "#contract/domain/date-words.ts";
import type { WithSeries } from "#contract/domain/snapshots/series-set.ts";
import { ChartStack, type StackedChart } from "../../charts/ChartStack.tsx";
import type { ChartData, ChartSource } from "../../charts/chart-spec.ts";
import { LABEL_PAINTERS } from "../../charts/words/paint-labels.ts";
import { lazyPart } from "../../components/lazy-part.ts";
import { throughOutages } from "../../frame/outage.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { isTroubled, type PaneState } from "../../state/pane/pane.ts";
import type { AlertLine, AlertPane } from "../alerts/alert-pane.ts";
import { useEmptyText } from "../pane/empty-text.ts";
import { SideName } from "../pane/figures/SideName.tsx";
import { type Setting, useMount } from "../pane/mount.ts";
import type { DaysBefore, DaysPane } from "./days/past-days.ts";
import { lineLabel } from "./line-label.ts";
import { minuteNotes } from "./minute-notes.ts";
import { type PlacedLine, withPlaced } from "./placed-lines.ts";
import styles from "./series.module.css";
import { type SeriesChart, seriesSpec } from "./series-chart.ts";
import { seriesData } from "./series-data.ts";
import { type SharedFirst, sharedFirst } from "./shared-first.ts";
import type { VisibleLines } from "./visible-lines.ts";

// These come after the lines.
const UntradedNote = lazyPart(() => import("../pricing/UntradedNote.tsx"), "UntradedNote");
const AlertsButton = lazyPart(() => import("../alerts/AlertsButton.tsx"), "AlertsButton");
const OwnFormulas = lazyPart(() => import("../formulas/OwnFormulas.tsx"), "OwnFormulas");
const DaysSelect = lazyPart(() => import("./days/DaysSelect.tsx"), "DaysSelect");

const NONE: readonly PlacedLine[] = [];

interface ShownSeries<Id extends string> extends WithSeries<Id> {
  /** What its IVs and greeks stand on: the tooltip says it of each minute where minutes differ. */
  readonly pricedOn?: PricedOn | undefined;
}

interface SeriesPaneProps<Snapshot, Id extends string> {
  readonly pane: Omit<AlertPane, "stateAtom"> & {
    readonly stateAtom: PrimitiveAtom<PaneState<Snapshot>>;
    /** Which lines show, by id; those not named do. The legend writes it. */
    readonly visibleAtom: Setting<VisibleLines>;
  };
  /** From the top down; a module constant, or `useMemo` over the settings that they depend on. */
  readonly charts: readonly SeriesChart<Snapshot, Id>[];
  /** What stands on the x axis; default the minutes of a day. */
  readonly x?: "minute" | "date";
  /** Each chart has a legend, time labels and a tooltip of its own. */
  readonly standalone?: boolean;
  /** Width of the left gutter, CSS pixels: 56 by default, 64 for six signed digits. */
  readonly gutter?: number;
  readonly emptyText?: string;
  /** Ids as the legend lists them; default from the top chart down. */
  readonly legendOrder?: readonly Id[];
  /** Width of the right gutter, CSS pixels: 88 by default. */
  readonly tagGutter?: number;
  /** Equal places in the legend, and never less than 400 x 200 px: a smaller pane scrolls. 'foot': the legend is under the plot. */
  readonly isRoomy?: boolean | "foot";
  /** The screen has an alerts button of its own. */
  readonly ownAlerts?: boolean;
}

/** The lines of a snapshot as stacked charts. The crosshair is shared by all panes of the link letter with the same x. */
export function SeriesPane<Snapshot extends ShownSeries<Id>, Id extends string>(
  props: SeriesPaneProps<Snapshot, Id>,
): ReactNode {
  const { pane, x = "minute", standalone, gutter, isRoomy = false, ownAlerts = false } = props;
  const { stateAtom, visibleAtom } = pane;
  const store = useStore();
  const { letterAtom, isCompact } = useMount();
  const letter = useAtomValue(letterAtom);
  const [visible, show] = useAtom(visibleAtom);
  const stale = useSlowFact(stateAtom, isTroubled);
  const hasUntraded = useSlowFact(stateAtom, hasUntradedOf);
  const emptyText = useEmptyText(stateAtom, props.emptyText);
  const [daysBefore, showDays] = useState<DaysBefore>();
  const [placed, place] = useState<readonly PlacedLine[]>(NONE);
  const own = props.charts as readonly SeriesChart<Snapshot, string>[];
  const charts = useMemo(() => withPlaced(own, placed), [own, placed]);
  const stacked = useMemo(() => {
    const first = sharedFirst(store, charts, visibleAtom);
    return charts.map((chart, row): StackedChart => {
      const { id, label, unit, share } = chart;
      const heading = headingOf(chart);
      const isFirst = row === 0;
      const hasDays = isFirst && x === "minute";
      const hasAlerts = hasDays && !ownAlerts;
      const hasNote = isFirst && hasUntraded;
      const controls = isFirst ? (
        <>
          {chart.controls}
          <Suspense>
            {hasDays ? <DaysSelect pane={pane as unknown as DaysPane} onDays={showDays} /> : undefined}
            {hasAlerts ? <AlertsButton pane={pane as AlertPane} lines={namedLines(charts)} /> : undefined}
            <OwnFormulas
              pane={pane as AlertPane}
              charts={own as readonly SeriesChart<never, string>[]}
              lines={namedLines(own)}
              onLines={place}
            />
            {hasNote ? <UntradedNote stateAtom={stateAtom} /> : undefined}
          </Suspense>
        </>
      ) : (
        chart.controls
      );
      const shape = { id, label, heading, unit, controls, share, painters: LABEL_PAINTERS };
      return { ...shape, spec: seriesSpec(chart, x), source: sourceOf(store, pane, chart, daysBefore, first) };
    });
  }, [charts, own, x, store, pane, stateAtom, visibleAtom, ownAlerts, hasUntraded, daysBefore]);
  const stack = (
    <ChartStack
      charts={stacked}
      pane={useId()}
      linkGroup={letter}
      visible={visible}
      onVisible={(id, isShown) => show((before) => ({ ...before, [id]: isShown }))}
      headingLevel={isCompact ? 3 : 2}
      standalone={standalone}
      gutter={gutter}
      tagGutter={props.tagGutter}
      legendOrder={props.legendOrder}
      evenLegend={isRoomy}
      stale={stale}
      emptyText={emptyText}
    />
  );
  return isRoomy ? <div className={styles["roomy"]}>{stack}</div> : stack;
}

/** A contract whose lines are shown has not traded today. */
const hasUntradedOf = ({ snapshot }: PaneState<Pick<ShownSeries<string>, "pricedOn">>): boolean =>
  (snapshot?.pricedOn?.untradedContracts ?? []).length > 0;

/** In the colour of its side, where it is about one. */
const headingOf = ({ heading, side }: Pick<SeriesChart<unknown, string>, "heading" | "side">): ReactNode =>
  side ? <SideName side={side}>{heading}</SideName> : heading;

/** The lines of all charts, each by a name that no other has. */
function namedLines<Id extends string>(charts: readonly SeriesChart<never, Id>[]): readonly AlertLine[] {
  const labels = charts.flatMap(({ lines }) => lines.map(({ label }) => label));
  return charts.flatMap(({ heading = "", lines }) =>
    lines.map(({ id, label }) => ({ id, label: lineLabel(label, heading, labels) })),
  );
}

type Store = ReturnType<typeof createStore>;

function sourceOf<Snapshot extends ShownSeries<Id>, Id extends string>(
  store: Store,
  pane: SeriesPaneProps<Snapshot, Id>["pane"],
  { lines, levels, labels }: SeriesChart<Snapshot, Id>,
  daysBefore: DaysBefore | undefined,
  first: SharedFirst,
): ChartSource {
  const { stateAtom } = pane;
  const ids = lines.map(({ id }) => id);
  const row = daysBefore?.chart(ids);
  let ofAlerts: (() => Required<Pick<ChartData, "levels" | "labels">>) | undefined;
  return {
    read() {
      const { snapshot, clock } = store.get(stateAtom);
      if (!snapshot) return undefined;
      const alerts = ofAlerts?.();
      const more = {
        levels: [...(levels?.(snapshot) ?? []), ...(alerts?.levels ?? [])],
        // A rule that is being made goes before what else has words.
        labels: [...(alerts?.labels ?? []), ...(labels?.(snapshot) ?? [])],
      };
      if (row && clock) return { ...row(snapshot, clock.date), ...more };
      const note = "dates" in snapshot.series.x || clock === undefined ? {} : { note: dayWords(clock.date) };
      return seriesData(snapshot.series, ids, {
        ...note,
        noteAt: minuteNotes(snapshot.series.x, snapshot.pricedOn),
        first: first.read(snapshot.series),
        ...more,
      });
    },
    subscribe(listener) {
      let isGone = false;
      const ends = [
        store.sub(stateAtom, listener),
        first.subscribe(listener),
        ...(daysBefore ? [daysBefore.subscribe(listener)] : []),
      ];
      throughOutages(() => import("../alerts/alert-pane.ts")).then(
        ({ alertLevels, firingLabels, followLevels }) => {
          if (isGone) return;
          const of = [store.get, pane as AlertPane, lines] as const;
          ofAlerts = () => ({ levels: alertLevels(...of), labels: firingLabels(...of) });
          ends.push(followLevels(store, listener));
          listener();
        },
        (why: unknown) => console.warn("alerts:", why), // lines need none
      );
      return () => {
        isGone = true;
        for (const end of ends) end();
      };
    },
  };
}
