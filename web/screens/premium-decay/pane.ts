/** The atoms of one mounted premium decay: the overlays are stored, the strikes last as long as the page. */
import { atom } from "jotai";
import { aroundAtm, type StrikePick } from "#contract/domain/strike-choice.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isShape } from "../../kit/pane/stored-shape.ts";
import type { VisibleLines } from "../../kit/series/visible-lines.ts";
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

  /** The overlays show as their boxes say; the legend is another switch of the same. */
  const premiumsAtom = atom<VisibleLines>({});
  const visibleAtom = atom(
    (get): VisibleLines => {
      const { spot, future } = get(optionsAtom);
      return { ...get(premiumsAtom), spot, future };
    },
    (get, set, change: VisibleLines | ((before: VisibleLines) => VisibleLines)) => {
      const next = typeof change === "function" ? change(get(visibleAtom)) : change;
      const { spot = true, future = true, ...premiums } = next;
      set(optionsAtom, (before) => ({ ...before, spot, future }));
      set(premiumsAtom, premiums);
    },
  );

  const picksAtom = createPicks(own, aroundAtm(5));
  const paramsAtom = atom((get): Params => ({ choice: { kind: "chosen", picks: get(picksAtom) ?? NO_PICKS } }));
  return { optionsAtom, visibleAtom, picksAtom, paramsAtom };
});
