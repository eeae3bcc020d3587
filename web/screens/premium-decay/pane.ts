/** The atoms of one mounted premium decay: the overlays are stored, the strikes last as long as the page. */
import { atom } from "jotai";
import { aroundAtm, type StrikePick } from "#contract/domain/choices/strike-choice.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { fieldOf, isShape } from "../../kit/pane/stored-shape.ts";
import { legendOf } from "../../kit/series/legend-setting.ts";
import { createPicks } from "../../kit/strikes/strike-state.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";

interface Options {
  readonly spot: boolean;
  readonly future: boolean;
  /** Kept for who stored them; nothing here reads them. */
  readonly ceextrinsic: boolean;
  readonly peextrinsic: boolean;
}
const DEFAULTS: Options = { spot: true, future: false, ceextrinsic: false, peextrinsic: false };
const isOptions = isShape<Options>({
  spot: isBoolean,
  future: isBoolean,
  ceextrinsic: isBoolean,
  peextrinsic: isBoolean,
});

const NO_PICKS: readonly StrikePick[] = [];

export const premiumDecay = createPane(screen, (own) => {
  const optionsAtom = own.stored("premiumDecayOptions", DEFAULTS, isOptions);

  const visibleAtom = legendOf({ spot: fieldOf(optionsAtom, "spot"), future: fieldOf(optionsAtom, "future") });

  const picksAtom = createPicks(own, aroundAtm(5));
  const paramsAtom = atom((get): Params => ({ choice: { kind: "chosen", picks: get(picksAtom) ?? NO_PICKS } }));
  return { optionsAtom, visibleAtom, picksAtom, paramsAtom };
});
