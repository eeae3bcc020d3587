import type { CSSProperties, ReactNode } from "react";
import type { GridLayout, PlacedColumn } from "./layout.ts";
import styles from "./live-grid.module.css";

export type Sort = { readonly columnId: string; readonly direction: "ascending" | "descending" };

/** A stretch of columns in the row above the headers. */
export type HeaderGroup = {
  readonly id: string;
  /** First and last column of the stretch. */
  readonly from: string;
  readonly to: string;
  readonly align?: "left" | "right";
  readonly raised?: boolean;
  readonly content?: ReactNode;
};

/** CALLS, spine and PUTS over their columns. */
export function GroupRow({
  groups,
  layout,
}: {
  readonly groups: readonly HeaderGroup[];
  readonly layout: GridLayout | undefined;
}): ReactNode {
  return (
    <div className={styles["groups"]}>
      <div className={styles["headers"]}>
        {layout !== undefined &&
          groups.map((group) => {
            const from = layout.columns.find(({ column }) => column.id === group.from);
            const to = layout.columns.find(({ column }) => column.id === group.to);
            if (from === undefined || to === undefined) return null;
            const left = from.left / layout.scale;
            const width = (to.right - from.left) / layout.scale;
            return (
              <div
                key={group.id}
                className={styles["group"]}
                data-align={group.align ?? "left"}
                data-raised={group.raised === true || undefined}
                data-divider={from.divider || undefined}
                style={withinPane(left, width)}
              >
                {group.content}
              </div>
            );
          })}
      </div>
    </div>
  );
}

/** A group takes the part of its stretch that is in sight: scrolled sideways, it still says whose columns these are. */
function withinPane(left: number, width: number): CSSProperties {
  const from = `max(${left}px, calc(-1 * var(--grid-x, 0px)))`;
  const to = `min(${left + width}px, calc(100% - var(--grid-x, 0px)))`;
  return { left: from, width: `calc(${to} - ${from})` };
}

/** The column headers; they stand over the figures, not over the bars. */
export function HeaderRow({
  layout,
  sort,
  onSort,
}: {
  readonly layout: GridLayout | undefined;
  readonly sort: Sort | undefined;
  readonly onSort: ((columnId: string) => void) | undefined;
}): ReactNode {
  return (
    <div className={styles["header"]}>
      {/* biome-ignore lint/a11y/useSemanticElements: part of the canvas grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: focus is on cells and sort buttons */}
      <div className={styles["headers"]} role="row" aria-rowindex={1}>
        {layout?.columns.map((placed, index) => (
          <HeaderCell
            key={placed.column.id}
            placed={placed}
            index={index}
            scale={layout.scale}
            direction={sort?.columnId === placed.column.id ? sort.direction : undefined}
            onSort={placed.column.sortable === true ? onSort : undefined}
          />
        ))}
      </div>
    </div>
  );
}

function HeaderCell({
  placed,
  index,
  scale,
  direction,
  onSort,
}: {
  readonly placed: PlacedColumn;
  readonly index: number;
  readonly scale: number;
  readonly direction: Sort["direction"] | undefined;
  readonly onSort: ((columnId: string) => void) | undefined;
}): ReactNode {
  const { column, textAlign } = placed;
  const edge = placed.kind === "build-up" ? 12 : (column.pad ?? 8);
  const text = (
    <>
      {column.head ?? (column.header === "" ? <span className="visually-hidden">{column.title}</span> : column.header)}
      {direction !== undefined && (
        <span className={styles["arrow"]} aria-hidden>
          {direction === "ascending" ? "\u2191" : "\u2193"}
        </span>
      )}
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the canvas grid
    // biome-ignore lint/a11y/useFocusableInteractive: focus is on cells and sort buttons
    <div
      role="columnheader"
      className={styles["columnheader"]}
      aria-colindex={index + 1}
      aria-sort={direction}
      title={column.hint ?? column.title}
      data-align={textAlign}
      data-raised={placed.surface === "raised" || undefined}
      data-divider={placed.divider || undefined}
      style={{
        left: placed.left / scale,
        width: (placed.right - placed.left) / scale,
        paddingLeft: (placed.boxLeft - placed.left) / scale + (textAlign === "center" ? 0 : edge),
        paddingRight: (placed.right - placed.boxRight) / scale + (textAlign === "center" ? 0 : edge),
      }}
    >
      {onSort === undefined ? (
        text
      ) : (
        <button type="button" className={styles["sort"]} onClick={() => onSort(column.id)}>
          {text}
        </button>
      )}
    </div>
  );
}
