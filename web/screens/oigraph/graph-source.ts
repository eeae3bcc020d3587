import type { ChartData, ChartSource } from "../../charts/chart-spec.ts";
import type { Snapshot } from "./snapshot.ts";

/** A chart's source that knows which snapshot is drawn: the tooltip tells that one, not the one on its way. */
export interface GraphSource extends ChartSource {
  readonly shown: () => Snapshot | undefined;
}

export function createGraphSource(
  latest: () => Snapshot | undefined,
  subscribe: ChartSource["subscribe"],
  dataOf: (snapshot: Snapshot) => ChartData,
): GraphSource {
  let shown: Snapshot | undefined;
  return {
    read() {
      shown = latest();
      return shown && dataOf(shown);
    },
    subscribe,
    shown: () => shown,
  };
}
