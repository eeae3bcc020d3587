/** Where the charts of a stack begin: at the first point that any line shown has, so that minutes stand over each other. */
import type { Atom, createStore } from "jotai";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import { firstPresent } from "../../charts/chart-model.ts";
import type { VisibleLines } from "./visible-lines.ts";

export interface SharedFirst {
  /** @returns the point's index; 0 where no line shown has a figure. */
  read(series: SeriesSet<string>): number;
  subscribe(listener: () => void): () => void;
}

/** @param charts of the stack, with the ids of their lines. */
export function sharedFirst(
  store: ReturnType<typeof createStore>,
  charts: readonly { readonly lines: readonly { readonly id: string }[] }[],
  visibleAtom: Atom<VisibleLines>,
): SharedFirst {
  const ids = charts.flatMap(({ lines }) => lines.map(({ id }) => id));
  return {
    read({ lines }) {
      const visible = store.get(visibleAtom);
      return firstPresent(ids.flatMap((id) => (visible[id] === false ? [] : [lines[id] ?? []])));
    },
    subscribe: (listener) => store.sub(visibleAtom, listener),
  };
}
