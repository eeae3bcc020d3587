import { atom, type WritableAtom } from "jotai";
import type { PaneOwn } from "./create-pane.ts";

/** Undefined until it is written, and again for another symbol. */
export type OfSymbol<T> = WritableAtom<T | undefined, [value: T], void>;

/** A state that ends with the symbol: a strike of NIFTY means nothing to BANKNIFTY. Another expiry or day keeps it. */
export function ofSymbol<T>({ contextAtom }: Pick<PaneOwn<unknown>, "contextAtom">): OfSymbol<T> {
  const keptAtom = atom<{ readonly symbol: string | undefined; readonly value: T } | undefined>(undefined);
  return atom(
    (get) => {
      const kept = get(keptAtom);
      return kept?.symbol === get(contextAtom)?.symbol ? kept?.value : undefined;
    },
    (get, set, value) => set(keptAtom, { symbol: get(contextAtom)?.symbol, value }),
  );
}
