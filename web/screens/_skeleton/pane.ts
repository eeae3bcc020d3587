/** The atoms of one mounted pane. A setting that outlives the page is `own.stored(key, initial, check)`. */
import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";

export const skeleton = createPane(screen, () => ({
  /** What the derivation is asked for: which side is totalled. */
  paramsAtom: atom<Params>(screen.defaults),
}));
