import { type Atom, atom } from "jotai";
import type { IsoDate } from "#contract/domain/units.ts";
import type { PaneOwn } from "./create-pane.ts";

/**
 * What a pane's snapshot said first of a symbol's day, such as its first strike at the money. It stays while the market
 * moves and while another expiry is shown; another symbol, or another day, begins again.
 * @param read what is wanted of a snapshot; undefined: not yet. It is called from when the atom is first read.
 */
export function firstOfDay<Snapshot, T>(
  { contextAtom, stateAtom }: Pick<PaneOwn<Snapshot>, "contextAtom" | "stateAtom">,
  read: (snapshot: Snapshot) => T | undefined,
): Atom<T | undefined> {
  let first: { readonly symbol: string; readonly date: IsoDate | undefined; readonly value: T } | undefined;
  return atom((get) => {
    const symbol = get(contextAtom)?.symbol;
    const { snapshot, context, clock } = get(stateAtom);
    // Between a choice of the symbol and its first figures, the snapshot is still the other symbol's.
    const isOfSymbol = snapshot !== undefined && symbol !== undefined && context?.symbol === symbol;
    if (isOfSymbol && (first?.symbol !== symbol || first.date !== clock?.date)) {
      const value = read(snapshot);
      first = value === undefined ? undefined : { symbol, date: clock?.date, value };
    }
    return first?.symbol === symbol ? first?.value : undefined;
  });
}
