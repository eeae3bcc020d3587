/** What a table screen says of its table: its columns, what it is sorted by, which row it follows. */
import { type Atom, atom, type WritableAtom } from "jotai";
import type { ReactNode } from "react";
import type { TableSort } from "#contract/worker/table.ts";
import type { CellFormat } from "../../format/format.ts";
import type { Follow } from "../../grid/follow.ts";
import type { GridColumn, SplitBand } from "../../grid/grid-model.ts";
import type { HeaderGroup, Sort } from "../../grid/header.tsx";
import { isRecord } from "../../state/saved/storage.ts";
import type { PaneSettings, Setting } from "../pane/mount.ts";

export interface TableDefinition<Snapshot, Look> {
  /** What screen readers call the table. */
  readonly label: string;
  /** The number that stays with a row (strike, token, minute). */
  readonly keySlot: number;
  /** Where the number of a row's name stands, when rows act: `onRow` gets the name. */
  readonly nameSlot?: number;
  /**
   * @param look what the user has chosen to see; the same look gives the same columns.
   * @param strikes how the strikes are written, where the first number of a row is one.
   */
  readonly columns: (look: Look, strikes: CellFormat) => readonly GridColumn[];
  /** The row above the headers. @param lead what the screen puts over its first columns. */
  readonly groups?: (look: Look, lead: ReactNode) => readonly HeaderGroup[] | undefined;
  /** Whether the figures are those of the look: between a choice and its first snapshot they are not. */
  readonly fits?: (snapshot: Snapshot, look: Look) => boolean;
  /** What it is sorted by at first. The derivation sorts; `store` keeps the user's choice under that key. */
  readonly sort?: TableSort & { readonly store?: string };
  readonly follow?: Follow | ((look: Look) => Follow);
  /** The band between the strikes around the underlying. */
  readonly band?: (snapshot: Snapshot, look: Look) => SplitBand | undefined;
  /** CSS pixels; default 24. */
  readonly rowHeight?: number;
  /** Whether a thin line stands above a row, by its key; default: above every fifth row. */
  readonly rule?: (key: number, look: Look) => boolean;
  /** What stands in place of the rows when there are none. */
  readonly empty: string | ((look: Look) => string);
}

/** What one pane's table is sorted by. */
export interface Sorting {
  /** For the derivation's params. */
  readonly sortAtom: Atom<TableSort>;
  /** The user's own choice, without what holds it for a while. */
  readonly choiceAtom: Setting<TableSort>;
  readonly isHeldAtom: WritableAtom<boolean, [isHeld: boolean], void>;
}

export interface TableKind<Snapshot, Look> extends TableDefinition<Snapshot, Look> {
  /** Makes the atoms of one pane: give them to the pane as `sorting`. */
  sortingOf(own: PaneSettings): Sorting;
}

const isSort = (value: unknown): value is TableSort =>
  isRecord(value) && typeof value["by"] === "string" && typeof value["descending"] === "boolean";

export function defineTable<Snapshot, Look>(definition: TableDefinition<Snapshot, Look>): TableKind<Snapshot, Look> {
  const { by = "", descending = false, store } = definition.sort ?? {};
  const initial: TableSort = { by, descending };
  return {
    ...definition,
    sortingOf(own) {
      const choiceAtom = store === undefined ? atom(initial) : own.stored(store, initial, isSort);
      const isHeldAtom = atom(false);
      return { choiceAtom, isHeldAtom, sortAtom: atom((get) => ({ ...get(choiceAtom), isHeld: get(isHeldAtom) })) };
    },
  };
}

/** A press on a header: the other direction of the same column; else the highest first, or names from A. */
export function pressed(before: TableSort, by: string, columns: readonly GridColumn[]): TableSort {
  if (before.by === by) return { by, descending: !before.descending };
  return { by, descending: columns.find(({ id }) => id === by)?.cell.kind !== "text" };
}

/** The columns of a table that is sorted: every header is a button, and the figures of the sorted column are a step heavier. */
export const sortedColumns = (columns: readonly GridColumn[], by: string): readonly GridColumn[] =>
  columns.map((column) => {
    const { cell, id } = column;
    const isSorted = id === by && cell.kind === "figure" && cell.weight === undefined;
    return { sortable: true, ...column, cell: isSorted ? { ...cell, weight: 500 } : cell };
  });

export const sortMark = ({ by, descending }: TableSort): Sort => ({
  columnId: by,
  direction: descending ? "descending" : "ascending",
});
