/** When figures are too old to act on. */
import type { Atom, createStore } from "jotai";
import { isTroubled, type PaneState } from "../../state/pane/pane.ts";

type Store = ReturnType<typeof createStore>;

/** Beyond this age a price is too old: milliseconds where the source ticks, else so many of its cadences. */
const STALE_MS = 15_000;
const STALE_CADENCES = 3;

/** @param now monotonic milliseconds: a price may grow stale without a new snapshot. */
export function isStale(state: PaneState<unknown>, now: number): boolean {
  if (isTroubled(state)) return true;
  const { clock, cadence, frameAt, opensAt } = state;
  // Before the open the figures are those of the previous close.
  if (clock?.mode !== "live" || clock.speed === 0 || !Number.isNaN(opensAt)) return false;
  const limit = cadence === 0 ? STALE_MS : (STALE_CADENCES * cadence * 60_000) / clock.speed;
  return now - frameAt > limit;
}

/** One timer for all tables of the page: each of its own would be a task a second, on a board of many. */
const lookers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const lookAll = (): void => {
  for (const look of lookers) look();
};

/**
 * Calls the listener with each snapshot, and each second while the figures are stale: they grow so without a new one.
 * @returns the end of it
 */
export function followFigures(store: Store, stateAtom: Atom<PaneState<unknown>>, listener: () => void): () => void {
  const unfollow = store.sub(stateAtom, listener);
  const look = (): void => {
    if (isStale(store.get(stateAtom), performance.now())) listener();
  };
  lookers.add(look);
  timer ??= setInterval(lookAll, 1000);
  return () => {
    unfollow();
    lookers.delete(look);
    if (lookers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
