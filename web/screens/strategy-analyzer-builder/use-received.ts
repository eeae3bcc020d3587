/** What the analyzer handed over: read when the screen opens, forgotten when the user leaves it, by a link or a typed address. A reload keeps it. */
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { useEffect, useLayoutEffect } from "react";
import { forgetHanded, putHandedAside, readHanded, takeHandedBack } from "../../kit/strategy/handed/handed.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { analyzerBuilder } from "./pane.ts";

const hasFigures = ({ snapshot }: PaneState<unknown>): boolean => snapshot !== undefined;

export function useReceived(): void {
  const pane = analyzerBuilder.use();
  const store = useStore();
  useLayoutEffect(() => {
    takeHandedBack();
    store.set(pane.receivedAtom, readHanded());
    addEventListener("pagehide", putHandedAside);
    return () => {
      removeEventListener("pagehide", putHandedAside);
      forgetHanded();
      store.set(pane.receivedAtom, undefined);
      store.set(pane.shownAtom, undefined);
      store.set(pane.clearAtom);
    };
  }, [store, pane]);

  // The first one is shown until another is pressed.
  const received = useAtomValue(pane.receivedAtom);
  const isOfMarket = useAtomValue(pane.isOfMarketAtom);
  const isReady = useSlowFact(pane.stateAtom, hasFigures);
  const shown = useAtomValue(pane.shownAtom);
  const show = useSetAtom(pane.shownAtom);
  useEffect(() => {
    const [first] = received?.strategies ?? [];
    if (first && isOfMarket && isReady && shown === undefined) show(first);
  }, [received, isOfMarket, isReady, shown, show]);
}
