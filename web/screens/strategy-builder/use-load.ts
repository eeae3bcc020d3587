import { useSetAtom, useStore } from "jotai";
import type { BuilderStrategy } from "#contract/wire/http/strategies.ts";
import { olderLegs, type Store, whyClosed } from "../../kit/strategy/older/older-saves.ts";
import { openOlderAtom } from "../../state/saved/older-strategies.ts";
import { olderBuilder } from "./pane.ts";

/**
 * Opens a kept strategy, unless the letter has turned away from its symbol by then.
 * @throws as `openOlderAtom`; TypeError where a leg cannot be read
 */
export function useLoad(): (saved: BuilderStrategy, db: Store) => Promise<void> {
  const pane = olderBuilder.use();
  const store = useStore();
  const openKept = useSetAtom(openOlderAtom);
  return async (saved, db) => {
    const legs = olderLegs(await openKept(saved));
    if (whyClosed(saved, store.get(pane.contextAtom)) !== undefined) return;
    store.set(pane.clearAtom);
    store.set(pane.legsAtom, legs);
    store.set(pane.savedLegsAtom, legs);
    store.set(pane.selectedAtom, { db, name: saved.name });
  };
}
