/** The atoms of one mounted builder: its legs, what is looked at, and what is stored. */
import { atom } from "jotai";
import { expiryKey, underlyingOf } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { Params as LegPricesParams } from "../../components/leg-prices/snapshot.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { ofSymbolAndDay } from "../../kit/pane/of-symbol.ts";
import { isOneOf, isShape } from "../../kit/pane/stored-shape.ts";
import { isBoolean, isNumber } from "../../state/saved/storage.ts";
import type { OpenStrategy } from "../../state/saved/strategies.ts";
import { heldLegs, onDay, tradedDays } from "./book.ts";
import { screen } from "./screen.ts";
import { DEFAULT_RANGE, type Params, RANGES } from "./snapshot.ts";

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

/** What stands at the left. */
export type Panel = "ladder" | "adjust" | "save" | "load";
export type LadderMode = "Options" | "Futures";
/** The whole of several days; else one of them. */
export const ALL_DAYS = "all";

const NO_LEGS: readonly StrategyLeg[] = [];

export const builder = createPane(screen, (own) => {
  const settingsAtom = own.stored("builderSettings", DEFAULTS, isSettings);

  const bookAtom = ofSymbolAndDay<readonly StrategyLeg[]>(own);
  const daysLeftAtom = ofSymbolAndDay<number | undefined>(own);
  const legsAtom = atom(
    (get) => get(bookAtom) ?? NO_LEGS,
    (get, set, legs: readonly StrategyLeg[]) => {
      if (get(bookAtom) === undefined && legs.length > 0) set(figuresAtom, "payoff");
      set(bookAtom, legs);
      set(daysLeftAtom, undefined); // the nearest expiry may be another one now
    },
  );

  /** What is typed into the ladder, by contract. */
  const lotsAtom = atom<Readonly<Record<string, number>>>({});
  const clearAtom = atom(null, (_get, set) => {
    set(legsAtom, NO_LEGS);
    set(lotsAtom, {});
    set(panelAtom, "ladder");
    set(figuresAtom, "greeks");
    set(zoomAtom, 1);
    set(openAtom, undefined);
  });

  /** Without a leg there are no prices to look at. */
  const chosenViewAtom = ofSymbolAndDay<"payoff" | "chart">(own);
  const viewAtom = atom(
    (get) => (get(legsAtom).length > 0 ? get(chosenViewAtom) : undefined) ?? "payoff",
    (_get, set, view: "payoff" | "chart") => set(chosenViewAtom, view),
  );
  /** What a symbol or day begins with; the first leg turns to the payoff. */
  const chosenFiguresAtom = ofSymbolAndDay<"payoff" | "greeks">(own);
  const figuresAtom = atom(
    (get) => get(chosenFiguresAtom) ?? "greeks",
    (_get, set, view: "payoff" | "greeks") => set(chosenFiguresAtom, view),
  );
  /** The kept strategy that is open, and its legs as they are kept. */
  const openAtom = ofSymbolAndDay<OpenStrategy | undefined>(own);
  const savedLegsAtom = ofSymbolAndDay<readonly StrategyLeg[]>(own);
  const autoSaveAtom = own.stored("autoSave", { autoSave: false }, isShape({ autoSave: isBoolean }));

  const zoomAtom = atom(1);
  const panelAtom = atom<Panel>("ladder");

  /** Options again for another expiry. */
  const futuresOfAtom = atom<string | undefined>(undefined);
  const modeAtom = atom(
    (get): LadderMode => {
      const expiry = get(own.contextAtom)?.expiry;
      return expiry !== undefined && get(futuresOfAtom) === expiryKey(expiry) ? "Futures" : "Options";
    },
    (get, set, mode: LadderMode) => {
      const expiry = get(own.contextAtom)?.expiry;
      set(futuresOfAtom, mode === "Futures" && expiry !== undefined ? expiryKey(expiry) : undefined);
    },
  );

  const chosenDayAtom = ofSymbolAndDay<string>(own);
  const daysAtom = atom((get) => tradedDays(get(legsAtom)));
  const tradedDayAtom = atom(
    (get) => {
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

  const paramsAtom = atom((get): Params => {
    const daysLeft = get(daysLeftAtom);
    return {
      legs: get(heldAtom),
      range: get(settingsAtom).payOffRange / get(zoomAtom),
      whatIf: { ...screen.defaults.whatIf, ...(daysLeft !== undefined && { daysLeft }) },
    };
  });
  /** Of the price chart, which is a pane of its own. */
  const legPricesAtom = atom((get): LegPricesParams => ({ legs: get(heldAtom) }));
  return {
    legPricesAtom,
    settingsAtom,
    openAtom,
    savedLegsAtom,
    autoSaveAtom,
    legsAtom,
    lotsAtom,
    clearAtom,
    shownLegsAtom,
    daysAtom,
    tradedDayAtom,
    daysLeftAtom,
    viewAtom,
    figuresAtom,
    zoomAtom,
    panelAtom,
    modeAtom,
    paramsAtom,
  };
});
