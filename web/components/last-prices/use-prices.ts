import { atom, useAtomValue, useSetAtom } from "jotai";
import { useEffect, useMemo, useRef } from "react";
import type { InstrumentName } from "#contract/domain/instruments.ts";
import { letters } from "../../state/pane/letters.ts";
import { createStateAtom, usePane } from "../../state/pane/pane.ts";
import { pane } from "./pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export interface LivePrices {
  /** Rupees; NaN where none is known. */
  of(name: InstrumentName | undefined): number;
  /** Monotonic time of the newest price; NaN before the first. */
  readonly at: number;
}

/** Last prices of the names, as long as they are asked for. @param names each once */
export function usePrices(names: readonly InstrumentName[]): LivePrices {
  const key = names.join(" ");
  const atoms = useMemo(
    () => ({
      // The live market, whatever the board looks at: what a pane of prices shows is no chain's.
      contextAtom: atom((get) => {
        const context = get(letters.A.contextAtom);
        return context && { ...context, day: undefined };
      }),
      paramsAtom: atom<Params>({ names: [] }),
      stateAtom: createStateAtom<Snapshot>("lastPrices.state"),
    }),
    [],
  );
  // One subscription for all sets of names: prices that both have are followed on, and shown meanwhile.
  const setParams = useSetAtom(atoms.paramsAtom);
  useEffect(() => setParams({ names: key === "" ? [] : key.split(" ") }), [key, setParams]);
  const nowhere = useRef<HTMLElement>(null); // the page as a whole shows them
  usePane(pane, atoms, nowhere);
  const { snapshot, frameAt } = useAtomValue(atoms.stateAtom);
  return useMemo(() => {
    const places = new Map(snapshot?.names.map((name, i) => [name, i]));
    return {
      at: frameAt,
      of(name) {
        const place = name === undefined ? undefined : places.get(name);
        return place === undefined ? Number.NaN : (snapshot?.prices[place] ?? Number.NaN);
      },
    };
  }, [snapshot, frameAt]);
}
