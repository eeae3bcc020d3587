import type { Follow } from "./follow.ts";
import type { GridColumn, LiveSource } from "./grid-model.ts";
import type { GridLayout } from "./layout.ts";

/** How the three highest of a side are marked. */
export type TopStyle = {
  /** 'Border' instead of 'Background'. */
  readonly outlined: boolean;
  /** The user's own colours as `#RRGGBB`, first to third; undefined: the theme's. */
  readonly colours: readonly [string, string, string] | undefined;
};

/** The theme's chips behind the number. Default of a grid. */
export const backgroundTops: TopStyle = { outlined: false, colours: undefined };

/** A row that acts, by its place and its identity at the moment the trader pressed: a tick may move rows under the pointer. */
export type RowTarget = { readonly row: number; readonly key: number; readonly columnId: string };

/**
 * A small button of the pointed-at row, B or S: in the free left part of a figure's cell, or over the end of a name. Two
 * take `twoActionsWidth` CSS pixels, which a figure's column has to leave beside its widest figure: none may be hidden.
 */
export type CellAction = {
  readonly columnId: string;
  readonly label: string;
  readonly title: string;
  readonly tone: "buy" | "sell";
  readonly onPress: (target: RowTarget) => void;
};

/** Room of B and S: two buttons of 19 px and their gaps. */
export const twoActionsWidth = 44;

export type GridOptions = {
  /** A new array means new structure; keep it while nothing changes. */
  readonly columns: readonly GridColumn[];
  readonly source: LiveSource;
  /** CSS pixels: 22, 24 or 28 in tables, 30 and 32 in dashboards. */
  readonly rowHeight: number;
  readonly placeholderRows: number;
  /** Changed prices flash; never under reduced motion. */
  readonly flashing: boolean;
  /** The user's 'Switch Color'. */
  readonly sidesSwapped: boolean;
  readonly top: TopStyle;
  readonly actions: readonly CellAction[];
  readonly onLayout: (layout: GridLayout) => void;
  /** How many rows the height has room for beside the split band; called at the start and when it changes. */
  readonly onFit: ((rows: number) => void) | undefined;
  readonly follow: Follow | undefined;
  /** A row is being aimed at: the pointer moves over the rows, or has moved a moment ago. */
  readonly onPointing: ((isPointing: boolean) => void) | undefined;
  /** The row under the pointer is another, by its key; undefined: none. */
  readonly onPointedRow: ((key: number | undefined) => void) | undefined;
  /** Enter, or a click as `clicks` says; an arrow key, where the source has a chosen row. */
  readonly onRowAction: ((target: RowTarget) => void) | undefined;
  /** A row's checkbox was pressed, or the space bar. */
  readonly onCheck: ((target: RowTarget) => void) | undefined;
  /** Escape, where a row is chosen: it is to be none. */
  readonly onUnchoose: (() => void) | undefined;
  /** Writes the CSV file of a table whose columns are not those of the file. */
  readonly csv: (() => string) | undefined;
  /** How many clicks make a row act. */
  readonly clicks: 1 | 2;
  /** B or S pressed on a row. */
  readonly onTrade: ((target: RowTarget, side: "B" | "S") => void) | undefined;
};
