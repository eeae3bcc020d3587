import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { liveListAtom } from "../../state/clock/day.ts";
import { askedNameAtom, loadBookAtom, portfolioNameAtom } from "./book.ts";

/** The portfolio is loaded once the market is known, and again when another one is chosen. */
export function useLoadedBook(): void {
  const load = useSetAtom(loadBookAtom);
  const isKnown = useAtomValue(liveListAtom) !== undefined;
  const name = useAtomValue(portfolioNameAtom);
  const asked = useAtomValue(askedNameAtom);
  useEffect(() => {
    if (isKnown && asked !== name) void load();
  }, [isKnown, asked, name, load]);
}
