import { type Atom, useStore } from "jotai";
import { useEffect, useMemo, useState } from "react";
import type { PaneContext } from "#contract/worker/screen.ts";
import { throughOutages } from "../../../frame/outage.ts";
import type { Tell, Trade } from "./trade.ts";

export interface PaneToTrade {
  readonly contextAtom: Atom<PaneContext | undefined>;
}

/** Undefined while nothing can be traded, and until that is known: the first figures do not wait for it. */
export function useTrade(pane: PaneToTrade): Trade | undefined {
  const tell = useTell(pane);
  return useMemo(
    () => tell && ((strike, type, side) => tell(({ symbol, expiry }) => ({ symbol, expiry, strike, type, side }))),
    [tell],
  );
}

/** Undefined as {@link useTrade}. */
export function useTell({ contextAtom }: PaneToTrade): Tell | undefined {
  const store = useStore();
  const [tell, setTell] = useState<Tell>();
  useEffect(() => {
    let unfollow: (() => void) | undefined;
    let isGone = false;
    throughOutages(() => import("./trade.ts")).then(
      ({ followTrade }) => {
        if (!isGone) unfollow = followTrade(store, contextAtom, (next) => setTell(() => next));
      },
      (why: unknown) => console.warn("trading:", why), // figures need no orders
    );
    return () => {
      isGone = true;
      unfollow?.();
    };
  }, [store, contextAtom]);
  return tell;
}
