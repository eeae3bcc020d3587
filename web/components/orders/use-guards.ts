import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { type GuardState, guardsAtom, refreshGuardsAtom } from "../../state/orders/guards.ts";
import { orderNewsAtom } from "../../state/orders/news.ts";

/** What holds orders back, asked for when a part that shows it opens and whenever the server tells of orders. */
export function useGuards(): GuardState | undefined {
  const refresh = useSetAtom(refreshGuardsAtom);
  const news = useAtomValue(orderNewsAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each word of the server is a reason to ask
  useEffect(() => {
    refresh().catch((error: unknown) => console.warn("limits:", error));
  }, [refresh, news]);
  return useAtomValue(guardsAtom);
}
