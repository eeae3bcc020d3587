/** One table of a snapshot that has several. */
import { type Atom, atom } from "jotai";
import type { PaneState } from "../../state/pane/pane.ts";
import type { Sorting } from "./define-table.ts";

/** What a table is drawn from: a pane, or a part of one. */
export interface TableState<Snapshot> {
  readonly stateAtom: Atom<PaneState<Snapshot>>;
  readonly sorting?: Sorting | undefined;
}

/** @param part which table of the snapshot. Keep the result: another one is another table. */
export function partOf<Snapshot, Part>(
  stateAtom: Atom<PaneState<Snapshot>>,
  part: (snapshot: Snapshot) => Part | undefined,
  sorting?: Sorting,
): TableState<Part> {
  const partAtom = atom((get): PaneState<Part> => {
    const state = get(stateAtom);
    return { ...state, snapshot: state.snapshot && part(state.snapshot) };
  });
  return { stateAtom: partAtom, sorting };
}
