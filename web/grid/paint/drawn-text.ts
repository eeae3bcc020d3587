import type { Theme } from "../../styles/roles.ts";
import type { Pen } from "./pen.ts";

/** The text of one cell, for a column that draws it itself: left-aligned, from `x` on the baseline `y`. Lengths in device pixels. */
export interface DrawnText {
  /** Colour and font of the cell are set. */
  readonly pen: Pen;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** How long it may be. */
  readonly room: number;
  readonly font: string;
  readonly boldFont: string;
  /** The cell's own colour. */
  readonly ink: string;
  readonly theme: Theme;
  readonly scale: number;
  /** Of the row. */
  readonly top: number;
  readonly height: number;
  /** Its checkbox is ticked. */
  readonly isChecked: boolean;
}

export type DrawText = (drawn: DrawnText) => void;
