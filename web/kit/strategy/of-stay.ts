/** What a strategy's screen holds for one stay at a symbol and a day of the board: a return to both is another stay. */
import { type Atom, atom, type Getter, type WritableAtom } from "jotai";
import type { FrozenDay } from "#contract/domain/clock.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { PaneOwn } from "../pane/create-pane.ts";

interface SymbolStay {
  readonly symbol: string;
}
export interface Stay {
  /** The same one as long as the symbol stays, whatever the day. */
  readonly ofSymbol: SymbolStay;
  /** Absent: live. */
  readonly day: FrozenDay | undefined;
}

/** Undefined until it is written, and again in another stay. */
export type OfStay<T> = WritableAtom<T | undefined, [value: T], void> & {
  /** What was written in a stay that has ended; undefined once something is written in this one. */
  readonly leftAtom: Atom<{ readonly stay: Stay; readonly value: T } | undefined>;
  /** Changes what was written last, in whatever stay: it stays put away where it is. */
  readonly amendAtom: WritableAtom<null, [change: (value: T) => T], void>;
};

type Own = Pick<PaneOwn<unknown>, "contextAtom">;
type ContextAtom = Own["contextAtom"];

/** One for all states of a pane: what is not read while the symbol changes ends with the others. */
const stays = new WeakMap<ContextAtom, Atom<Stay | undefined>>();

const dateOf = (day: FrozenDay | undefined): string => (typeof day === "object" ? day.date : "today");

function nextStay(stay: Stay | undefined, { symbol, day }: PaneContext): Stay {
  const isSymbol = stay?.ofSymbol.symbol === symbol;
  if (stay && isSymbol && dateOf(stay.day) === dateOf(day)) return stay;
  return { ofSymbol: isSymbol ? stay.ofSymbol : { symbol }, day };
}

/** It goes on while no symbol is known, as while a past day loads. */
function stayAtomOf(contextAtom: ContextAtom): Atom<Stay | undefined> {
  const known = stays.get(contextAtom);
  if (known) return known;
  let stay: Stay | undefined;
  const stayAtom = atom((get) => {
    const context = get(contextAtom);
    if (context) stay = nextStay(stay, context);
    return stay;
  });
  stays.set(contextAtom, stayAtom);
  return stayAtom;
}

/** @param outlivesDayAtom true: it goes along to another day of its symbol */
export function ofStay<T>({ contextAtom }: Own, outlivesDayAtom?: Atom<boolean>): OfStay<T> {
  const stayAtom = stayAtomOf(contextAtom);
  const keptAtom = atom<{ readonly stay: Stay | undefined; readonly value: T } | undefined>(undefined);
  const isHereAtom = atom((get) => {
    const kept = get(keptAtom);
    const stay = get(stayAtom);
    const outlivesDay = outlivesDayAtom !== undefined && get(outlivesDayAtom);
    return kept?.stay === stay || (outlivesDay && kept?.stay?.ofSymbol === stay?.ofSymbol);
  });
  const leftAtom = atom((get) => {
    const kept = get(keptAtom);
    return kept?.stay && !get(isHereAtom) ? { stay: kept.stay, value: kept.value } : undefined;
  });
  const stateAtom = atom(
    (get) => (get(isHereAtom) ? get(keptAtom)?.value : undefined),
    (get, set, value: T) => set(keptAtom, { stay: get(stayAtom), value }),
  );
  const amendAtom = atom(null, (_get, set, change: (value: T) => T) =>
    set(keptAtom, (kept) => kept && { ...kept, value: change(kept.value) }),
  );
  return Object.assign(stateAtom, { leftAtom, amendAtom });
}

/** The same with a value of its own until something is written. */
export const withInitial = <T>(ofStayAtom: OfStay<T>, initial: T): WritableAtom<T, [value: T], void> =>
  atom(
    (get) => get(ofStayAtom) ?? initial,
    (_get, set, value: T) => set(ofStayAtom, value),
  );

/** What was written in that stay and is left; undefined where it was written in another one. */
export function leftIn<T>(get: Getter, { leftAtom }: OfStay<T>, stay: Stay): T | undefined {
  const left = get(leftAtom);
  return left?.stay === stay ? left.value : undefined;
}
