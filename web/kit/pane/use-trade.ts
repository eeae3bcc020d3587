import { type Atom, useStore } from "jotai";
import { useEffect, useState } from "react";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { Trade } from "./trade.ts";

/** Undefined while nothing can be traded, and until that is known: the first figures do not wait for it. */
export function useTrade({ contextAtom }: { readonly contextAtom: Atom<PaneContext | undefined> }): Trade | undefined {
  const store = useStore();
  const [trade, setTrade] = useState<Trade>();
  useEffect(() => {
    let unfollow: (() => void) | undefined;
    let isGone = false;
    import("./trade.ts").then(
      ({ followTrade }) => {
        if (!isGone) unfollow = followTrade(store, contextAtom, (next) => setTrade(() => next));
      },
      (why: unknown) => console.warn("trading:", why),
    );
    return () => {
      isGone = true;
      unfollow?.();
    };
  }, [store, contextAtom]);
  return trade;
}
