import { atom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useCallback } from "react";
import type { WatchMessage } from "#contract/worker/watch.ts";
import { useTabLock } from "../../components/use-tab-lock.ts";
import { useWatch } from "../../kit/alerts/use-watch.ts";
import { letters } from "../../state/pane/letters.ts";
import { HitDialog } from "./HitDialog.tsx";
import { stopWatch } from "./screen.ts";
import type { StopHit } from "./snapshot.ts";
import { hasStopsAtom, hitAtom, hitsAtom, stopRulesAtom } from "./stops.ts";
import { useLoadedBook } from "./use-loaded-book.ts";

/**
 * Watches the stops and targets of the chosen portfolio while any tab of the board is open, whatever screen it shows; of
 * several tabs one does it.
 */
export function ArmedStops(): ReactNode {
  const hasStops = useAtomValue(hasStopsAtom);
  const hasHits = useAtomValue(hitsAtom).length > 0;
  const isHolder = useTabLock("portfolio-stops");
  return (
    <>
      {hasStops && isHolder ? <Watch /> : undefined}
      {hasHits ? <HitDialog /> : undefined}
    </>
  );
}

/** The live market, whatever the board looks at. */
const watched = {
  contextAtom: atom((get) => {
    const context = get(letters.A.contextAtom);
    return context && { ...context, day: undefined };
  }),
  rulesAtom: stopRulesAtom,
};

function Watch(): undefined {
  const hit = useSetAtom(hitAtom);
  const heard = useCallback(({ fired }: WatchMessage<StopHit>) => hit(fired), [hit]);
  useLoadedBook();
  useWatch(stopWatch, watched, heard);
}
