/**
 * Arms a watch: the workers look at its rules with each change of the live market, in a hidden tab as well. While the board
 * looks at a past day the live market is closed, and nothing fires.
 */
import type { Atom, createStore } from "jotai";
import type { Client, WatchHandle } from "#client/client.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { WatchDefinition, WatchMessage } from "#contract/worker/watch.ts";

export interface WatchAtoms<Rules> {
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
  /** What the worker was told last. */
  let rules: Rules | undefined;
  let pane: PaneContext | undefined;

  function disarm(): void {
    watch?.dispose();
    watch = undefined;
  }

  function follow(): void {
    const nextRules = store.get(rulesAtom);
    const nextPane = store.get(contextAtom);
    if (nextRules === undefined || !nextPane || nextPane.day !== undefined) disarm();
    else if (!watch) watch = client.watch(definition, { pane: nextPane, params: nextRules }, fired);
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
