import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import styles from "./chart.module.css";
import type { ChartPainters } from "./chart-painters.ts";
import type { ChartSource, ChartSpec, SeriesSpec } from "./chart-spec.ts";
import { axisText, readingsAt } from "./chart-summary.ts";
import { Legend } from "./Legend.tsx";
import { type ChartElement, type ChartElements, type FillState, useChart } from "./use-chart.ts";

export type ChartHostProps = {
  /** One object per chart (a module constant, or `useMemo`): a new one builds a new chart. */
  readonly spec: ChartSpec;
  /** One object per chart, too. */
  readonly source: ChartSource;
  /** A module constant: what is painted besides lines and bars. */
  readonly painters?: ChartPainters;
  /** Accessible name, such as 'Maxpain ( In Crores )'. */
  readonly label: string;
  /** Axis title of the specification, set as the panel heading. */
  readonly heading?: ReactNode;
  /** 3 in a workspace pane, whose title is a heading of the second level. */
  readonly headingLevel?: 2 | 3;
  readonly unit?: string;
  /** Between heading and legend, such as a strike select. */
  readonly controls?: ReactNode;
  /** Charts and tables with the same crosshair: the link group's letter. */
  readonly linkGroup?: string;
  /** Charts with the same tooltip: the pane's id. Without a link group they share the crosshair, too. */
  readonly pane?: string;
  /** Which series show, by id; those not named do. With `onVisible` the caller owns it, else the legend does. */
  readonly visible?: Readonly<Record<string, boolean>>;
  readonly onVisible?: (id: string, visible: boolean) => void;
  /** False leaves the legend out: one series, or the screen has switches of its own. */
  readonly legend?: boolean;
  /** What the legend lists: the series of all charts of a stack. Default the chart's own. */
  readonly legendOf?: readonly SeriesSpec[];
  /** 'Switch Color': call and put exchange colours. */
  readonly swapSides?: boolean;
  /** One sentence in the place of the data. */
  readonly emptyText?: string;
  /** Stands over the plot, and places itself: a handle that is dragged. */
  readonly overlay?: ReactNode;
  /** Data are older than the market: drawn quietly. */
  readonly stale?: boolean;
};

/** A chart: header with heading and legend, plot, and what a screen reader gets. Fills the height of its parent. */
export function ChartHost(props: ChartHostProps): ReactNode {
  const {
    spec,
    source,
    label,
    heading,
    unit,
    legend = true,
    emptyText = "No data for this selection.",
    stale = false,
  } = props;
  const [ownHidden, setOwnHidden] = useState<ReadonlySet<string>>(new Set());
  const [fill, setFill] = useState<FillState>("loading");
  const [said, setSaid] = useState("");
  const elements = useChartElements();
  const { visible, onVisible } = props;
  const listed = props.legendOf ?? spec.series;

  const hidden = useMemo<ReadonlySet<string>>(() => {
    if (visible === undefined) return ownHidden;
    return new Set(listed.map((series) => series.id).filter((id) => visible[id] === false));
  }, [visible, ownHidden, listed]);

  const onToggle = useCallback(
    (id: string, isShown: boolean): void => {
      if (onVisible !== undefined) onVisible(id, isShown);
      else setOwnHidden((before) => withMember(before, id, !isShown));
    },
    [onVisible],
  );

  const chart = useChart(elements, {
    spec,
    source,
    painters: props.painters,
    label,
    linkGroup: props.linkGroup,
    pane: props.pane,
    swapsSides: props.swapSides ?? false,
    hidden,
    onToggle,
    onFilled: setFill,
  });

  function onKeyDown(event: KeyboardEvent): void {
    const cursor = chart.current?.cursor;
    if (cursor === undefined) return;
    const by = keyStep(event);
    if (by === undefined) {
      if (event.key !== "Escape") return;
      cursor.showAt(undefined);
      return;
    }
    event.preventDefault();
    const index = cursor.step(by);
    const data = chart.current?.handle.data();
    if (index < 0 || data === undefined) return;
    const readings = readingsAt(spec, data, index, (id) => !hidden.has(id));
    const texts = readings.map((reading) => `${reading.label} ${reading.text}`);
    setSaid(`${axisText(spec, data.x[index] as number, data.days)}. ${texts.join(", ")}`);
  }

  const Heading = props.headingLevel === 3 ? "h3" : "h2";
  const unitText =
    unit === undefined ? undefined : (
      <span className={styles["unit"]} title={unit}>
        {unit}
      </span>
    );
  const hasHeader = heading !== undefined || unit !== undefined || props.controls !== undefined || legend;
  return (
    <div ref={elements.root} className={styles["chart"]} data-stale={stale ? "" : undefined}>
      {hasHeader ? (
        <div className={styles["header"]}>
          {heading === undefined ? undefined : <Heading className={styles["heading"]}>{heading}</Heading>}
          {props.controls}
          {heading === undefined ? undefined : unitText}
          {legend ? (
            <Legend series={listed} hidden={hidden} onToggle={(id) => onToggle(id, hidden.has(id))} />
          ) : undefined}
          {heading === undefined ? unitText : undefined}
        </div>
      ) : undefined}
      <div ref={elements.plot} className={styles["plot"]}>
        <div
          ref={elements.canvas}
          className={styles["canvas"]}
          role="img"
          aria-label={`${label}. Loading`}
          aria-busy={fill === "loading"}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the crosshair of the focused chart
          tabIndex={0}
          hidden={fill === "empty"}
          onKeyDown={onKeyDown}
          onBlur={() => chart.current?.cursor.showAt(undefined)}
        />
        {fill === "empty" ? <p className={styles["empty"]}>{emptyText}</p> : props.overlay}
      </div>
      <table className="visually-hidden" aria-label={`${label}, figures`}>
        <thead>
          <tr>
            <th scope="col">Series</th>
            <th scope="col">At</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody ref={elements.tableBody} />
      </table>
      <output className="visually-hidden">{said}</output>
    </div>
  );
}

function useChartElements(): ChartElements {
  const root = useRef<ChartElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const tableBody = useRef<HTMLTableSectionElement>(null);
  return useMemo(() => ({ root, plot, canvas, tableBody }), []);
}

/** Points the crosshair moves by; undefined: not a key of the chart. */
function keyStep(event: KeyboardEvent): number | undefined {
  const size = event.shiftKey ? 10 : 1;
  if (event.key === "ArrowLeft") return -size;
  if (event.key === "ArrowRight") return size;
  if (event.key === "Home") return Number.MIN_SAFE_INTEGER;
  if (event.key === "End") return Number.MAX_SAFE_INTEGER;
  return undefined;
}

function withMember(set: ReadonlySet<string>, id: string, isMember: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isMember) next.add(id);
  else next.delete(id);
  return next;
}
