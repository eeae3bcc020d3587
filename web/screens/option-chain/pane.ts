/** Which mode, and the switches: one record under its public name. */
import { atom } from "jotai";
import { createChainAtoms } from "../../kit/chain/chain-atoms.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isRecord } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";
import { answerBasis, DEFAULT_TWEAKS, type Mode, readTweaks, shapeOf, type Tweak, turn } from "./tweaks.ts";

export const modeChain = createPane(screen, (own) => {
  const storedTweaksAtom = own.stored<Readonly<Record<string, unknown>>>("optionChainTweeks", DEFAULT_TWEAKS, isRecord);
  const chainAtoms = createChainAtoms(own);
  const tweaksAtom = atom((get) => readTweaks(get(storedTweaksAtom)));
  const turnAtom = atom(null, (get, set, which: Tweak) => set(storedTweaksAtom, turn(get(tweaksAtom), which)));
  const answerBasisAtom = atom(null, (get, set, basis: "previousClose" | "openToday") =>
    set(storedTweaksAtom, answerBasis(get(tweaksAtom), basis)),
  );

  const isGreeksAtom = atom(false);
  const isGraphAtom = atom(false);
  /** The graph covers the mode that is shown without it. */
  const modeAtom = atom((get): Mode => (get(isGraphAtom) ? "graph" : get(isGreeksAtom) ? "greeks" : "chain"));
  const shapeAtom = atom((get) => shapeOf(get(modeAtom), get(tweaksAtom)));

  const paramsAtom = atom((get): Params => {
    const { columns, oiGraph } = get(shapeAtom);
    const analysisCalc = get(tweaksAtom).openToday ? "open" : "prevClose";
    return { ...screen.defaults, columns, oiGraph, analysisCalc, inverse: get(chainAtoms.isInverseAtom) };
  });

  return {
    ...chainAtoms,
    /** The record keeps what the side headers total. */
    totalsOfAtom: atom(
      (get) => (get(tweaksAtom).header ? ("oi" as const) : ("volume" as const)),
      (get, set, of: "oi" | "volume") => {
        if (get(tweaksAtom).header !== (of === "oi")) set(turnAtom, "header");
      },
    ),
    tweaksAtom,
    turnAtom,
    answerBasisAtom,
    isGreeksAtom,
    isGraphAtom,
    modeAtom,
    shapeAtom,
    paramsAtom,
  };
});
