import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import type { Setting } from "../../kit/pane/mount.ts";
import type { VisibleLines } from "../../kit/series/visible-lines.ts";
import { createStrike } from "../../kit/strikes/strike-state.ts";
import { type Checked, pressedIn, visibleOf } from "./boxes.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";

export const ivPriceOi = createPane(screen, (own) => {
  const ceAtom = createStrike(own);
  const peAtom = createStrike(own);
  /** Not kept: each visit begins with price and OI. */
  const checkedAtom = atom<Checked>(["price", "oi"]);
  /** The legend of either chart presses the boxes of both. */
  const visibleAtom: Setting<VisibleLines> = atom(
    (get) => visibleOf(get(checkedAtom)),
    (get, set, next) => {
      const checked = get(checkedAtom);
      set(checkedAtom, pressedIn(checked, typeof next === "function" ? next(visibleOf(checked)) : next));
    },
  );
  const paramsAtom = atom((get): Params => ({ ce: get(ceAtom), pe: get(peAtom) }));
  return { ceAtom, peAtom, checkedAtom, visibleAtom, paramsAtom };
});
