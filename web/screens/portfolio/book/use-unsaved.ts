import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { askBeforeLeaving } from "../../../state/orders/under-way.ts";
import { hasUnsavedAtom } from "./book.ts";

/** The browser asks, in its own words, before closing orders that are not saved are left behind. */
export function useUnsaved(): void {
  const hasUnsaved = useAtomValue(hasUnsavedAtom);
  useEffect(() => (hasUnsaved ? askBeforeLeaving() : undefined), [hasUnsaved]);
}
