import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import type { WatchDefinition, WatchMessage } from "#contract/worker/watch.ts";
import { clientAtom } from "../../state/market/market.ts";
import { openWatch, type WatchAtoms } from "../../state/market/watch.ts";

/**
 * A watch that is armed while its component is mounted.
 * @param fired a stable function; called each time rules fire
 */
export function useWatch<Rules, Fired>(
  definition: WatchDefinition<Rules, Fired>,
  { contextAtom, rulesAtom }: WatchAtoms<Rules>,
  fired: (message: WatchMessage<Fired>) => void,
): void {
  const store = useStore();
  const client = useAtomValue(clientAtom);
  useEffect(() => {
    if (client) return openWatch(store, client, definition, { contextAtom, rulesAtom }, fired);
    return undefined;
  }, [store, client, definition, contextAtom, rulesAtom, fired]);
}
