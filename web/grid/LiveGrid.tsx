import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import type { Follow } from "./follow.ts";
import { GridController } from "./grid-controller.ts";
import type { GridElement, GridHandle } from "./grid-handle.ts";
import type { GridColumn, LiveSource } from "./grid-model.ts";
import { backgroundTops, type CellAction, type GridOptions, type RowTarget, type TopStyle } from "./grid-options.ts";
import { GroupRow, type HeaderGroup, HeaderRow, type Sort } from "./header.tsx";
import { type GridLayout, hasTotals } from "./layout.ts";
import styles from "./live-grid.module.css";

export type LiveGridProps = {
  /** What screen readers call the table. */
  readonly label: string;
  /** A new array means new structure: keep it in a constant or a memo. */
  readonly columns: readonly GridColumn[];
  /** Keep it stable, too: a new object is a new subscription. */
  readonly source: LiveSource;
  /** A 28 px row above the headers: CALLS, spine, PUTS. */
  readonly groups?: readonly HeaderGroup[];
  readonly sort?: Sort | undefined;
  readonly onSort?: (columnId: string) => void;
  /** CSS pixels, default 24. */
  readonly rowHeight?: number;
  /** Rows of still blocks before the first data, default 21. */
  readonly placeholderRows?: number;
  /** Default true. */
  readonly flashing?: boolean;
  readonly sidesSwapped?: boolean;
  /** Keep it stable: a new object repaints everything. */
  readonly top?: TopStyle;
  readonly actions?: readonly CellAction[];
  /** Brings the row that the source names into view. Keep it stable. */
  readonly follow?: Follow | undefined;
  /** Called with the number of rows that the pane's height shows beside the split band: before the first figures, and when it changes. */
  readonly onFit?: ((rows: number) => void) | undefined;
  /** Called when the pointer begins to aim at a row, and when it has left or rested. Keep it stable. */
  readonly onPointing?: ((isPointing: boolean) => void) | undefined;
  /** Called with the key of the row under the pointer; undefined: none. Keep it stable. */
  readonly onPointedRow?: ((key: number | undefined) => void) | undefined;
  /** Enter, or a click on a row as `clicks` says; an arrow key, where the source has a chosen row. */
  readonly onRowAction?: (target: RowTarget) => void;
  /** Default 2: a single click chooses a cell. */
  readonly clicks?: 1 | 2;
  /** A row's checkbox was pressed, or the space bar. */
  readonly onCheck?: (target: RowTarget) => void;
  /** Escape, where a row is chosen: it is to be none. */
  readonly onUnchoose?: () => void;
  /** Writes the CSV file of a table whose columns are not those of the file. */
  readonly csv?: () => string;
  readonly onTrade?: (target: RowTarget, side: "B" | "S") => void;
  readonly handleRef?: Ref<GridHandle>;
  /** Takes the place of the rows: an empty state or an error. */
  readonly children?: ReactNode;
};

const noActions: readonly CellAction[] = [];

/** The canvas grid. React renders its frame and its header; rows, ticks, scrolling and pointer never reach React. */
export function LiveGrid(props: LiveGridProps): ReactNode {
  const { label, columns, source, groups, sort, onSort, follow, onFit, onPointing, handleRef, children } = props;
  const { onPointedRow } = props;
  const { rowHeight = 24, placeholderRows = 21, flashing = true, sidesSwapped = false, top = backgroundTops } = props;
  const { actions = noActions, onRowAction, clicks = 2, onTrade, onCheck, onUnchoose, csv } = props;
  const [layout, onLayout] = useState<GridLayout>();
  const elements = {
    root: useRef<GridElement>(null),
    grid: useRef<HTMLDivElement>(null),
    scroll: useRef<HTMLDivElement>(null),
    spacer: useRef<HTMLDivElement>(null),
    canvas: useRef<HTMLDivElement>(null),
    shadow: useRef<HTMLDivElement>(null),
    actions: useRef<HTMLDivElement>(null),
    totals: useRef<HTMLDivElement>(null),
  };
  const controller = useRef<GridController>(null);
  const options: GridOptions = {
    columns,
    source,
    rowHeight,
    placeholderRows,
    flashing,
    sidesSwapped,
    top,
    actions,
    follow,
    onFit,
    onPointing,
    onPointedRow,
    onLayout,
    onRowAction,
    onCheck,
    onUnchoose,
    csv,
    clicks,
    onTrade,
  };
  const latest = useRef(options);

  useLayoutEffect(() => {
    latest.current = options;
    controller.current?.update(options);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: refs; the controller lives as long as the elements
  useLayoutEffect(() => {
    const made = new GridController(
      {
        root: elements.root.current!,
        grid: elements.grid.current!,
        scroll: elements.scroll.current!,
        spacer: elements.spacer.current!,
        canvas: elements.canvas.current!,
        shadow: elements.shadow.current!,
        actions: elements.actions.current!,
        totals: elements.totals.current!,
      },
      latest.current,
    );
    controller.current = made;
    return () => {
      controller.current = null;
      made.dispose();
    };
  }, []);

  useImperativeHandle(handleRef, () => controller.current!.handle, []);

  return (
    <div ref={elements.root} className={styles["root"]} data-grid={label}>
      {groups !== undefined && <GroupRow groups={groups} layout={layout} />}
      {/* biome-ignore lint/a11y/useSemanticElements: the rows are canvas; a table element would promise rows */}
      <div
        ref={elements.grid}
        className={styles["grid"]}
        role="grid"
        aria-label={label}
        aria-multiselectable
        aria-keyshortcuts={onTrade === undefined ? undefined : "B S"}
      >
        <HeaderRow layout={layout} sort={sort} onSort={onSort} />
        <div className={styles["rows"]}>
          <div ref={elements.canvas} className={styles["canvas"]} aria-hidden />
          <div
            ref={elements.scroll}
            className={styles["scroll"]}
            data-clickable={(onRowAction !== undefined && clicks === 1) || undefined}
          >
            <div ref={elements.spacer} className={styles["spacer"]}>
              {/* biome-ignore lint/a11y/useSemanticElements: as above */}
              <div ref={elements.shadow} className={styles["shadow"]} role="rowgroup" />
              <div ref={elements.actions} className={styles["actions"]} aria-hidden />
            </div>
          </div>
        </div>
        <div ref={elements.totals} className={styles["totals"]} hidden={!hasTotals(columns)} aria-hidden />
      </div>
      {children !== undefined && (
        <div className={styles["instead"]} data-grouped={groups !== undefined || undefined}>
          {children}
        </div>
      )}
    </div>
  );
}
