/** The atoms of one mounted straddle: the pair, which series show, and what is stored. */

import { atom } from "jotai";
import { recordOf } from "#contract/domain/record-of.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import type { Setting } from "../../kit/pane/mount.ts";
import { ofSymbolAndDay } from "../../kit/pane/of-symbol.ts";
import { fieldOf, isShape } from "../../kit/pane/stored-shape.ts";
import { legendOf } from "../../kit/series/legend-setting.ts";
import { pairText } from "../../kit/strikes/pair-text.ts";
import { createAtm, createStrike, type StrikeAtom } from "../../kit/strikes/strike-state.ts";
import { type Check, isBoolean } from "../../state/saved/storage.ts";
import type { OpenStrategy } from "../../state/saved/strategies.ts";
import type { Book, PairTerms } from "./legs.ts";
import { screen } from "./screen.ts";
import { type Params, SERIES, type SeriesName } from "./snapshot.ts";

export type SeriesOptions = Readonly<Record<SeriesName, boolean>>;

const SHOWN_AT_FIRST: readonly SeriesName[] = ["main", "cmbdVwap", "spot"];
const DEFAULTS: SeriesOptions = recordOf(SERIES, (name) => SHOWN_AT_FIRST.includes(name));
const isSeriesOptions: Check<SeriesOptions> = isShape(recordOf(SERIES, () => isBoolean));

/** With every series off there is nothing to look at: then the pair shows. */
const orMain = (options: SeriesOptions): SeriesOptions =>
  Object.values(options).some(Boolean) ? options : { ...options, main: true };

interface More {
  /** Both sides have one strike. */
  readonly straddle: boolean;
  readonly rolling: boolean;
  readonly breakEvens: boolean;
  readonly extremes: boolean;
  readonly chain: boolean;
}
const MORE: More = { straddle: true, rolling: false, breakEvens: true, extremes: true, chain: false };
const isMore = isShape<More>({
  straddle: isBoolean,
  rolling: isBoolean,
  breakEvens: isBoolean,
  extremes: isBoolean,
  chain: isBoolean,
});

export const straddle = createPane(screen, (own) => {
  const storedOptionsAtom = own.stored("straddleOptions", DEFAULTS, isSeriesOptions);
  const optionsAtom: Setting<SeriesOptions> = atom(
    (get) => orMain(get(storedOptionsAtom)),
    (get, set, next) =>
      set(storedOptionsAtom, orMain(next instanceof Function ? next(orMain(get(storedOptionsAtom))) : next)),
  );
  const moreAtom = own.stored("straddleMore", MORE, isMore);
  const autoAtom = own.stored("straddleAutoAtm", false, isBoolean);

  const ownCeAtom = createStrike(own, autoAtom);
  const ownPeAtom = createStrike(own, autoAtom);
  const atmAtom = createAtm(own);
  /** The other side follows where both have one strike; else it stays at what is shown. */
  const linked = (oneAtom: StrikeAtom, otherAtom: StrikeAtom): StrikeAtom =>
    atom(
      (get) => get(oneAtom),
      (get, set, strike) => {
        const other = get(otherAtom);
        const stays = other === "atm" ? get(atmAtom) : other;
        set(oneAtom, strike);
        if (get(moreAtom).straddle) set(otherAtom, strike);
        else if (!Number.isNaN(stays)) set(otherAtom, stays);
      },
    );
  const ceAtom = linked(ownCeAtom, ownPeAtom);
  const peAtom = linked(ownPeAtom, ownCeAtom);

  const isStraddleAtom = atom(
    (get) => get(moreAtom).straddle,
    (get, set, isOn: boolean) => {
      set(moreAtom, (before) => ({ ...before, straddle: isOn }));
      const ce = get(ownCeAtom);
      if (isOn && ce !== "atm" && ce !== get(ownPeAtom)) set(ownPeAtom, ce);
    },
  );

  const breakEvensAtom = fieldOf(moreAtom, "breakEvens");
  /** Both break-evens stand in the chart of the spot, or neither. */
  const bandAtom: Setting<boolean> = atom(
    (get) => get(breakEvensAtom) && get(optionsAtom).spot,
    (_get, set, isOn) => set(breakEvensAtom, isOn),
  );
  const visibleAtom = legendOf({
    ...recordOf(SERIES, (name) => fieldOf(optionsAtom, name)),
    rolling: fieldOf(moreAtom, "rolling"),
    upper: bandAtom,
    lower: bandAtom,
  });

  /** What was traded from here. */
  const bookAtom = ofSymbolAndDay<Book>(own);
  const termsAtom = atom<PairTerms>({ side: "sell", lots: 1 });
  /** The kept strategy that was saved from here. */
  const openAtom = ofSymbolAndDay<OpenStrategy | undefined>(own);
  /** What the strategy is kept under once it is saved: it was traded under it. */
  const newIdAtom = ofSymbolAndDay<string>(own);

  /** Of the lines alone: a rule on them does not ask for the chain. */
  const alertParamsAtom = atom((get): Params => ({ ce: get(ceAtom), pe: get(peAtom), hasChain: false }));
  const alertNameAtom = atom((get) => pairText(get(ceAtom), get(peAtom)));
  const paramsAtom = atom((get): Params => ({ ...get(alertParamsAtom), hasChain: get(moreAtom).chain }));
  return {
    optionsAtom,
    moreAtom,
    autoAtom,
    ceAtom,
    peAtom,
    isStraddleAtom,
    bookAtom,
    termsAtom,
    openAtom,
    newIdAtom,
    visibleAtom,
    alertParamsAtom,
    alertNameAtom,
    paramsAtom,
  };
});
