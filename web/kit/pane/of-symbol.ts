import { type Atom, atom, type WritableAtom } from "jotai";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { PaneOwn } from "./create-pane.ts";

/** Undefined until it is written, and again for another subject. */
export type OfSymbol<T> = WritableAtom<T | undefined, [value: T], void>;

type Own = Pick<PaneOwn<unknown>, "contextAtom">;

/** A state that ends with the symbol: a strike of NIFTY means nothing to BANKNIFTY. Another expiry or day keeps it. */
export const ofSymbol = <T>(own: Own): OfSymbol<T> => ofSubject(own, ({ symbol }) => symbol);

/**
 * A state that ends with the symbol and with the board's day, as what was traded on a day does.
 * @param outlivesDayAtom true: it ends with the symbol alone
 */
export const ofSymbolAndDay = <T>(own: Own, outlivesDayAtom?: Atom<boolean>): OfSymbol<T> =>
  ofSubject(own, ({ symbol, day }) => `${symbol} ${typeof day === "object" ? day.date : "today"}`, outlivesDayAtom);

function ofSubject<T>(
  { contextAtom }: Own,
  subjectOf: (context: PaneContext) => string,
  outlivesAtom?: Atom<boolean>,
): OfSymbol<T> {
  const subjectAtom = atom((get) => {
    const context = get(contextAtom);
    return context && { symbol: context.symbol, all: subjectOf(context) };
  });
  const keptAtom = atom<
    { readonly subject: { symbol: string; all: string } | undefined; readonly value: T } | undefined
  >(undefined);
  return atom(
    (get) => {
      const kept = get(keptAtom);
      const subject = get(subjectAtom);
      const isSame = kept?.subject?.all === subject?.all;
      const outlives = outlivesAtom !== undefined && get(outlivesAtom) && kept?.subject?.symbol === subject?.symbol;
      return isSame || outlives ? kept?.value : undefined;
    },
    (get, set, value) => set(keptAtom, { subject: get(subjectAtom), value }),
  );
}
