import { atom, type WritableAtom } from "jotai";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { PaneOwn } from "./create-pane.ts";

/** Undefined until it is written, and again for another subject. */
export type OfSymbol<T> = WritableAtom<T | undefined, [value: T], void>;

type Own = Pick<PaneOwn<unknown>, "contextAtom">;

/** A state that ends with the symbol: a strike of NIFTY means nothing to BANKNIFTY. Another expiry or day keeps it. */
export const ofSymbol = <T>(own: Own): OfSymbol<T> => ofSubject(own, ({ symbol }) => symbol);

/** A state that ends with the symbol and with the board's day, as what was traded on a day does. */
export const ofSymbolAndDay = <T>(own: Own): OfSymbol<T> =>
  ofSubject(own, ({ symbol, day }) => `${symbol} ${typeof day === "object" ? day.date : "today"}`);

function ofSubject<T>({ contextAtom }: Own, subjectOf: (context: PaneContext) => string): OfSymbol<T> {
  const subjectAtom = atom((get) => {
    const context = get(contextAtom);
    return context && subjectOf(context);
  });
  const keptAtom = atom<{ readonly subject: string | undefined; readonly value: T } | undefined>(undefined);
  return atom(
    (get) => {
      const kept = get(keptAtom);
      return kept?.subject === get(subjectAtom) ? kept?.value : undefined;
    },
    (get, set, value) => set(keptAtom, { subject: get(subjectAtom), value }),
  );
}
