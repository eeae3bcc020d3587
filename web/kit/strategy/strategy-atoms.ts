/** What a pane has that holds a strategy: its legs, what is looked at, and what is stored. */
import { atom } from "jotai";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { NO_SHIFT, type WhatIf } from "#contract/domain/strategy/valuation.ts";
import { DEFAULT_RANGE, RANGES, type StrategyParams, type StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { isBoolean, isNumber } from "../../state/saved/storage.ts";
import type { PaneOwn } from "../pane/create-pane.ts";
import { isOneOf, isShape } from "../pane/stored-shape.ts";
import { createCostAtoms } from "./charges/cost-atoms.ts";
import { createKeptAtoms } from "./kept-atoms.ts";
import { createModeAtom } from "./ladder/mode.ts";
import { heldLegs, livingLegs, onDay, tradedDays } from "./legs/book.ts";
import { createExpiredAtoms } from "./legs/expired-atoms.ts";
import { type OfStay, ofStay, withInitial } from "./of-stay.ts";
import { createRestingState } from "./resting-state.ts";

export interface BuilderSettings {
  readonly standardDeviation: boolean;
  readonly minimumlot: number;
  readonly payOffRange: (typeof RANGES)[number];
  readonly openInterest: boolean;
  readonly openInterestType: "oi" | "changeInOI";
  readonly strikeText: boolean;
  readonly dataText: boolean;
}

const DEFAULTS: BuilderSettings = {
  standardDeviation: true,
  minimumlot: 1,
  payOffRange: DEFAULT_RANGE,
  openInterest: false,
  openInterestType: "oi",
  strikeText: false,
  dataText: false,
};

const isSettings = isShape<BuilderSettings>({
  standardDeviation: isBoolean,
  minimumlot: isNumber,
  payOffRange: isOneOf(RANGES),
  openInterest: isBoolean,
  openInterestType: isOneOf(["oi", "changeInOI"] as const),
  strikeText: isBoolean,
  dataText: isBoolean,
});

/** What the box of figures says. */
export type FiguresView = "payoff" | "greeks" | "charges";
/** What stands at the left. */
export type Panel = "ladder" | "whatIf" | "readyMade" | "adjust" | "practice" | "save" | "load";
/** The whole of several days; else one of them. */
export const ALL_DAYS = "all";

const withoutDays = ({ daysLeft: _, ...rest }: WhatIf): WhatIf => rest;

const NO_LEGS: readonly StrategyLeg[] = [];

export type StrategyAtoms = ReturnType<typeof createStrategyAtoms>;

type Lots = Readonly<Record<string, number>>;
const NO_LOTS: Lots = {};

/** All of a strategy ends with the symbol, and with the board's day where the legs are not kept over days: they are put away. */
export function createStrategyAtoms(own: PaneOwn<StrategySnapshot>) {
  const settingsAtom = own.stored("builderSettings", DEFAULTS, isSettings);

  const isKeptAtom = atom(false);
  const bookAtom = ofStay<readonly StrategyLeg[]>(own, isKeptAtom);
  const chosenWhatIfAtom = ofStay<WhatIf>(own);
  /** The expiry that its days are left to: at its close the same number would mean a date near the next one. */
  const countedToAtom = ofStay<string | undefined>(own);
  /** While a what-if is drawn along the chart alone follows it; words and tables follow when it rests. */
  const { movedAtom, restingStateAtom } = createRestingState(own.stateAtom);
  const whatIfAtom = atom(
    (get) => {
      const whatIf = get(chosenWhatIfAtom) ?? NO_SHIFT;
      const [chosen, now] = [get(countedToAtom), get(nearestAtom)];
      return chosen && now && chosen !== now ? withoutDays(whatIf) : whatIf;
    },
    (get, set, whatIf: WhatIf) => {
      set(chosenWhatIfAtom, whatIf);
      set(countedToAtom, get(nearestAtom));
      set(movedAtom);
    },
  );
  const legsAtom = atom(
    (get) => get(bookAtom) ?? NO_LEGS,
    (get, set, legs: readonly StrategyLeg[]) => {
      const before = get(legsAtom);
      if (before.length === 0 && legs.length > 0) {
        set(figuresAtom, "payoff");
        set(newIdAtom, crypto.randomUUID());
      }
      set(bookAtom, legs);
      const keys = legs.map(legKey);
      // A leg that goes, or comes with a nearer expiry, takes the date along; one that is priced anew, or is as far, leaves it.
      const stays = get(nearestAtom) === get(countedToAtom) && before.every((leg) => keys.includes(legKey(leg)));
      if (!stays) set(chosenWhatIfAtom, withoutDays(get(whatIfAtom)));
    },
  );

  /** What it is kept under once it is saved: orders that are sent before are of it, too. */
  const newIdAtom = ofStay<string | undefined>(own, isKeptAtom);
  const kept = createKeptAtoms(own, isKeptAtom, { bookAtom, legsAtom, newIdAtom });
  const { openAtom, savedLegsAtom } = kept;

  /** What is typed into the ladder, by contract. */
  const typedLotsAtom = ofStay<Lots>(own, isKeptAtom);
  const lotsAtom = atom(
    (get): Lots => get(typedLotsAtom) ?? NO_LOTS,
    (get, set, change: (lots: Lots) => Lots) => set(typedLotsAtom, change(get(typedLotsAtom) ?? NO_LOTS)),
  );
  const clearAtom = atom(null, (_get, set) => {
    set(legsAtom, NO_LEGS);
    set(lotsAtom, () => NO_LOTS);
    set(panelAtom, "ladder");
    set(modeAtom, "Options");
    set(figuresAtom, "greeks");
    set(zoomAtom, 1);
    set(openAtom, undefined);
    set(chosenWhatIfAtom, NO_SHIFT);
  });

  /** What a symbol or day begins with; the first leg turns to the payoff. */
  const chosenFiguresAtom = ofStay<FiguresView>(own, isKeptAtom);
  const figuresAtom = withInitial(chosenFiguresAtom, "greeks");
  /** The legs go along to another day of the board. What is held already stays when that ends. */
  const keepsLegsAtom = atom(
    (get) => get(isKeptAtom),
    (get, set, keeps: boolean) => {
      const hold = <T>(one: OfStay<T>): void => {
        const value = get(one);
        if (value !== undefined) set(one, value);
      };
      hold(bookAtom);
      hold(savedLegsAtom);
      hold(openAtom);
      hold(newIdAtom);
      hold(chosenFiguresAtom);
      hold(chosenPanelAtom);
      set(isKeptAtom, keeps);
    },
  );
  const autoSaveAtom = own.stored("autoSave", { autoSave: false }, isShape({ autoSave: isBoolean }));
  /** The legs that 'Auto Save' could not save. */
  const failedSaveAtom = atom<readonly StrategyLeg[] | undefined>(undefined);

  const zoomAtom = withInitial(ofStay<number>(own, isKeptAtom), 1);
  const chosenPanelAtom = ofStay<Panel>(own, isKeptAtom);
  const panelAtom = withInitial(chosenPanelAtom, "ladder");

  const modeAtom = createModeAtom(own.contextAtom);

  const chosenDayAtom = ofStay<string>(own);
  const daysAtom = atom((get) => tradedDays(get(legsAtom)));
  const tradedDayAtom = atom(
    (get) => {
      if (get(panelAtom) === "adjust") return ALL_DAYS; // it changes the legs whole: figures of a part would mislead
      const days = get(daysAtom);
      const chosen = get(chosenDayAtom);
      return chosen !== undefined && days.includes(chosen) && days.length > 1 ? chosen : ALL_DAYS;
    },
    (_get, set, day: string) => set(chosenDayAtom, day),
  );

  /** The legs as the chosen day's orders make them. */
  const shownLegsAtom = atom((get) => {
    const legs = get(legsAtom);
    const day = get(tradedDayAtom);
    const symbol = get(own.contextAtom)?.symbol;
    return day === ALL_DAYS || symbol === undefined ? legs : onDay(legs, day, underlyingOf(symbol));
  });
  const heldAtom = atom((get) => heldLegs(get(shownLegsAtom)));

  /** The rates are of the market's day, as far as it is known. */
  const dateAtom = atom((get) => get(own.stateAtom).snapshot?.date);
  const { markedAtom, nearestAtom, ...expired } = createExpiredAtoms(own, heldAtom, dateAtom);
  const { livingAtom } = expired;
  const costs = createCostAtoms(own, { shownLegsAtom, heldAtom, livingAtom, dateAtom });
  /** What a broker takes orders of. */
  const livingLegsAtom = atom((get) => livingLegs(get(legsAtom), get(dateAtom)));
  /** Of the heat map: strike steps from row to row, and what its figures are. */
  const mapStepsAtom = atom(1);
  const isShareOfMarginAtom = atom(false);

  const paramsAtom = atom((get): StrategyParams => {
    const known = get(costs.costsAtom);
    return {
      legs: get(markedAtom),
      range: get(settingsAtom).payOffRange / get(zoomAtom),
      whatIf: get(whatIfAtom),
      ...(known && { costs: known }),
    };
  });
  return {
    ...kept,
    ...expired,
    ...costs,
    settingsAtom,
    autoSaveAtom,
    failedSaveAtom,
    keepsLegsAtom,
    /** What a press sent is traded, also where the symbol was turned meanwhile and its legs are put away. */
    amendLegsAtom: bookAtom.amendAtom,
    legsAtom,
    lotsAtom,
    clearAtom,
    shownLegsAtom,
    daysAtom,
    tradedDayAtom,
    whatIfAtom,
    restingStateAtom,
    mapStepsAtom,
    isShareOfMarginAtom,
    figuresAtom,
    zoomAtom,
    panelAtom,
    modeAtom,
    heldAtom,
    livingLegsAtom,
    paramsAtom,
  };
}
