import { type Atom, atom, type WritableAtom } from "jotai";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { PaneOwn } from "./create-pane.ts";

/** Undefined until it is written, and again for another subject. */
export type OfSymbol<T> = WritableAtom<T | undefined, [value: T], void>;

type Own = Pick<PaneOwn<unknown>, "contextAtom">;

/**
 * A state that ends with the symbol: a strike of NIFTY means nothing to BANKNIFTY, and a return to NIFTY begins again.
 * Another expiry or day keeps it. It notices a symbol while it is read.
 */
export function ofSymbol<T>({ contextAtom }: Own): OfSymbol<T> {
  /** The time at one symbol. It goes on while none is known, as while a past day loads. */
  let stay: { readonly symbol: string } | undefined;
  const stayAtom = atom((get) => {
    const symbol = get(contextAtom)?.symbol;
    if (symbol !== undefined && symbol !== stay?.symbol) stay = { symbol };
    return stay;
  });
  const keptAtom = atom<{ readonly stay: typeof stay; readonly value: T } | undefined>(undefined);
  return atom(
    (get) => {
      const now = get(stayAtom);
      const kept = get(keptAtom);
      return kept?.stay === now ? kept?.value : undefined;
    },
    (get, set, value) => set(keptAtom, { stay: get(stayAtom), value }),
  );
}

const subjectOf = (context: PaneContext | undefined): string | undefined =>
  context && `${context.symbol} ${typeof context.day === "object" ? context.day.date : "today"}`;

/** Written for where the pane is, or for `of`. */
type OfSymbolAndDay<T> = WritableAtom<T | undefined, [value: T, of?: PaneContext], void> & {
  /** What is written for another place than where the pane is. */
  readonly atAtom: Atom<(of: PaneContext | undefined) => T | undefined>;
};

/** A state of each symbol and day of the board, as what was traded on a day is: it is there again with both. */
export function ofSymbolAndDay<T>({ contextAtom }: Own): OfSymbolAndDay<T> {
  const keptAtom = atom<ReadonlyMap<string | undefined, T>>(new Map());
  const atAtom = atom((get) => {
    const kept = get(keptAtom);
    return (of: PaneContext | undefined) => kept.get(subjectOf(of));
  });
  const stateAtom = atom(
    (get) => get(atAtom)(get(contextAtom)),
    (get, set, value: T, of: PaneContext | undefined = get(contextAtom)) =>
      set(keptAtom, (kept) => new Map(kept).set(subjectOf(of), value)),
  );
  return Object.assign(stateAtom, { atAtom });
}
