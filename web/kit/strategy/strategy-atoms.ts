/** What a pane has that holds a strategy: its legs, what is looked at, and what is stored. */
import { atom } from "jotai";
import type { DayKey } from "#contract/domain/clock.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { DEFAULT_BROKERAGE } from "#contract/domain/strategy/charges.ts";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { type Costs, type HeldLeg, NO_SHIFT, type WhatIf } from "#contract/domain/strategy/valuation.ts";
import { DEFAULT_RANGE, RANGES, type StrategyParams, type StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { universeAtom } from "../../state/market/market.ts";
import { isBoolean, isNumber } from "../../state/saved/storage.ts";
import type { OpenStrategy } from "../../state/saved/strategies.ts";
import type { PaneOwn } from "../pane/create-pane.ts";
import { isOneOf, isShape } from "../pane/stored-shape.ts";
import { costsOf, entryCharges } from "./charges/leg-charges.ts";
import { createModeAtom } from "./ladder/mode.ts";
import { heldLegs, livingLegs, mostLotsOf, onDay, tradedDays } from "./legs/book.ts";
import { leftIn, type OfStay, ofStay } from "./of-stay.ts";
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
      // A leg that goes takes the date along; one that is priced anew, or comes, leaves it.
      if (!before.every((leg) => keys.includes(legKey(leg)))) set(chosenWhatIfAtom, withoutDays(get(whatIfAtom)));
    },
  );

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
  const figuresAtom = atom(
    (get): FiguresView => get(chosenFiguresAtom) ?? "greeks",
    (_get, set, view: FiguresView) => set(chosenFiguresAtom, view),
  );
  /** The kept strategy that is open, and its legs as they are kept. */
  const openAtom = ofStay<OpenStrategy | undefined>(own, isKeptAtom);
  const savedLegsAtom = ofStay<readonly StrategyLeg[] | undefined>(own, isKeptAtom);
  /** The strategies with these ids are kept no more: legs of one of them, put away or not, are not saved. */
  const forgetKeptAtom = atom(null, (get, set, ids: readonly string[]) => {
    const open = get(openAtom) ?? get(openAtom.leftAtom)?.value;
    if (!open || !ids.includes(open.id)) return;
    set(openAtom.amendAtom, () => undefined);
    set(savedLegsAtom.amendAtom, () => undefined);
  });
  const isUnsavedAtom = atom((get) => get(legsAtom).length > 0 && get(legsAtom) !== get(savedLegsAtom));
  /** What it is kept under once it is saved: orders that are sent before are of it, too. */
  const newIdAtom = ofStay<string | undefined>(own, isKeptAtom);
  /** Of the strategy from its first leg on. */
  const strategyIdAtom = atom((get) => get(openAtom)?.id ?? get(newIdAtom));
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
  /** Legs of a symbol or a day that was left, until other legs are added. */
  const putAwayAtom = atom((get) => {
    const left = get(bookAtom.leftAtom);
    return left && left.value.length > 0 ? left : undefined;
  });
  /** Brings them back, as the kept strategy that they were. `turn` leads to their symbol. */
  const bringBackAtom = atom(null, (get, set, turn: (symbol: string) => void) => {
    const putAway = get(putAwayAtom);
    if (!putAway) return;
    const { stay, value: legs } = putAway;
    const open = leftIn(get, openAtom, stay);
    const saved = leftIn(get, savedLegsAtom, stay);
    const id = leftIn(get, newIdAtom, stay);
    turn(stay.ofSymbol.symbol);
    set(legsAtom, legs);
    if (open) set(openAtom, open);
    if (saved) set(savedLegsAtom, saved);
    if (id !== undefined) set(newIdAtom, id);
  });
  const autoSaveAtom = own.stored("autoSave", { autoSave: false }, isShape({ autoSave: isBoolean }));
  /** The legs that 'Auto Save' could not save. */
  const failedSaveAtom = atom<readonly StrategyLeg[] | undefined>(undefined);

  const chosenZoomAtom = ofStay<number>(own, isKeptAtom);
  const zoomAtom = atom(
    (get) => get(chosenZoomAtom) ?? 1,
    (_get, set, zoom: number) => set(chosenZoomAtom, zoom),
  );
  const chosenPanelAtom = ofStay<Panel>(own, isKeptAtom);
  const panelAtom = atom(
    (get): Panel => get(chosenPanelAtom) ?? "ladder",
    (_get, set, panel: Panel) => set(chosenPanelAtom, panel),
  );

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

  /** Figures after charges. */
  const isNetAtom = atom(false);
  const brokerageAtom = own.stored("brokeragePerOrder", DEFAULT_BROKERAGE, isNumber);
  /** What entering the legs took; undefined without a symbol. */
  const entryChargesAtom = atom((get) => {
    const symbol = get(own.contextAtom)?.symbol;
    return symbol === undefined
      ? undefined
      : entryCharges(get(shownLegsAtom), underlyingOf(symbol), get(brokerageAtom));
  });
  /** The rates are of the market's day, as far as it is known. */
  const dateAtom = atom((get) => get(own.stateAtom).snapshot?.date);
  /** What a broker takes orders of. */
  const livingLegsAtom = atom((get) => livingLegs(get(legsAtom), get(dateAtom)));
  /** Passed expiries of legs that nobody has closed, and the days on which those were settled, where they are known. */
  const expiredAtom = atom((get) => {
    const date = get(dateAtom);
    const expiries = get(heldAtom).map(({ expiry }) => expiry);
    return [...new Set(expiries.filter((expiry) => date !== undefined && expiry < date))];
  });
  const settledOnAtom = atom<Readonly<Record<string, DayKey>>>({});
  const lacksDaysAtom = atom((get) => get(expiredAtom).some((expiry) => !get(settledOnAtom)[expiry]));
  /** Expiries that the worker takes for passed, on the evening of their day, too: as text, which stays the same from tick to tick. */
  const settledAtom = atom((get) => {
    const { legs = [] } = get(own.stateAtom).snapshot?.valuation ?? {};
    return legs.flatMap(({ isExpired, expiry }) => (isExpired ? expiry : [])).join();
  });
  /** What is held and has not expired. */
  const livingAtom = atom((get) => {
    const expired = `${get(expiredAtom)},${get(settledAtom)}`;
    return get(heldAtom).filter(({ expiry }) => !expired.includes(expiry));
  });
  /** The first expiry of these; undefined where there is none, and while the time is not known. */
  const nearestAtom = atom((get) =>
    get(dateAtom)
      ? get(livingAtom)
          .map(({ expiry }) => expiry)
          .sort()[0]
      : undefined,
  );
  const costsAtom = atom((get): Costs | undefined => {
    const charges = get(isNetAtom) ? get(entryChargesAtom) : undefined;
    const symbol = get(own.contextAtom)?.symbol;
    const date = get(dateAtom);
    if (!charges || symbol === undefined || date === undefined) return undefined;
    const freeze = get(universeAtom)?.freezeQty[symbol];
    const mostLots = ({ lotSize }: HeldLeg): number => mostLotsOf(symbol, lotSize, freeze);
    const terms = { date, brokerage: get(brokerageAtom), mostLots };
    return costsOf(get(heldAtom), get(livingAtom), charges.total, underlyingOf(symbol), terms);
  });
  /** Of the heat map: strike steps from row to row, and what its figures are. */
  const mapStepsAtom = atom(1);
  const isShareOfMarginAtom = atom(false);

  const paramsAtom = atom((get): StrategyParams => {
    const costs = get(costsAtom);
    const expired = get(expiredAtom);
    const settledOn = get(settledOnAtom);
    const legs = get(heldAtom).map((leg) => {
      const day = expired.includes(leg.expiry) ? settledOn[leg.expiry] : undefined;
      return day ? { ...leg, settledOn: day } : leg;
    });
    return {
      legs,
      range: get(settingsAtom).payOffRange / get(zoomAtom),
      whatIf: get(whatIfAtom),
      ...(costs && { costs }),
    };
  });
  return {
    settingsAtom,
    openAtom,
    savedLegsAtom,
    forgetKeptAtom,
    isUnsavedAtom,
    strategyIdAtom,
    autoSaveAtom,
    failedSaveAtom,
    keepsLegsAtom,
    putAwayAtom,
    bringBackAtom,
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
    isNetAtom,
    brokerageAtom,
    entryChargesAtom,
    mapStepsAtom,
    costsAtom,
    isShareOfMarginAtom,
    figuresAtom,
    zoomAtom,
    panelAtom,
    modeAtom,
    heldAtom,
    expiredAtom,
    livingAtom,
    livingLegsAtom,
    settledOnAtom,
    lacksDaysAtom,
    paramsAtom,
  };
}
