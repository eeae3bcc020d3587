/**
 * Arms a watch: the workers look at its rules with each change of the live market, in a hidden tab as well, and while the
 * board looks at a past day: then its rooms alone stay open.
 */
import type { Atom, createStore } from "jotai";
import type { Client, WatchHandle } from "#client/client.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { WatchDefinition, WatchMessage } from "#contract/worker/watch.ts";
import { armedWatchesAtom } from "./market.ts";

export interface WatchAtoms<Rules> {
  /** Of the live market; undefined while it is not listed. */
  readonly contextAtom: Atom<PaneContext | undefined>;
  /** Undefined while nothing is armed. */
  readonly rulesAtom: Atom<Rules | undefined>;
}

/** @returns the end of it */
export function openWatch<Rules, Fired>(
  store: ReturnType<typeof createStore>,
  client: Pick<Client, "watch">,
  definition: WatchDefinition<Rules, Fired>,
  { contextAtom, rulesAtom }: WatchAtoms<Rules>,
  fired: (message: WatchMessage<Fired>) => void,
): () => void {
  let watch: WatchHandle | undefined;
  /** What was sent to the worker last. */
  let rules: Rules | undefined;
  let pane: PaneContext | undefined;

  const count = (more: 1 | -1): void => store.set(armedWatchesAtom, (before) => before + more);

  function arm(pane: PaneContext, params: Rules): void {
    watch = client.watch(definition, { pane, params }, fired);
    count(1);
  }

  function disarm(): void {
    if (!watch) return;
    watch.dispose();
    watch = undefined;
    count(-1);
  }

  function follow(): void {
    const nextRules = store.get(rulesAtom);
    const nextPane = store.get(contextAtom);
    if (nextRules === undefined || !nextPane) disarm();
    else if (!watch) arm(nextPane, nextRules);
    else {
      if (nextPane !== pane) watch.setPane(nextPane);
      if (nextRules !== rules) watch.setParams(nextRules);
    }
    rules = nextRules;
    pane = nextPane;
  }

  const ends = [store.sub(contextAtom, follow), store.sub(rulesAtom, follow)];
  follow();
  return () => {
    for (const end of ends) end();
    disarm();
  };
}
