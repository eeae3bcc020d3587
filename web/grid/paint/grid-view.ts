import type { Theme } from "../../styles/roles.ts";
import type { GridSource } from "../grid-model.ts";
import type { TopStyle } from "../grid-options.ts";
import type { GridLayout } from "../layout.ts";

/** Everything a paint depends on besides the time. Lengths in device pixels. */
export type GridView = {
  /** Undefined while loading: blocks stand where numbers will. */
  readonly source: GridSource | undefined;
  readonly layout: GridLayout;
  readonly theme: Theme;
  readonly height: number;
  readonly scrollX: number;
  readonly scrollY: number;
  /** -1: none. */
  readonly hoverRow: number;
  readonly focusRow: number;
  readonly focusColumn: number;
  /** Selected rows, both included; -1, -1: none. */
  readonly selectedFrom: number;
  readonly selectedTo: number;
  /** The focused cell has a ring: the keyboard is in use. */
  readonly ring: boolean;
  readonly flashing: boolean;
  readonly top: TopStyle;
  readonly placeholderRows: number;
  /** The pinned totals: raised, 600, a line above. */
  readonly totals: boolean;
};
