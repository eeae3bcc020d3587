import type { Role } from "../styles/roles.ts";

/** A cell as a trader sees it. */
export type CellReport = {
  readonly text: string;
  readonly ink: Role;
  readonly surface: Role;
  /** 1 to 3: among the highest of its side (on the strike 1: at the money). */
  readonly rank: 0 | 1 | 2 | 3;
  readonly stale: boolean;
  readonly flash: boolean;
  /** 0 to 1 of the bar's room; undefined without a bar. */
  readonly bar: number | undefined;
  /** Of its checkbox; undefined without one. */
  readonly checked: boolean | undefined;
};

/** A rectangle in CSS pixels of the viewport. */
export type CellBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** What screens and tests may ask of a grid. Columns are named by id. It answers about cells and tables once it shows figures. */
export type GridHandle = {
  readonly rows: number;
  readonly columnIds: readonly string[];
  /** The source's version that is on the canvas; -1 while loading. Cells may be a frame ahead of it, never behind. */
  readonly paintedVersion: number;
  /** Called after each painting, when it is on the canvas. @param at milliseconds on the page's monotonic clock */
  onShown?: (version: number, at: number) => void;
  /** Undefined for a row or column that does not exist. Works for rows that are scrolled away, too. */
  cell(row: number, columnId: string): CellReport | undefined;
  /** Where to click; undefined when the cell does not exist. May lie outside the pane. */
  cellBox(row: number, columnId: string): CellBox | undefined;
  /** First and last row that are at least partly in the pane; undefined without rows. */
  visibleRows(): { readonly first: number; readonly last: number } | undefined;
  /** Scrolls until the row has `rowsAbove` rows above it. Before the first data: kept until then. */
  scrollToRow(row: number, rowsAbove?: number): void;
  /** Draws the row with this key as if it were pointed at: a crosshair stands on it elsewhere. Undefined: none. */
  markRow(key: number | undefined): void;
  /** Moves the focused cell, scrolling as little as needed, and takes the keyboard focus. */
  focusCell(row: number, columnId: string): void;
  toTsv(): string;
  toCsv(): string;
};

/** The element that Playwright finds as `[data-grid]`. */
export type GridElement = HTMLDivElement & { gridHandle?: GridHandle };

/** The elements that `LiveGrid` renders and the controller drives. */
export type GridElements = {
  readonly root: GridElement;
  readonly grid: HTMLElement;
  readonly scroll: HTMLElement;
  readonly spacer: HTMLElement;
  readonly canvas: HTMLElement;
  readonly shadow: HTMLElement;
  readonly actions: HTMLElement;
  readonly totals: HTMLElement;
};
