import { atom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useCallback, useEffect } from "react";
import type { WatchMessage } from "#contract/worker/watch.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import { useTabLock } from "../../../components/use-tab-lock.ts";
import { useWatch } from "../../../kit/alerts/use-watch.ts";
import { ListedDays } from "../../../kit/series/days/listed-days.ts";
import { letters } from "../../../state/pane/letters.ts";
import { loadBookAtom, troubleAtom } from "../book/book.ts";
import { lacksDaysAtom } from "../book/positions.ts";
import { useLoadedBook } from "../book/use-loaded-book.ts";
import { useUnsaved } from "../book/use-unsaved.ts";
import { stopWatch } from "../screen.ts";
import type { StopHit, StopWait } from "../snapshot.ts";
import { HitDialog } from "./HitDialog.tsx";
import { blindAtom, heardAtom } from "./heard.ts";
import { hasStopsAtom, hitsAtom, stopRulesAtom } from "./stops.ts";

/**
 * Watches the stops and targets of the chosen portfolio while any tab of the board is open, whatever screen it shows; of
 * several tabs one does it. Closing orders that are not saved are asked about on whatever screen, too. The days of expired
 * legs are looked for, whoever has loaded those legs.
 */
export function ArmedStops(): ReactNode {
  const hasStops = useAtomValue(hasStopsAtom);
  const hasHits = useAtomValue(hitsAtom).length > 0;
  const isHolder = useTabLock("portfolio-stops");
  useUnsaved();
  return (
    <>
      {hasStops && isHolder ? <Watch /> : undefined}
      <ListedDays lacksAtom={lacksDaysAtom} />
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
  const hear = useSetAtom(heardAtom);
  const heard = useCallback(({ fired }: WatchMessage<StopHit | StopWait>) => hear(fired), [hear]);
  useLoadedBook();
  useTrouble();
  useWatch(stopWatch, watched, heard);
}

const TROUBLES = {
  failed: { why: "the portfolio could not be loaded", label: "Try again" },
  locked: { why: "the portfolio is locked", label: "Unlock" },
} as const;

/** A stop that watches nothing must not look armed. */
function useTrouble(): void {
  const trouble = useAtomValue(troubleAtom);
  const load = useSetAtom(loadBookAtom);
  const watches = useAtomValue(stopRulesAtom) ? "what was loaded before" : "nothing";
  const blind = useAtomValue(blindAtom);
  const again = useCallback(() => void load(), [load]);
  const { why = "", label = "" } = trouble ? TROUBLES[trouble] : {};
  useWarning(why && `Stops and targets watch ${watches}: ${why}.`, label, again);
  useWarning(blind && `Stops and targets do not watch ${blind}.`);
}

/** Stands as long as there are words. @param run stable */
function useWarning(message: string, label = "", run?: () => void): void {
  useEffect(() => {
    if (message === "") return;
    const action = run && { action: { label, run } };
    const toast = toasts.show({ message, type: "warning", autoClose: false, ...action });
    return () => toasts.close(toast);
  }, [message, label, run]);
}
