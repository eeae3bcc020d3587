import type { ReactNode } from "react";
import type { BuildUpState } from "#contract/domain/build-up.ts";
import type { CellFormat } from "../format/format.ts";
import type { FontWeight } from "../styles/fonts.ts";
import type { Role } from "../styles/roles.ts";
import type { DrawText } from "./paint/drawn-text.ts";

/** Calls stand left of the spine, puts right; what belongs to a side is mirrored. */
export type Side = "call" | "put";

/** 'sign': up or down by the sign the text shows (use a signed format); 'negative': down when negative, else ink. */
export type Ink = Role | "sign" | "negative";

/** A line 2 px thick under the text: `slot` holds 0 to 1 of its room; with 'sign', -1 to 1, in the fill of its sign. */
export type Underline = { readonly slot: number; readonly fill: Role | "sign" };

/** A number (or, with `wordsFormat`, a word) and how it is written. */
export type Figure = {
  /** Where the cell's number and style code stand in the source. */
  readonly slot: number;
  readonly format: CellFormat;
  /** Rows whose number in this slot is above 0 are written so: prices of four decimals among prices of two. */
  readonly finer?: { readonly slot: number; readonly format: CellFormat };
  /** Default 400; 500 for the column the eye follows, 600 for strikes and totals. */
  readonly weight?: FontWeight;
  /** Default ink. */
  readonly ink?: Ink;
  /** A price: turns ink-3 while the source is stale. */
  readonly price?: boolean;
  /** Its changes flash. */
  readonly flash?: boolean;
};

/** A second number behind a figure, in brackets unless it is bare; none where it is NaN. */
export type Note = { readonly slot: number; readonly format: CellFormat; readonly isBare?: boolean };

/** Bars start at the figure and grow towards the pane's edge; inverted they start at the edge. */
type BarPlace = { readonly side: Side; readonly inverted?: boolean; readonly fill: Role | "sign" };

export type GridCell =
  /** With a note: '437.98 (+12%)'. */
  | ({ readonly kind: "figure"; readonly note?: Note; readonly underline?: Underline } & Figure)
  /** A name: the cell's number is its place in the source's `names`. Or what the source writes itself. */
  | {
      readonly kind: "text";
      readonly slot: number;
      readonly weight?: FontWeight;
      readonly ink?: Ink;
      /** Underlined and in the accent while its row is pointed at: a click on the row does something. */
      readonly link?: boolean;
      readonly underline?: Underline;
      /** There are too many for a list of names: `source.text` writes it, for rows that are shown. */
      readonly isWritten?: boolean;
      /** Draws it otherwise than as one word in one colour: `drawWords`, `drawChecked`. */
      readonly draw?: DrawText;
      /**
       * It begins with a checkbox (`drawChecked`), ticked where the number in this slot is above 0. `source.text` has its
       * spoken name there.
       */
      readonly checkSlot?: number;
    }
  /** Number in a gutter next to the spine, bar outside it. `barSlot` holds 0 to 1 of the bar's room. */
  | ({
      readonly kind: "gutter-bar";
      readonly barSlot: number;
      readonly gutter: number;
      readonly note?: Note;
    } & Figure &
      BarPlace)
  /** Number over a bar as wide as the column: 'OI Bar', 'Vol Bar'. */
  | ({ readonly kind: "wide-bar"; readonly barSlot: number } & Figure & BarPlace)
  /** The strike; rank 1 in its style code (CELL_ATM) inverts it. */
  | ({ readonly kind: "strike" } & Figure)
  /** Triangle and word. The number is a build-up code, and its state stands in `states`. */
  | {
      readonly kind: "build-up";
      readonly slot: number;
      readonly side: Side;
      readonly states: readonly (BuildUpState | undefined)[];
      /** 'LB' instead of 'Long Build'. */
      readonly short?: boolean;
      /** The word of what is no build-up; default '-'. */
      readonly none?: string;
    }
  /** Current OI as a bar, previous OI as the wider block behind it, day high and low as ticks; all 0 to 1. */
  | ({
      readonly kind: "oi-bars";
      readonly slot: number;
      readonly previousSlot: number;
      readonly highSlot: number;
      readonly lowSlot: number;
    } & BarPlace);

