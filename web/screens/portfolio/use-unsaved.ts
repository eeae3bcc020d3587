import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { hasUnsavedAtom } from "./book.ts";

/** The browser asks, in its own words, before closing orders that are not saved are left behind. */
export function useUnsaved(): void {
  const hasUnsaved = useAtomValue(hasUnsavedAtom);
  useEffect(() => {
    if (!hasUnsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [hasUnsaved]);
}
