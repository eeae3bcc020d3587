/** Which kept strategy the legs of a pane are, and legs that another symbol or day has put away. */
import { type Atom, atom, type WritableAtom } from "jotai";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { OpenStrategy } from "../../state/saved/strategies.ts";
import type { PaneOwn } from "../pane/create-pane.ts";
import { leftIn, type OfStay, ofStay } from "./of-stay.ts";

type Legs = readonly StrategyLeg[];

interface Held {
  readonly bookAtom: OfStay<Legs>;
  readonly legsAtom: WritableAtom<Legs, [legs: Legs], void>;
  /** What the strategy is kept under once it is saved. */
  readonly newIdAtom: OfStay<string | undefined>;
}

/** @param isKeptAtom the legs go along to another day */
export function createKeptAtoms(
  own: Pick<PaneOwn<unknown>, "contextAtom">,
  isKeptAtom: Atom<boolean>,
  { bookAtom, legsAtom, newIdAtom }: Held,
) {
  /** The kept strategy that is open, and its legs as they are kept. */
  const openAtom = ofStay<OpenStrategy | undefined>(own, isKeptAtom);
  const savedLegsAtom = ofStay<Legs | undefined>(own, isKeptAtom);
  /** The strategies with these ids are kept no more: legs of one of them, put away or not, are not saved. */
  const forgetKeptAtom = atom(null, (get, set, ids: readonly string[]) => {
    const open = get(openAtom) ?? get(openAtom.leftAtom)?.value;
    if (!open || !ids.includes(open.id)) return;
    set(openAtom.amendAtom, () => undefined);
    set(savedLegsAtom.amendAtom, () => undefined);
  });
  const isUnsavedAtom = atom((get) => get(legsAtom).length > 0 && get(legsAtom) !== get(savedLegsAtom));
  /** Of the strategy from its first leg on. */
  const strategyIdAtom = atom((get) => get(openAtom)?.id ?? get(newIdAtom));
  /** Legs of a symbol or a day that was left, until other legs are added. */
  const putAwayAtom = atom((get) => {
    const left = get(bookAtom.leftAtom);
    return left && left.value.length > 0 ? left : undefined;
  });
  /** Brings them back, as the kept strategy that they were. `turn` leads to their symbol. */
  const bringBackAtom = atom(null, (get, set, turn: (symbol: string) => void) => {
    const putAway = get(putAwayAtom);
    if (!putAway) return;
    const { stay, value: legs } = putAway;
    const open = leftIn(get, openAtom, stay);
    const saved = leftIn(get, savedLegsAtom, stay);
    const id = leftIn(get, newIdAtom, stay);
    turn(stay.ofSymbol.symbol);
    set(legsAtom, legs);
    if (open) set(openAtom, open);
    if (saved) set(savedLegsAtom, saved);
    if (id !== undefined) set(newIdAtom, id);
  });
  return { openAtom, savedLegsAtom, forgetKeptAtom, isUnsavedAtom, strategyIdAtom, putAwayAtom, bringBackAtom };
}
