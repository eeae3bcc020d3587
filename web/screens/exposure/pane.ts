/** The atoms of one mounted exposure screen; sign rule and range outlive the page. */
import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isOneOf } from "../../kit/pane/stored-shape.ts";
import type { VisibleLines } from "../../kit/series/visible-lines.ts";
import { screen } from "./screen.ts";
import { type Params, RANGES } from "./snapshot.ts";

export const exposure = createPane(screen, (own) => {
  const scopeAtom = atom<Params["scope"]>(screen.defaults.scope);
  const positiveAtom = own.stored<Params["positive"]>(
    "exposureSign",
    screen.defaults.positive,
    isOneOf(["calls", "puts"] as const),
  );
  const rangeAtom = own.stored<Params["range"]>("exposureRange", screen.defaults.range, isOneOf(RANGES));
  /** Calls, puts and net, in all charts of bars. */
  const visibleAtom = atom<VisibleLines>({});
  const paramsAtom = atom(
    (get): Params => ({ scope: get(scopeAtom), positive: get(positiveAtom), range: get(rangeAtom) }),
  );
  return { scopeAtom, positiveAtom, rangeAtom, visibleAtom, paramsAtom };
});
