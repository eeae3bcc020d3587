import { type ReactNode, useMemo } from "react";
import { ChartHost } from "./ChartHost.tsx";
import styles from "./chart.module.css";
import type { ChartPainters } from "./chart-painters.ts";
import type { ChartSource, ChartSpec } from "./chart-spec.ts";
import { legendSeries, shownCharts, stackedSpecs } from "./stack.ts";

/** One chart of a stack. Series of different charts have different ids: the stack's legend switches them all. */
export type StackedChart = {
  /** Stable: React's key. */
  readonly id: string;
  readonly spec: ChartSpec;
  readonly source: ChartSource;
  /** A module constant. */
  readonly painters?: ChartPainters;
  /** Accessible name. */
  readonly label: string;
  readonly heading?: ReactNode;
  /** Quiet words after the heading, such as 'put OI ÷ call OI'. */
  readonly unit?: string;
  /** Between heading and legend, such as a strike select. */
  readonly controls?: ReactNode;
  /** Part of the height beside the other charts; default 1. */
  readonly share?: number;
};

export type ChartStackProps = {
  readonly charts: readonly StackedChart[];
  /** The pane's id: one tooltip for all charts. */
  readonly pane: string;
  /** The pane's link letter: one crosshair for all panes of the letter. */
  readonly linkGroup?: string;
  /** Which series show, by id; those not named do. A chart without a visible series gives its room to the others. */
  readonly visible: Readonly<Record<string, boolean>>;
  readonly onVisible: (id: string, visible: boolean) => void;
  /** Ids of the series as the shared legend lists them; default from the top chart down. */
  readonly legendOrder?: readonly string[] | undefined;
  /** Width of the left gutter of every chart, CSS pixels: 56, or 64 for six signed digits. */
  readonly gutter?: number;
  /** Each chart can be read alone: it has a legend, time labels and a tooltip of its own. Default: the top and the bottom chart carry them. */
  readonly standalone?: boolean;
  /** Width of the right gutter where a chart has tags, CSS pixels: 88. */
  readonly tagGutter?: number | undefined;
  /**
   * Entries of the legend have equal places, 80 px (60 in a narrow window): a hidden one moves no other. 'foot': under the
   * plot, which then stands 50 px under the top and 80 px over the bottom of its chart.
   */
  readonly evenLegend?: boolean | "foot" | undefined;
  readonly headingLevel?: 2 | 3;
  readonly stale?: boolean;
  readonly emptyText?: string;
};

/** Charts over each other on one x: equal gutters, one crosshair, one tooltip, one legend that is also the switch. */
export function ChartStack(props: ChartStackProps): ReactNode {
  const { charts, visible, onVisible, pane, standalone = false, gutter = 56, tagGutter, legendOrder } = props;
  const shown = shownCharts(charts, visible);
  const key = shown.map(({ id }) => id).join();
  const specs = useMemo(() => {
    const shownSpecs = charts.filter(({ id }) => key.split(",").includes(id)).map(({ spec }) => spec);
    return stackedSpecs(shownSpecs, gutter, standalone, tagGutter);
  }, [charts, key, gutter, standalone, tagGutter]);
  const all = useMemo(() => legendSeries(charts, legendOrder), [charts, legendOrder]);
  const rows = shown.map(({ share = 1 }) => `${share}fr`).join(" ");
  return (
    <div
      className={styles["stack"]}
      data-legend={props.evenLegend === "foot" ? "foot" : props.evenLegend ? "even" : undefined}
      style={{ gridTemplateRows: rows }}
    >
      {shown.map(({ id, share: _, spec, ...chart }, place) => (
        <ChartHost
          {...chart}
          key={id}
          spec={specs[place] ?? spec}
          linkGroup={props.linkGroup}
          pane={standalone ? `${pane}-${id}` : pane}
          visible={visible}
          onVisible={onVisible}
          legend={standalone || place === 0}
          {...(standalone ? {} : { legendOf: all })}
          headingLevel={props.headingLevel}
          stale={props.stale}
          emptyText={props.emptyText}
        />
      ))}
    </div>
  );
}
