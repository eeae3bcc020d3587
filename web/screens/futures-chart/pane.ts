/** The atoms of one mounted chart of a future. */
import { atom } from "jotai";
import { ROLL_KINDS, type RollKind } from "#contract/domain/choices/roll-kind.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import type { Setting } from "../../kit/pane/mount.ts";
import { isOneOf } from "../../kit/pane/stored-shape.ts";
import type { VisibleLines } from "../../kit/series/visible-lines.ts";
import { screen } from "./screen.ts";
import { hasCoi, type Params } from "./snapshot.ts";

const isRollKind = isOneOf(ROLL_KINDS);

export const futuresChart = createPane(screen, ({ contextAtom, stored }) => {
  const exchangeAtom = atom((get) => get(contextAtom)?.exchange);
  /** Another exchange begins without it. */
  const wantsCoiAtom = atom((get) => {
    get(exchangeAtom);
    return atom(false);
  });
  const coiAtom = atom(
    (get) => get(get(wantsCoiAtom)) && hasCoi(get(contextAtom)?.symbol ?? ""),
    (get, set, next: boolean) => set(get(wantsCoiAtom), next),
  );
  // Beside combined OI the future's own starts switched off.
  const aloneAtom = atom<VisibleLines>({});
  const besideAtom = atom<VisibleLines>({ oi: false });
  const visibleAtom: Setting<VisibleLines> = atom(
    (get) => get(get(coiAtom) ? besideAtom : aloneAtom),
    (get, set, next) => set(get(coiAtom) ? besideAtom : aloneAtom, next),
  );
  const rollKindAtom = stored<RollKind>("futuresRoll", "later", isRollKind);
  return { coiAtom, rollKindAtom, visibleAtom, paramsAtom: atom((get): Params => ({ coi: get(coiAtom) })) };
});
