import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import type { Setting } from "../../kit/pane/mount.ts";
import { legendOf } from "../../kit/series/legend-setting.ts";
import { pairText } from "../../kit/strikes/pair-text.ts";
import { createStrike } from "../../kit/strikes/strike-state.ts";
import { wantedStrikeAtom } from "../../state/pane/wanted-strike.ts";
import { type Checked, pressed } from "./boxes.ts";
import { screen } from "./screen.ts";
import { FIGURES, type Figure, type Params, SIDES } from "./snapshot.ts";

export const ivPriceOi = createPane(screen, (own) => {
  const ceAtom = createStrike(own, undefined, wantedStrikeAtom);
  const peAtom = createStrike(own, undefined, wantedStrikeAtom);
  /** Not kept: each visit begins with price and OI. */
  const checkedAtom = atom<Checked>(["price", "oi"]);
  /** A box that changes is pressed. */
  const boxOf = (figure: Figure): Setting<boolean> =>
    atom(
      (get) => get(checkedAtom).includes(figure),
      (_get, set) => set(checkedAtom, (before) => pressed(before, figure)),
    );
  const boxes = FIGURES.map((figure) => [figure, boxOf(figure)] as const);
  /** The legend of either chart presses the boxes of both. */
  const visibleAtom = legendOf(
    Object.fromEntries(boxes.flatMap(([figure, boxAtom]) => SIDES.map((side) => [`${side}-${figure}`, boxAtom]))),
  );
  const paramsAtom = atom((get): Params => ({ ce: get(ceAtom), pe: get(peAtom) }));
  const alertNameAtom = atom((get) => pairText(get(ceAtom), get(peAtom)));
  return { ceAtom, peAtom, checkedAtom, boxes, visibleAtom, paramsAtom, alertNameAtom };
});
