/** The atoms of one mounted chart of many strikes: the figure, the sides, which strikes, and what is stored. */
import { atom } from "jotai";
import { applyPreset, aroundAtm, type StrikeChoice, type StrikePick } from "#contract/domain/choices/strike-choice.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { fieldOf, isOneOf, isShape } from "../../kit/pane/stored-shape.ts";
import { legendOf } from "../../kit/series/legend-setting.ts";
import { RANGE_CUSTOM } from "../../kit/strikes/ranges.ts";
import { createAtm, createStrikeChoice, type PicksAtom } from "../../kit/strikes/strike-state.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import { type OptionType, type Params, PLOTS, type Plot, SPOT, TYPES } from "./snapshot.ts";

const RANGES = [0, 1, 2, RANGE_CUSTOM];

/** Which strikes of the window are on: those of the user, the one at the money, or all that are out of it. */
export const MODES = ["-", "ATM", "OTM"] as const;
export type WindowMode = (typeof MODES)[number];

interface Options {
  readonly plot: Plot;
  readonly type: OptionType;
  readonly range: number;
  readonly window: boolean;
  readonly mode: WindowMode;
  readonly skip50: boolean;
}
const DEFAULTS: Options = { plot: "oi", type: "both", range: 0, window: false, mode: "-", skip50: false };
const isOptions = isShape<Options>({
  plot: isOneOf(PLOTS),
  type: isOneOf(TYPES),
  range: isOneOf(RANGES),
  window: isBoolean,
  mode: isOneOf(MODES),
  skip50: isBoolean,
});

/** The window's strikes in a mode. @param atm rupees; NaN: not known, and nothing changes. */
export function picksInMode(mode: WindowMode, picks: readonly StrikePick[], atm: number): readonly StrikePick[] {
  if (mode === "-" || Number.isNaN(atm)) return picks;
  if (mode === "OTM") return applyPreset("OTM PE", applyPreset("OTM CE", picks, atm), atm);
  const money = { strike: atm, ce: true, pe: true };
  const others = picks.filter(({ strike }) => strike !== atm).map(({ strike }) => ({ strike, ce: false, pe: false }));
  return [...others, money].sort((a, b) => a.strike - b.strike);
}

export const multiStrike = createPane(screen, (own) => {
  const optionsAtom = own.stored("mstrikeOptions", DEFAULTS, isOptions);
  const spotAtom = own.stored("multistrikeSpot", true, isBoolean);
  const plotAtom = fieldOf(optionsAtom, "plot");
  const modeAtom = fieldOf(optionsAtom, "mode");
  const chosenTypeAtom = fieldOf(optionsAtom, "type");
  /** A straddle has both sides. */
  const typeAtom = atom(
    (get): OptionType => (get(plotAtom) === "straddle" ? "both" : get(chosenTypeAtom)),
    (_get, set, type: OptionType) => set(chosenTypeAtom, type),
  );

  const storedRangeAtom = fieldOf(optionsAtom, "range");
  /** A range of another kind ends the window. */
  const rangeAtom = atom(
    (get) => get(storedRangeAtom),
    (_get, set, next: number | ((before: number) => number)) =>
      set(optionsAtom, (before) => {
        const range = typeof next === "function" ? next(before.range) : next;
        return { ...before, range, window: before.window && range === RANGE_CUSTOM };
      }),
  );
  /** The window is a choice by hand; without it there is one strike. */
  const windowAtom = atom(
    (get) => get(optionsAtom).window,
    (_get, set, window: boolean) =>
      set(optionsAtom, (before) => ({ ...before, window, range: window ? RANGE_CUSTOM : 0 })),
  );

  const byHand = createStrikeChoice(own, { ranges: RANGES, rangeAtom, first: aroundAtm(5) });
  const atmAtom = createAtm(own);
  /** What the window's mode makes of the strikes; a click on one of them is a choice of one's own again. */
  const picksAtom: PicksAtom = atom(
    (get) => {
      const picks = get(byHand.picksAtom);
      const { window, mode } = get(optionsAtom);
      return picks && window ? picksInMode(mode, picks, get(atmAtom)) : picks;
    },
    (_get, set, picks) => {
      set(byHand.picksAtom, picks);
      set(modeAtom, "-");
    },
  );
  const choiceAtom = atom((get): StrikeChoice => {
    const choice = get(byHand.choiceAtom);
    return choice.kind === "chosen" ? { kind: "chosen", picks: get(picksAtom) ?? choice.picks } : choice;
  });
  const strikes = { ...byHand, picksAtom, choiceAtom };

  const visibleAtom = legendOf({ [SPOT]: spotAtom });

  /** Only NIFTY has strikes at 50 that hardly anybody trades. */
  const hasSkipAtom = atom((get) => get(own.contextAtom)?.symbol === "NIFTY");
  const skipAtom = fieldOf(optionsAtom, "skip50");
  const isSkippingAtom = atom((get) => get(hasSkipAtom) && get(skipAtom));
  const paramsAtom = atom(
    (get): Params => ({
      plot: get(plotAtom),
      type: get(typeAtom),
      choice: get(choiceAtom),
      skips50: get(isSkippingAtom),
    }),
  );
  return {
    plotAtom,
    typeAtom,
    modeAtom,
    windowAtom,
    spotAtom,
    hasSkipAtom,
    skipAtom,
    isSkippingAtom,
    strikes,
    visibleAtom,
    paramsAtom,
  };
});
