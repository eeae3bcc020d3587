/** The atoms of one mounted HV-IV. */
import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import type { VisibleLines } from "../../kit/series/visible-lines.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";

/** Window and hidden lines are forgotten with the page. */
export const hvIv = createPane(screen, () => ({
  paramsAtom: atom<Params>(screen.defaults),
  visibleAtom: atom<VisibleLines>({}),
}));
