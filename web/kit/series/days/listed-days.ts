/** The list of recorded days, for those who look for a day that is not in it: each day of the exchange brings another one. */
import { type Atom, atom, type createStore, useStore } from "jotai";
import { useEffect } from "react";
import type { IsoDate } from "#contract/domain/units.ts";
import { historyDaysAtom, loadHistoryAtom } from "../../../state/clock/history.ts";
import { exchangeClockAtom } from "../../../state/market/market.ts";

const AGAIN_MS = 10_000;

const dateAtom = atom((get) => get(exchangeClockAtom)?.time.date);
/** The exchange date on which the list was loaded. */
const loadedOnAtom = atom<IsoDate | undefined>(undefined);

const loadAtom = atom(null, async (get, set) => {
  const date = get(dateAtom);
  const before = get(historyDaysAtom);
  await set(loadHistoryAtom);
  if (get(historyDaysAtom) !== before) set(loadedOnAtom, date);
});

/**
 * Loads the list while a day is missing from it: once for each exchange date, and every ten seconds after a failure.
 * @returns the end of it
 */
export function followDays(store: ReturnType<typeof createStore>, lacksAtom: Atom<boolean>): () => void {
  const isDueAtom = atom((get) => get(lacksAtom) && get(dateAtom) !== get(loadedOnAtom));
  function follow(): void {
    if (store.get(isDueAtom)) void store.set(loadAtom);
  }
  const timer = setInterval(follow, AGAIN_MS);
  const end = store.sub(isDueAtom, follow);
  follow();
  return () => {
    clearInterval(timer);
    end();
  };
}

/** Follows the days while it is mounted, as `followDays` does; it shows nothing. */
export function ListedDays({ lacksAtom }: { readonly lacksAtom: Atom<boolean> }): undefined {
  const store = useStore();
  useEffect(() => followDays(store, lacksAtom), [store, lacksAtom]);
}
