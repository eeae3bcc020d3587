import { type createStore, type PrimitiveAtom, useAtom, useAtomValue, useStore } from "jotai";
import { type ReactNode, useId, useMemo } from "react";
import type { SeriesSet } from "#contract/domain/series-set.ts";
import { ChartStack, type StackedChart } from "../../charts/ChartStack.tsx";
import type { ChartSource } from "../../charts/chart-spec.ts";
import { isTroubled, type PaneState } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { type Setting, useMount } from "../pane/mount.ts";
import { dayNote, type SeriesChart, seriesSpec } from "./series-chart.ts";
import { seriesData } from "./series-data.ts";
import type { VisibleLines } from "./visible-lines.ts";

/** A snapshot with lines. */
interface WithSeries<Id extends string> {
  readonly series: SeriesSet<Id>;
}

interface SeriesPaneProps<Snapshot, Id extends string> {
  readonly pane: { readonly stateAtom: PrimitiveAtom<PaneState<Snapshot>> };
  /** From the top down; a module constant, or `useMemo` over the settings that they depend on. */
  readonly charts: readonly SeriesChart<Snapshot, Id>[];
  /** Which lines show, by id; those not named do. The legend writes it. */
  readonly visibleAtom: Setting<VisibleLines>;
  /** What stands on the x axis; default the minutes of a day. */
  readonly x?: "minute" | "date";
  /** Each chart has a legend, time labels and a tooltip of its own. */
  readonly standalone?: boolean;
  /** Width of the left gutter, CSS pixels: 56 by default, 64 for six signed digits. */
  readonly gutter?: number;
  readonly emptyText?: string;
  /** Ids as the legend lists them; default from the top chart down. */
  readonly legendOrder?: readonly Id[];
}

/** The lines of a snapshot as stacked charts. The crosshair is shared by all panes of the link letter with the same x. */
export function SeriesPane<Snapshot extends WithSeries<Id>, Id extends string>(
  props: SeriesPaneProps<Snapshot, Id>,
): ReactNode {
  const { pane, charts, visibleAtom, x = "minute", standalone, gutter, emptyText } = props;
  const { stateAtom } = pane;
  const store = useStore();
  const { letterAtom, isCompact } = useMount();
  const letter = useAtomValue(letterAtom);
  const [visible, show] = useAtom(visibleAtom);
  const stale = useSlowFact(stateAtom, isTroubled);
  const stacked = useMemo(
    () =>
      charts.map((chart): StackedChart => {
        const { id, label, heading, unit, controls, share } = chart;
        const shape = { id, label, heading, unit, controls, share };
        return { ...shape, spec: seriesSpec(chart, x), source: sourceOf(store, stateAtom, chart) };
      }),
    [charts, x, store, stateAtom],
  );
  return (
    <ChartStack
      charts={stacked}
      pane={useId()}
      linkGroup={letter}
      visible={visible}
      onVisible={(id, isShown) => show((before) => ({ ...before, [id]: isShown }))}
      headingLevel={isCompact ? 3 : 2}
      standalone={standalone}
      gutter={gutter}
      legendOrder={props.legendOrder}
      stale={stale}
      emptyText={emptyText}
    />
  );
}

type Store = ReturnType<typeof createStore>;

function sourceOf<Snapshot extends WithSeries<Id>, Id extends string>(
  store: Store,
  stateAtom: PrimitiveAtom<PaneState<Snapshot>>,
  { lines, levels }: SeriesChart<Snapshot, Id>,
): ChartSource {
  const ids = lines.map(({ id }) => id);
  return {
    read() {
      const { snapshot, clock } = store.get(stateAtom);
      if (!snapshot) return undefined;
      const note = "dates" in snapshot.series.x || clock === undefined ? {} : { note: dayNote(clock.date) };
      return seriesData(snapshot.series, ids, { ...note, levels: levels?.(snapshot) ?? [] });
    },
    subscribe: (listener) => store.sub(stateAtom, listener),
  };
}
