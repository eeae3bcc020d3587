import { useStore } from "jotai";
import { useCallback } from "react";
import { toasts } from "../../components/toasts/toasts.ts";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { useLetter } from "./mount.ts";

export const REPLAY_KEEPS = "A replay keeps its symbols";

/** Turns the letter to a symbol that a table or a map names. A replay keeps the symbols of all letters: then that is said. */
export function useChooseSymbol(): (symbol: string) => void {
  const store = useStore();
  const { chooseSymbolAtom } = useLetter();
  return useCallback(
    (symbol) => {
      if (store.get(isReplayingAtom)) toasts.show({ message: `${REPLAY_KEEPS}.` });
      else store.set(chooseSymbolAtom, symbol);
    },
    [store, chooseSymbolAtom],
  );
}
