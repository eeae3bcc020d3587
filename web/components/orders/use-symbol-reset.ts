import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { activeSymbolAtom } from "../../state/pane/letters.ts";

/**
 * Another symbol, chosen here or in a window that shares the letters, ends the draft of an order. What is on its way is none:
 * it is waited for first.
 */
export function useSymbolReset(isUnderWay: boolean, close: () => void): void {
  const symbol = useAtomValue(activeSymbolAtom);
  const opened = useRef(symbol);
  useEffect(() => {
    if (opened.current !== symbol && !isUnderWay) close();
  });
}
