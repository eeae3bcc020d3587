import { useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef } from "react";
import { liveListAtom } from "../../../state/clock/day.ts";
import { strategyNewsAtom } from "../../../state/saved/strategies.ts";
import { moveStopsAtom } from "../stops/stops.ts";
import { expiriesAtom, freshenBookAtom, listAtom, portfolioNameAtom, troubleAtom } from "./book.ts";

/** Saves come one after another while something is typed, and a page that ends tells of its save before it is there. */
const SETTLED_MS = 1000;
const AGAIN_MS = 10_000;

/**
 * The portfolio is loaded once the market is known, again when another one is chosen, other expiries are listed or any tab
 * has saved a strategy, and again and again while it cannot be had.
 */
export function useLoadedBook(): void {
  const freshen = useSetAtom(freshenBookAtom);
  const isKnown = useAtomValue(liveListAtom) !== undefined;
  const name = useAtomValue(portfolioNameAtom);
  const news = useAtomValue(strategyNewsAtom);
  const expiries = useAtomValue(expiriesAtom);
  const hasFailed = useAtomValue(troubleAtom) === "failed";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name or other expiries are loaded at once
  useEffect(() => {
    if (isKnown) void freshen();
  }, [isKnown, name, expiries, freshen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each news is waited for
  useEffect(() => {
    if (!isKnown) return;
    const timer = setTimeout(() => void freshen(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isKnown, news, freshen]);
  const moveStops = useSetAtom(moveStopsAtom);
  const listed = useAtomValue(listAtom);
  const before = useRef(listed);
  useEffect(() => {
    if (listed) moveStops(before.current ?? [], listed);
    before.current = listed;
  }, [listed, moveStops]);
  useEffect(() => {
    if (!hasFailed) return;
    const again = (): void => void freshen();
    const timer = setInterval(again, AGAIN_MS);
    addEventListener("online", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
    };
  }, [hasFailed, freshen]);
}