export type GridColumn = {
  /** Unique in the grid, stable; tests and exports use it. */
  readonly id: string;
  readonly header: string;
  /** Tooltip of the header, and its spoken name: 'Call LTP'. */
  readonly title?: string;
  /** Tooltip of a header whose words are its spoken name: what the figures are. */
  readonly hint?: string;
  /** Stands in the header in place of its words: a legend of colours. */
  readonly head?: ReactNode;
  /** What the figures count in, such as 'lakh'; default what the id ends with. Exports say it where the header does not. */
  readonly unit?: string | undefined;
  /** CSS pixels, from the widest legal value; a tick never changes it. */
  readonly width: number;
  /** Share of the width that the pane has beyond the columns' sum; bars grow, numbers do not. */
  readonly grow?: number;
  /** Default right. */
  readonly align?: "left" | "right";
  /** 'raised' for the columns of the spine. */
  readonly surface?: "panel" | "raised";
  /** Distance of text from the outer edge, CSS pixels; default 8. */
  readonly pad?: number;
  /** The header is a button that calls `onSort`. */
  readonly sortable?: boolean;
  /** A thin line stands at the column's left edge: a group of columns begins. */
  readonly divider?: boolean;
  /** What stands in the pinned row of totals, which is there when a column has it. Its slots are those of `source.totals`. */
  readonly total?: GridCell;
  readonly cell: GridCell;
};

/** The band between the two strikes around spot. */
export type SplitBand = {
  /** The band stands above this row. */
  readonly beforeRow: number;
  /** Column on which the spot mark is centred. */
  readonly columnId: string;
  readonly label: string;
  /** 'Spot' is the label, '24,207.05' the figure. */
  readonly figure: string;
  /** At the left and right end, e.g. 'In the money ↑'. */
  readonly captions?: readonly [string, string];
  /** In a narrow pane: the line alone. */
  readonly lineOnly?: boolean;
};

/**
 * What a grid shows at one moment. Reading allocates nothing. `rows`, `key` and the numbers of one source never change
 * while it is shown; a tick brings a new source (or the same object with a higher `version`).
 */
export type GridSource = {
  readonly version: number;
  readonly rows: number;
  /** Identity of a row (strike, token): a cell flashes only if it still shows the same row. */
  key(row: number): number;
  /** NaN is absent. */
  number(row: number, slot: number): number;
  /** Style code of `#contract/domain/snapshots/cell-style.ts`. */
  style(row: number, slot: number): number;
  /** True where a thin line stands above the row (every five strikes). */
  rule(row: number): boolean;
  /** What cells of kind 'text' point into. A new array repaints everything: keep it while the names stay. */
  readonly names?: readonly string[] | undefined;
  /** Words of cells that it writes itself, and the spoken names of checkboxes; read at each paint of the row. */
  text?(row: number, slot: number): string;
  /** The tip of a cell; undefined: none. */
  tip?(row: number, slot: number): string | undefined;
  /**
   * The row that is looked at beside the table; -1 while there is none. Where a source has it, arrow keys choose as a click
   * does, and the keyboard goes with the row when it moves.
   */
  readonly chosen?: number;
  /** The pinned row of totals: a source of one row. */
  readonly totals?: GridSource | undefined;
  /** The row to bring into view, as the grid's `follow` says. */
  readonly followed?: FollowedRow | undefined;
  readonly band?: SplitBand | undefined;
  /** Prices are too old to act on: they turn ink-3. */
  readonly stale?: boolean;
};

export type FollowedRow = {
  readonly row: number;
  /** What the table shows (symbol, expiry, day, range): when it changes, the row is brought into view again. */
  readonly place: string;
};

/** Where a grid gets its source from; `undefined` while nothing has arrived. A Jotai store fits: get and sub. */
export type LiveSource = {
  read(): GridSource | undefined;
  /** Calls the listener after each change; returns the unsubscribe. */
  subscribe(listener: () => void): () => void;
};

/** Where a row was pointed at, or asked to act. */
export type CellPlace = { readonly row: number; readonly column: number };
