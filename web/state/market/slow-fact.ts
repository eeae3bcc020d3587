import { type Atom, atom, useAtomValue, useStore } from "jotai";
import { useEffect, useMemo, useState } from "react";
import { afterPaint } from "../pane/after-paint.ts";

/**
 * A small fact of a pane's snapshot, for React: re-renders when the fact changes, not on each tick, and after the frame
 * that paints the figures. `select` must be stable; a fact of several figures is compared figure by figure.
 * @param patience as of `afterPaint`
 */
export function useSlowFact<State, Fact>(
  stateAtom: Atom<State>,
  select: (state: State) => Fact,
  patience?: number,
): Fact {
  const store = useStore();
  const factAtom = useMemo(() => createFactAtom(stateAtom, select), [stateAtom, select]);
  const [fact, setFact] = useState(() => ({ current: store.get(factAtom) }));
  useEffect(() => {
    const look = (): void => {
      const current = store.get(factAtom);
      setFact((before) => (before.current === current ? before : { current }));
    };
    look(); // it may have changed since the first render
    return store.sub(factAtom, () => afterPaint(look, patience));
  }, [store, factAtom, patience]);
  return fact.current;
}

/** Like {@link useSlowFact}, but at once: for what answers the user's own action. */
export function useFact<State, Fact>(stateAtom: Atom<State>, select: (state: State) => Fact): Fact {
  return useAtomValue(useMemo(() => createFactAtom(stateAtom, select), [stateAtom, select]));
}

/** A fact that is the same figure by figure stays the same object. (`selectAtom` would bring all of jotai/utils along.) */
function createFactAtom<State, Fact>(stateAtom: Atom<State>, select: (state: State) => Fact): Atom<Fact> {
  let last: { readonly fact: Fact } | undefined;
  return atom((get) => {
    const fact = select(get(stateAtom));
    if (last === undefined || !isSameFact(last.fact, fact)) last = { fact };
    return last.fact;
  });
}

/** Equal figure by figure, at any depth. */
export function isSameFact(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => isSameFact(Reflect.get(a, key), Reflect.get(b, key)));
}
