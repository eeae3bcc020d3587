import { type Atom, useAtomValue, useStore } from "jotai";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import type { TableSnapshot } from "#contract/worker/table.ts";
import { type SharedCursor, shareCursor } from "../../charts/cursor/cursor-bus.ts";
import type { GridHandle } from "../../grid/grid-handle.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { useMount } from "../pane/mount.ts";

type KeyedRows = Pick<TableSnapshot, "rows" | "slots" | "values">;

/**
 * Joins a table to the crosshair of its link letter.
 * @param axis what its rows are keyed by: minutes of the IST day, or strikes; absent: it does not join
 * @returns what to do when another row is pointed at
 */
export function useRowCursor(
  axis: "minute" | "strike" | undefined,
  { stateAtom }: { readonly stateAtom: Atom<PaneState<KeyedRows>> },
  keySlot: number,
  grid: RefObject<GridHandle | null>,
): ((key: number | undefined) => void) | undefined {
  const store = useStore();
  const letter = useAtomValue(useMount().letterAtom);
  const shared = useRef<SharedCursor>(undefined);
  useEffect(() => {
    if (axis === undefined) return;
    const joined = shareCursor(letter, {
      follow(of, x) {
        if (of !== axis) return;
        const { snapshot } = store.get(stateAtom);
        const isMinute = axis === "minute" && x !== undefined && snapshot !== undefined;
        grid.current?.markRow(isMinute ? rowOfMinute(snapshot, keySlot, x) : x);
      },
    });
    shared.current = joined;
    return () => joined.leave();
  }, [axis, letter, store, stateAtom, keySlot, grid]);
  return useMemo(() => axis && ((key) => shared.current?.publish(axis, key)), [axis]);
}

/** Minute of the row whose interval a minute is in: the first that is not before it, in whichever order the rows stand. */
function rowOfMinute({ rows, slots, values }: KeyedRows, keySlot: number, minute: number): number | undefined {
  let found: number | undefined;
  for (let row = 0; row < rows; row++) {
    const end = values[row * slots + keySlot]!;
    if (end >= minute && (found === undefined || end < found)) found = end;
  }
  return found;
}
