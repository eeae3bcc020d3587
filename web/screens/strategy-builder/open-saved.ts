import type { createStore } from "jotai";
import type { BuilderStrategy } from "#contract/wire/http/strategies.ts";
import { type KeptIn, olderLegs, whyClosed } from "../../kit/strategy/older/older-saves.ts";
import { openOlderAtom } from "../../state/saved/older-strategies.ts";
import type { olderBuilder } from "./pane.ts";

/**
 * Puts a kept strategy into the builder, unless the letter has turned away from its symbol by then.
 * @throws as `openOlderAtom`; TypeError where a leg cannot be read
 */
export async function openSaved(
  store: ReturnType<typeof createStore>,
  pane: ReturnType<typeof olderBuilder.of>,
  saved: BuilderStrategy,
  db: KeptIn,
): Promise<void> {
  const legs = olderLegs(await store.set(openOlderAtom, saved));
  if (whyClosed(saved, store.get(pane.contextAtom)) !== undefined) return;
  store.set(pane.clearAtom);
  store.set(pane.legsAtom, legs);
  store.set(pane.savedLegsAtom, legs);
  store.set(pane.selectedAtom, { db, name: saved.name });
}
