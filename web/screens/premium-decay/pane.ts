/** The atoms of one mounted premium decay: the overlays are stored, the strikes last as long as the page. */
import { atom } from "jotai";
import type { StrikePick } from "#contract/domain/strike-choice.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import type { VisibleLines } from "../../kit/series/visible-lines.ts";
import { isBoolean, isRecord } from "../../state/storage.ts";
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
const isOptions = (value: unknown): value is Options =>
  isRecord(value) && Object.keys(DEFAULTS).every((key) => isBoolean(value[key]));

const NO_PICKS: readonly StrikePick[] = [];

export const premiumDecay = createPane(screen, ({ stored, contextAtom }) => {
  const optionsAtom = stored("premiumDecayOptions", DEFAULTS, isOptions);

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

  /** Strikes of one symbol: another expiry keeps them, another symbol begins anew. */
  const keptAtom = atom<{ readonly symbol: string; readonly picks: readonly StrikePick[] } | undefined>(undefined);
  const picksAtom = atom(
    (get) => {
      const kept = get(keptAtom);
      return kept?.symbol === get(contextAtom)?.symbol ? kept?.picks : undefined;
    },
    (get, set, picks: readonly StrikePick[]) => set(keptAtom, { symbol: get(contextAtom)?.symbol ?? "", picks }),
  );
  const paramsAtom = atom((get): Params => ({ choice: { kind: "chosen", picks: get(picksAtom) ?? NO_PICKS } }));
  return { optionsAtom, visibleAtom, picksAtom, paramsAtom };
});
