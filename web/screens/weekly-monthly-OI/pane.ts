/** The atoms of one mounted Weekly/Monthly OI. */
import { atom } from "jotai";
import { isCurrency } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { ARRANGEMENTS, type Arrangement } from "./blocks.ts";
import { screen } from "./screen.ts";
import type { Params, Show } from "./snapshot.ts";

export interface Range {
  readonly isOn: boolean;
  /** Undefined: the first and the last day there are. */
  readonly from: IsoDate | undefined;
  readonly to: IsoDate | undefined;
}

export const weekly = createPane(screen, ({ contextAtom }) => {
  const wantsCumulativeAtom = atom(false);
  const isCurrencyAtom = atom((get) => isCurrency(get(contextAtom)?.symbol ?? ""));
  const cumulativeAtom = atom(
    (get) => get(wantsCumulativeAtom) && !get(isCurrencyAtom),
    (_get, set, next: boolean) => set(wantsCumulativeAtom, next),
  );
  const showAtom = atom<Show>("buildUps");
  return {
    cumulativeAtom,
    isCurrencyAtom,
    arrangementAtom: atom<Arrangement>(ARRANGEMENTS[0].value),
    showAtom,
    rangeAtom: atom<Range>({ isOn: false, from: undefined, to: undefined }),
    paramsAtom: atom((get): Params => ({ cumulative: get(cumulativeAtom), show: get(showAtom) })),
  };
});
