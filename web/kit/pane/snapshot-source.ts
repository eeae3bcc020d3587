import { type Atom, type createStore, useStore } from "jotai";
import { useMemo } from "react";
import type { ChartData, ChartSource } from "../../charts/chart-spec.ts";
import type { PaneState } from "../../state/pane/pane.ts";

/** A chart's source that knows which snapshot is drawn: a tooltip reads that one, not the one on its way. */
export interface SnapshotSource<Snapshot> extends ChartSource {
  readonly shown: () => Snapshot | undefined;
}

type Store = ReturnType<typeof createStore>;
type ReadChart<Snapshot> = (snapshot: Snapshot) => ChartData | undefined;

function createSnapshotSource<Snapshot>(
  store: Store,
  stateAtom: Atom<PaneState<Snapshot>>,
  dataOf: ReadChart<Snapshot>,
): SnapshotSource<Snapshot> {
  let shown: Snapshot | undefined;
  return {
    read() {
      shown = store.get(stateAtom).snapshot;
      return shown && dataOf(shown);
    },
    subscribe: (listener) => store.sub(stateAtom, listener),
    shown: () => shown,
  };
}

/** What a chart of the pane draws. @param dataOf stable: a module's function, or one of `useCallback`. */
export function useSnapshotSource<Snapshot>(
  pane: { readonly stateAtom: Atom<PaneState<Snapshot>> },
  dataOf: ReadChart<Snapshot>,
): SnapshotSource<Snapshot> {
  const store = useStore();
  const { stateAtom } = pane;
  return useMemo(() => createSnapshotSource(store, stateAtom, dataOf), [store, stateAtom, dataOf]);
}
